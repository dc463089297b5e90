import type { GuideShape, LikeEnglish } from "../../../texts/catalogue.ts";
import type { Options } from "../../vocabulary.ts";

const english = {
  options: {
    first: {
      label: "Who begins",
      about: "Both colours have the same chances.",
      values: { random: "whom a coin chooses", red: "Red", yellow: "Yellow" },
    },
  },
  rules: {
    goal: {
      heading: "How you win",
      canon: "1, 9",
      paragraphs: ["Bring all 6 tokens of your colour home, to your X. The first to do so wins."],
    },
    board: {
      heading: "The board",
      canon: "3",
      paragraphs: [
        "Each colour walks its own path of 14 squares, from the dot to the X. Both go the same way round, so tokens chase each other.",
        "7 squares belong to both paths. That is where tokens meet.",
      ],
    },
    turn: {
      heading: "Your turn",
      canon: "5, 6",
      paragraphs: [
        "Toss 4 coins. The roll is how many lie face up; with a 0 your turn ends.",
        "Introduce a token or move one, as far as the roll goes. If a token can act, one must. Only one of your tokens may stand on a square; you may walk over tokens.",
        "A roll that goes beyond home cannot be used by that token.",
      ],
    },
    prices: {
      heading: "What squares cost",
      canon: "3, 6",
      paragraphs: [
        "Entering a square costs 1 of the roll. A square of enemy territory costs 3, also when you only pass it.",
        "If what is left of the roll does not pay the next square, the token stops and the rest is lost.",
      ],
    },
    battle: {
      heading: "Battles",
      canon: "8",
      paragraphs: [
        "Land on an enemy token and two coins are tossed, each with a red and a yellow side. If both show the defender's colour, the defender wins; else the attacker does, so 3 in 4.",
        "The loser's token goes back to its reserve and can be introduced again.",
      ],
    },
    squares: {
      heading: "Plus, ring and sun",
      canon: "7",
      paragraphs: [
        "On a plus of your colour you may go 1 square on at once, if it costs 1 and is free for you.",
        "On a ring or on the sun you take another turn, with any token. A token on the sun is safe from battles.",
      ],
    },
    end: {
      heading: "How a match ends",
      canon: "9",
      paragraphs: [
        "With 6 tokens home. A match of 1,000 tosses, which never happens, goes to whoever is ahead.",
        "You may concede at any moment, also in the other's turn. The other one wins at once.",
      ],
    },
  },
} satisfies GuideShape<Options>;

/** What is read before a match, in one language: JSON data. */
export interface TieqchieqGuide extends LikeEnglish<GuideShape<Options>, typeof english> {}

/** The guide to Tıeqchıeq in English. The canon (docs/rules/tieqchieq.md) decides what it may say. */
export const en: TieqchieqGuide = english;
