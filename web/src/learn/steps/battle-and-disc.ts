import { discWords } from "@flower-war/client-sdk/flower-war";
import { texts } from "../../games/flower-war/texts.ts";
import { i18n } from "../../texts/index.ts";
import { TEACHING } from "../../coach/teaching.ts";
import { BATTLE_BUTTON, CHAPTERS, describeCard, END_TURN, ROLL, type Step } from "./step.ts";

/** A later turn: the first battle and the first disc. */
export const BATTLE_AND_DISC: readonly Step[] = [
  {
    id: "battle-roll",
    before: {
      chance: 423330,
      turn: 27,
      tribes: { east: { space: 9, skulls: 3 }, west: { space: 12, skulls: 4 } },
      racks: { 1: 5, 7: 4, 9: 5, 12: 4, 15: 1, 17: 4, 19: 5 },
      offerings: { tlaloc: 4, huitzilopochtli: 3 },
      dealt: { east: ["macuahuitl", "7-xochitl"] },
      next: { war: ["eagle-knight"], rain: ["canoe", "serpent"] },
    },
    ...ROLL,
    chapter: CHAPTERS.battle,
    say: () => [
      i18n._(
        "A few turns later. You hold a macuahuitl, which is a War card, and the *flower*: the first of your three signs.",
      ),
      `${i18n._("I stand three spaces ahead of you.")} ${TEACHING.fight()}`,
    ],
    see: { kind: "pawn", seat: "west" },
  },
  {
    id: "battle-play",
    command: { type: "play-battle-card", card: "macuahuitl" },
    chosen: "macuahuitl",
    reply: [{ type: "pass" }],
    chapter: CHAPTERS.battle,
    say: () => [
      i18n._("We both rolled a 4, so nobody would pay. But you have a card for battles:"),
      i18n._("It makes 5 to 4. You pay its cost, one skull, onto the rack here."),
    ],
    rule: () => describeCard("macuahuitl"),
    task: () => i18n._("Play it"),
    highlight: BATTLE_BUTTON,
    beside: "battle",
  },
  {
    id: "battle-won",
    ...END_TURN,
    reply: [{ type: "roll" }, { type: "end-turn" }],
    chapter: CHAPTERS.battle,
    say: () => [
      `${i18n._("I passed.")} ${TEACHING.stake()} ${i18n._("I gave you a skull. Keep yours this time.")}`,
    ],
  },
  {
    id: "disc-roll",
    ...ROLL,
    chapter: CHAPTERS.disc,
    say: () => [
      i18n._("Look at *15 cuauhtli*, three spaces ahead of you: *one last skull* is left on its rack."),
      TEACHING.disc(),
    ],
    see: { kind: "space", space: 15 },
  },
  {
    id: "disc",
    chapter: CHAPTERS.disc,
    say: () => [
      i18n._("*The disc is yours*, and the rack was filled again. Discs help you in every turn:"),
      i18n._("This one is also a sign, the *eagle*: two of three. But why does water cover the racks?"),
    ],
    rule: () => {
      const { bonus, tribute } = discWords("cuauhtli", texts());
      return `${bonus.short}. ${tribute}`;
    },
    task: () => i18n._("Touch the space of the eagle"),
    highlight: { kind: "space", space: 15 },
    beside: "players",
  },
];
