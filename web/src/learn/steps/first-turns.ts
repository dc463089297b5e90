import { i18n } from "../../texts/index.ts";
import { TEACHING } from "../../coach/teaching.ts";
import { CHAPTERS, describeCard, PLAY_BUTTON, ROLL, type Step } from "./step.ts";

/** The goal of the game, and the learner's first turn with an offering and a card. */
export const FIRST_TURNS: readonly Step[] = [
  {
    id: "roll",
    before: {
      chance: 428,
      next: { rain: ["spring-rain"], war: ["chimalli"], day: ["1-cipactli", "2-cipactli"] },
    },
    ...ROLL,
    chapter: CHAPTERS.turn,
    say: () => [
      `${i18n._("I am the yellow triangle, you are the red circle.")} ${TEACHING.goal()}`,
      TEACHING.turn(),
    ],
    see: { kind: "pawn", seat: "east" },
  },
  {
    id: "offering",
    command: { type: "sacrifice", god: "tlaloc" },
    chapter: CHAPTERS.offering,
    say: () => [
      i18n._(
        "A 4: on *4 cuetzpalin* one skull of its rack came to you, and one more by the Day card that the first one here draws.",
      ),
      TEACHING.offering(),
    ],
    task: () => i18n._("Touch Tlaloc's blue shrine"),
    highlight: { kind: "shrine", god: "tlaloc" },
    beside: "players",
  },
  {
    id: "play-card",
    command: { type: "play-card", card: "spring-rain" },
    chosen: "spring-rain",
    reply: [{ type: "roll" }, { type: "sacrifice", god: "huitzilopochtli" }, { type: "end-turn" }],
    chapter: CHAPTERS.card,
    say: () => [
      `${i18n._("You drew a card.")} ${TEACHING.card()}`,
      i18n._("It costs nothing, and now is the time for it."),
    ],
    rule: () => describeCard("spring-rain"),
    task: () => i18n._("Play it"),
    highlight: PLAY_BUTTON,
    beside: "action",
  },
];
