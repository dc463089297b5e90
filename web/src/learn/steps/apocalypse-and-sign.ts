import { texts } from "../../games/flower-war/texts.ts";
import { i18n } from "../../texts/index.ts";
import { CHAPTERS, END_TURN, ROLL, type Step } from "./step.ts";

/** The apocalypse that the disc woke, and the third sign. */
export const APOCALYPSE_AND_SIGN: readonly Step[] = [
  {
    id: "apocalypse",
    chapter: CHAPTERS.apocalypse,
    say: () => [
      i18n._(
        "The first disc that is taken wakes the *apocalypse*, the countdown to the end of the world. The sun has 13 rays for it.",
      ),
      i18n._(
        "You woke it, so before each of your turns the two gods are compared. *If one was offered more, the count rises by 1. At 13 the match is over, and nobody has won.*",
      ),
    ],
    task: () => i18n._("Touch the sun"),
    highlight: { kind: "sun" },
    beside: "players",
  },
  {
    id: "balance",
    command: { type: "sacrifice", god: "huitzilopochtli" },
    chapter: CHAPTERS.apocalypse,
    say: () => [
      i18n._(
        "Tlaloc was offered 4 skulls, Huitzilopochtli 3. The god with more rules until they are compared again. Now that is Tlaloc: hence the water.",
      ),
      i18n._("Give Huitzilopochtli the fourth. *While they are equal, the end waits.*"),
    ],
    rule: () => {
      const { flood, invasion } = texts().things;
      return `${flood.name}. ${flood.about} ${invasion.name}. ${invasion.about}`;
    },
    task: () => i18n._("Touch Huitzilopochtli's red shrine"),
    highlight: { kind: "shrine", god: "huitzilopochtli" },
    beside: "players",
  },
  {
    id: "balanced",
    ...END_TURN,
    reply: [{ type: "roll" }, { type: "sacrifice", god: "tlaloc" }, { type: "end-turn" }],
    chapter: CHAPTERS.apocalypse,
    say: () => [
      i18n._(
        "4 to 4, and a new War card for you. Now it is my turn. I look for the serpent, which is a Rain card ...",
      ),
    ],
  },
  {
    id: "tick",
    chapter: CHAPTERS.apocalypse,
    say: () => [
      i18n._(
        "I offered to Tlaloc: 5 to 4. Your turn began, the gods were unequal, and *the count rose to 1 of 13*. Tlaloc has more again, so the flood stays.",
      ),
    ],
    task: () => i18n._("Touch the sun"),
    highlight: { kind: "sun" },
    beside: "players",
  },
  {
    id: "sign-roll",
    ...ROLL,
    chapter: CHAPTERS.sign,
    say: () => [
      i18n._(
        "You hold flower and eagle. The *serpent* is one of the 40 Rain cards, and you are in luck: it lies on top. First roll, as in every turn.",
      ),
    ],
  },
  {
    id: "sign",
    command: { type: "sacrifice", god: "tlaloc" },
    chapter: CHAPTERS.sign,
    say: () => [
      i18n._(
        "You rolled a 2. Because of the flood no skull came to you on 17 olin, but you have some left. Offer one to Tlaloc and draw.",
      ),
    ],
    task: () => i18n._("Touch Tlaloc's blue shrine"),
    highlight: { kind: "shrine", god: "tlaloc" },
    beside: "players",
  },
];
