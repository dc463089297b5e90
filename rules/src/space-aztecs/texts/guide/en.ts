import type { GuideShape, LikeEnglish } from "../../../texts/catalogue.ts";
import type { Options } from "../../vocabulary.ts";

const english = {
  options: {
    removedSet: {
      label: "Set left in the box",
      about: "With 2 to 4 players one set stays in the box. With more all 4 are played.",
      values: {
        random: "one drawn at random",
        P: "pink: Villagers and Animals",
        Y: "yellow: Warriors",
        B: "blue: Superiors",
        G: "green: Agents",
      },
    },
    codex: {
      label: "Codices",
      about: "8 cards that score what a city has. Younger players may leave them in the box.",
      values: { true: "played with", false: "in the box" },
    },
  },
  rules: {
    goal: {
      heading: "How you win",
      canon: "7, 8",
      paragraphs: [
        "Build the city with the most points: Aztecs that survive, Codices, and cards your Saucers took.",
      ],
    },
    round: {
      heading: "A round",
      canon: "5",
      paragraphs: [
        "8 piles lie round the sundial. In turn, everybody takes one and looks at it. Then everybody secretly chooses 1 card of it and puts the rest back.",
        "When all have chosen, the times of the cards are told. Then the cards are played one after the other.",
      ],
    },
    order: {
      heading: "Who plays first",
      canon: "5",
      paragraphs: [
        "The earliest time takes the token. Its owner plays first, then the others clockwise, whatever their times are. The token also takes a pile first in the next round.",
      ],
    },
    temples: {
      heading: "Temples",
      canon: "6",
      paragraphs: [
        "A Temple covers all visible Aztecs of its set in your city. Under it they are safe from Saucers. Aztecs that come later stay visible, unless an Agent helps.",
      ],
    },
    saucers: {
      heading: "Flying Saucers",
      canon: "6",
      paragraphs: [
        "A Saucer takes 1 visible Aztec of its set from every other city. Where there are several, its owner chooses. Each card under it is worth 1 point at the end.",
        "Cards that are not turned up yet are safe: so it matters who plays first.",
      ],
    },
    agents: {
      heading: "Agents",
      canon: "6",
      paragraphs: [
        "While a Special Agent or a Very Special Agent lies visible in your city, each Aztec you play may go under a Temple of its set at once. The Agent must have been there before.",
      ],
    },
    codices: {
      heading: "Codices",
      canon: "2, 8",
      paragraphs: [
        "A Codex scores at the end: 2 points for each of something in your city, 8 at most. Only Aztecs and Temples count, not Saucers nor the cards under them.",
      ],
    },
    sets: {
      heading: "The four sets",
      canon: "2, 8",
      paragraphs: [
        "Pink: plain points. But at the end, whoever has the fewest pink Aztecs loses 5 points, all who tie included.",
        "Yellow: Warriors are worth more the more of one type you have.",
        "Blue: a Priest is worth 10 with an Alien and 0 without. Nobles are plain points.",
        "Green: Agents shelter others; Archivists are worth more when covered.",
        "With 2 to 4 players one set stays in the box.",
      ],
    },
    end: {
      heading: "How a match ends",
      canon: "7, 8",
      paragraphs: [
        "After a round in which 2 or more piles are empty, or when 7 Saucers have come (9 with 5 or 6 players). A round is always finished.",
        "Most points win. If points are equal, more Aztecs in the city decide; if these are equal too, the win is shared.",
        "You may concede at any moment. Your city stays as it lies but no longer takes part, and you come last. If only one player is left, they win.",
      ],
    },
    memory: {
      heading: "Remember",
      canon: "9",
      paragraphs: [
        "You see a pile only while you hold it, and the game never shows it again. To remember what lies where is half of it.",
      ],
    },
  },
} satisfies GuideShape<Options>;

/** What is read before a match, in one language: JSON data. */
export interface SpaceAztecsGuide extends LikeEnglish<GuideShape<Options>, typeof english> {}

/** The guide to Space Aztecs in English. The canon (docs/rules/space-aztecs.md) decides what it may say. */
export const en: SpaceAztecsGuide = english;
