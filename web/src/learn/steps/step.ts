import { type Card, cardWords, type God, type Seat } from "@flower-war/client-sdk/flower-war";
import { say, texts } from "../../games/flower-war/texts.ts";
import { i18n } from "../../texts/index.ts";
import type { Scripted } from "../script.ts";

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
}

/** The titles of the lesson's chapters. */
export const CHAPTERS = {
  turn: () => i18n._("Your first turn"),
  offering: () => i18n._("Your first offering"),
  card: () => i18n._("Your first card"),
  battle: () => i18n._("Your first battle"),
  disc: () => i18n._("Your first disc"),
  apocalypse: () => i18n._("The apocalypse"),
  sign: () => i18n._("The third sign"),
};

/** Returns what a card says: its name, when it may be played, and what it does. */
export function describeCard(card: Card): string {
  const { name, time, rule } = cardWords(card, texts());
  return `${name}. ${time.short}. ${say(rule)}`;
}

/** The one thing that is highlighted: a part of the board, or what a selector finds beside it. */
export type Highlight =
  | { readonly kind: "rack" | "space"; readonly space: number }
  | { readonly kind: "pawn"; readonly seat: Seat }
  | { readonly kind: "shrine"; readonly god: God }
  | { readonly kind: "sun" }
  | { readonly kind: "part"; readonly selector: string };

/** What is shown over the lower part of the board. */
export type Beside = "players" | "action" | "battle";

/** The names of the parts over the board, for selectors; `free`: where nothing lies over it. */
export const STAGE_PARTS = { free: "free", action: "action", battle: "battle" } as const;

const part = (name: keyof typeof STAGE_PARTS, inside: string): Highlight => ({
  kind: "part",
  selector: `[data-part="${STAGE_PARTS[name]}"] ${inside}`,
});

/** The button of the action panel that has a key. */
const actionKey = (key: string): Highlight => part("action", `[aria-keyshortcuts="${key}"]`);

/** The first button that the action panel offers for the chosen card: to play it. */
export const PLAY_BUTTON: Highlight = part("action", "div > button");

/** The first button under the battle: to play the chosen card. */
export const BATTLE_BUTTON: Highlight = part("battle", "button:not([data-card])");

/** What a step has with which the learner rolls, and one with which they end their turn. */
export const ROLL = {
  command: { type: "roll" },
  task: () => i18n._("Roll the die"),
  highlight: actionKey("R"),
  beside: "action",
} as const;
export const END_TURN = {
  command: { type: "end-turn" },
  task: () => i18n._("End your turn"),
  highlight: actionKey("E"),
  beside: "action",
} as const;
