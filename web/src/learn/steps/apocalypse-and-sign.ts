import { TEACHING } from "../../coach/teaching.ts";
import { i18n } from "../../texts/index.ts";
import { CHAPTERS, END_TURN, ROLL, type Step } from "./step.ts";

/** The apocalypse that the disc woke, and the third sign. */
export const APOCALYPSE_AND_SIGN: readonly Step[] = [
  {
    id: "balance",
    command: { type: "sacrifice", god: "huitzilopochtli" },
    chapter: CHAPTERS.apocalypse,
    say: () => [
      `${i18n._("The first disc wakes the *apocalypse*, and you keep its count.")} ${TEACHING.apocalypse()}`,
      `${i18n._("Tlaloc has 4, hence the water; Huitzilopochtli has 3. Give him the fourth.")} ${TEACHING.wait()}`,
    ],
    task: () => i18n._("Touch Huitzilopochtli's red shrine"),
    highlight: { kind: "shrine", god: "huitzilopochtli" },
    beside: "players",
  },
  {
    id: "balanced",
    ...END_TURN,
    reply: [{ type: "roll" }, { type: "sacrifice", god: "tlaloc" }, { type: "end-turn" }],
    chapter: CHAPTERS.apocalypse,
    say: () => [i18n._("4 to 4, and a new War card for you. Now it is my turn ...")],
  },
  {
    id: "sign-roll",
    ...ROLL,
    chapter: CHAPTERS.sign,
    say: () => [
      i18n._(
        "I offered to Tlaloc: 5 to 4. Your turn began, the gods were unequal, and *the count rose to 1 of 13*.",
      ),
      i18n._(
        "You hold flower and eagle. The *serpent* is one of the 40 Rain cards, and you are in luck: it lies on top.",
      ),
    ],
  },
  {
    id: "sign",
    command: { type: "sacrifice", god: "tlaloc" },
    chapter: CHAPTERS.sign,
    say: () => [
      i18n._("A 2. Because of the flood no skull came to you, but you have some left. Offer one to Tlaloc."),
    ],
    task: () => i18n._("Touch Tlaloc's blue shrine"),
    highlight: { kind: "shrine", god: "tlaloc" },
    beside: "players",
  },
];
