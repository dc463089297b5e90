import { i18n } from "../../texts/index.ts";
import { cardInHand, CHAPTERS, describeCard, PLAY_BUTTON, ROLL, type Step } from "./step.ts";

/** The goal of the game, the learner's first turn with an offering and a card, and the partner's first turn. */
export const FIRST_TURNS: readonly Step[] = [
  {
    id: "goal",
    before: {
      chance: 428,
      next: { rain: ["spring-rain"], war: ["chimalli"], day: ["1-cipactli", "2-cipactli"] },
    },
    chapter: CHAPTERS.goal,
    say: () => [
      i18n._("Welcome to your first match. I am the yellow triangle, and you are the red circle."),
      i18n._(
        "*You win when you hold three signs: eagle, serpent and flower.* If the world ends first, nobody wins.",
      ),
      i18n._(
        "At a table you always see what everyone holds: skulls, War, Rain and Day cards, discs and signs.",
      ),
    ],
    task: () => i18n._("Touch your red circle"),
    highlight: { kind: "pawn", seat: "east" },
    beside: "players",
  },
  {
    id: "roll",
    ...ROLL,
    chapter: CHAPTERS.turn,
    say: () => [
      i18n._(
        "Your turn. *In a turn you roll the die, walk as many spaces, and take a skull there.* Then you may offer skulls and play cards.",
      ),
    ],
  },
  {
    id: "rack",
    chapter: CHAPTERS.turn,
    say: () => [
      i18n._(
        "You rolled a 4, landed on *4 cuetzpalin*, and one skull came to you. Five are left on its rack. You were the first one here, so you also drew a Day card: a second skull.",
      ),
      i18n._("Who takes the *last one* of a rack also gets the golden disc."),
    ],
    task: () => i18n._("Touch the shining rack"),
    highlight: { kind: "rack", space: 4 },
    beside: "players",
  },
  {
    id: "offering",
    command: { type: "sacrifice", god: "tlaloc" },
    chapter: CHAPTERS.offering,
    say: () => [
      i18n._(
        "You have two skulls. Two gods want them. Offer one to *Tlaloc* and draw a Rain card; *Huitzilopochtli* gives War cards.",
      ),
      i18n._(
        "The numbers on the lake count what each god was offered, to the end of the match. You will see why.",
      ),
    ],
    task: () => i18n._("Touch Tlaloc's blue shrine"),
    highlight: { kind: "shrine", god: "tlaloc" },
    beside: "players",
  },
  {
    id: "choose-card",
    choose: "spring-rain",
    chapter: CHAPTERS.card,
    say: () => [
      i18n._(
        "Your skull lies in the lake, and you drew a card. It says what it costs, when it may be played, and what it does:",
      ),
    ],
    rule: () => describeCard("spring-rain"),
    task: () => i18n._("Choose the card"),
    highlight: cardInHand("spring-rain"),
    beside: "hand",
  },
  {
    id: "play-card",
    command: { type: "play-card", card: "spring-rain" },
    chosen: "spring-rain",
    reply: [{ type: "roll" }, { type: "sacrifice", god: "huitzilopochtli" }, { type: "end-turn" }],
    chapter: CHAPTERS.card,
    say: () => [
      i18n._(
        "It costs nothing, and now is the time for it. Played cards lie on your space, where all can see the top one.",
      ),
    ],
    task: () => i18n._("Play it"),
    highlight: PLAY_BUTTON,
    beside: "action",
  },
  {
    id: "partner",
    chapter: CHAPTERS.turn,
    say: () => [
      i18n._(
        "Your card ended the offerings, and you hold no other: your turn ended by itself, and you keep 3 skulls. I rolled a 3, took a skull and offered one to Huitzilopochtli.",
      ),
      i18n._(
        "*That is a turn: roll, walk, take a skull; then offer skulls, play cards, and end.* We take turns until somebody wins or the world ends.",
      ),
    ],
    task: () => i18n._("Touch my yellow triangle"),
    highlight: { kind: "pawn", seat: "west" },
    beside: "players",
  },
];
