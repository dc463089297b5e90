import type { Card } from "@flower-war/client-sdk/flower-war";
import { cardWords, discWords } from "@flower-war/client-sdk/flower-war/texts";
import { say, texts } from "../games/flower-war/texts.ts";
import { i18n } from "../texts/index.ts";
import {
  actionKey,
  BATTLE_BUTTON,
  type Beside,
  cardInBattle,
  cardInHand,
  type Highlight,
  PLAY_BUTTON,
} from "./highlight.ts";
import type { Scripted } from "./script.ts";

/** A step of the lesson: what is said, what is highlighted, what the learner does, and what the partner does after it. */
export interface Step extends Scripted {
  /** Stays the same from one version to the next: the browser remembers it. */
  readonly id: string;
  readonly chapter: () => string;
  /** What the partner says, a paragraph each; `*` around what matters most. */
  readonly say: () => readonly string[];
  /** What the rules say of it, in their own words: stands after the first paragraph. */
  readonly rule?: () => string;
  /** What the learner has to do. */
  readonly task: () => string;
  readonly highlight: Highlight;
  /** What has to be seen of the board while something beside it is highlighted. Default: the learner's pawn. */
  readonly see?: Highlight;
  readonly beside: Beside;
  /** The card of the hand that is chosen at this step. */
  readonly chosen?: Card;
  /** The card that the learner has to choose; without it and without a command they touch what is highlighted. */
  readonly choose?: Card;
}

const CHAPTERS = {
  goal: () => i18n._("How you win"),
  turn: () => i18n._("Your first turn"),
  offering: () => i18n._("Your first offering"),
  card: () => i18n._("Your first card"),
  battle: () => i18n._("Your first battle"),
  disc: () => i18n._("Your first disc"),
  apocalypse: () => i18n._("The apocalypse"),
  sign: () => i18n._("The third sign"),
};

const ROLL = () => i18n._("Roll the die");
const END_TURN = () => i18n._("End your turn");

const GOAL_AND_TURN: readonly Step[] = [
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
    command: { type: "roll" },
    chapter: CHAPTERS.turn,
    say: () => [
      i18n._(
        "Your turn. *In a turn you roll the die, walk as many spaces, and take a skull there.* Then you may offer skulls and play cards.",
      ),
    ],
    task: ROLL,
    highlight: actionKey("R"),
    beside: "action",
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

const BATTLE_AND_DISC: readonly Step[] = [
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
    command: { type: "roll" },
    chapter: CHAPTERS.battle,
    say: () => [
      i18n._(
        "A few turns later. You hold a macuahuitl, which is a War card, and the *flower*: the first of your three signs.",
      ),
      i18n._("I stand three spaces ahead of you. *Who lands where somebody stands has to fight.*"),
    ],
    task: ROLL,
    highlight: actionKey("R"),
    see: { kind: "pawn", seat: "west" },
    beside: "action",
  },
  {
    id: "battle-card",
    choose: "macuahuitl",
    chapter: CHAPTERS.battle,
    say: () => [
      i18n._(
        "A 3: you took a skull here, and we fight. We both rolled a 4, so nobody would pay. But you have a card for battles:",
      ),
    ],
    rule: () => describeCard("macuahuitl"),
    task: () => i18n._("Choose the macuahuitl"),
    highlight: cardInBattle("macuahuitl"),
    beside: "battle",
  },
  {
    id: "battle-play",
    command: { type: "play-battle-card", card: "macuahuitl" },
    chosen: "macuahuitl",
    reply: [{ type: "pass" }],
    chapter: CHAPTERS.battle,
    say: () => [
      i18n._(
        "It makes 5 to 4. You pay its cost, one skull, onto the rack here. I might answer with a card of mine, then you again, until both of us pass.",
      ),
    ],
    task: () => i18n._("Play it"),
    highlight: BATTLE_BUTTON,
    beside: "battle",
  },
  {
    id: "battle-won",
    command: { type: "end-turn" },
    reply: [{ type: "roll" }, { type: "end-turn" }],
    chapter: CHAPTERS.battle,
    say: () => [
      i18n._("I passed. *The higher total wins, and the loser pays the stake*: I gave you a skull."),
      i18n._(
        "You could offer skulls now; with 7 you could trade them for a Day card instead. Keep yours this time.",
      ),
    ],
    task: END_TURN,
    highlight: actionKey("E"),
    beside: "action",
  },
  {
    id: "disc-roll",
    command: { type: "roll" },
    chapter: CHAPTERS.disc,
    say: () => [
      i18n._(
        "I walked on. Now look at *15 cuauhtli*, the eagle, three spaces ahead of you: *one last skull* is left on its rack.",
      ),
    ],
    task: ROLL,
    highlight: actionKey("R"),
    see: { kind: "space", space: 15 },
    beside: "action",
  },
  {
    id: "disc",
    chapter: CHAPTERS.disc,
    say: () => [
      i18n._(
        "You took the last skull: *the disc is yours*, and the rack was filled again. Discs help you in every turn:",
      ),
      i18n._(
        "This one is also a sign, the *eagle*. You hold two of three now. But why does water cover the racks?",
      ),
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

const APOCALYPSE_AND_SIGN: readonly Step[] = [
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
    command: { type: "end-turn" },
    reply: [{ type: "roll" }, { type: "sacrifice", god: "tlaloc" }, { type: "end-turn" }],
    chapter: CHAPTERS.apocalypse,
    say: () => [
      i18n._(
        "4 to 4, and a new War card for you. Now it is my turn. I look for the serpent, which is a Rain card ...",
      ),
    ],
    task: END_TURN,
    highlight: actionKey("E"),
    beside: "action",
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
    command: { type: "roll" },
    chapter: CHAPTERS.sign,
    say: () => [
      i18n._(
        "You hold flower and eagle. The *serpent* is one of the 40 Rain cards, and you are in luck: it lies on top. First roll, as in every turn.",
      ),
    ],
    task: ROLL,
    highlight: actionKey("R"),
    beside: "action",
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

/** The lesson: a first match of Flower War, from the first roll to the third sign. */
export const STEPS: readonly Step[] = [...GOAL_AND_TURN, ...BATTLE_AND_DISC, ...APOCALYPSE_AND_SIGN];

/** What a card says: its name, when it may be played, and what it does. */
function describeCard(card: Card): string {
  const { name, time, rule } = cardWords(card, texts());
  return `${name}. ${time.short}. ${say(rule)}`;
}
