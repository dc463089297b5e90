import {
  type Command,
  type Condition,
  type ConditionCode,
  cardConditions,
  cardFace,
  costOf,
  firstUnmet,
  type HeldCard,
  type View,
} from "@flower-war/client-sdk/flower-war";
import { i18n } from "../../../texts/index.ts";
import type { FlowerWarScene } from "../texts.ts";

/** How a card of the hand stands now. */
export interface Playability {
  /** `idle`: nothing is asked of the hand now. */
  readonly state: "playable" | "not-now" | "idle";
  /** Why it cannot be played, in a few words; `null` unless `not-now`. */
  readonly reason: string | null;
  /** What it costs now; `null` for signs. */
  readonly cost: number | null;
}

/** Decisions in which cards of the hand are chosen. */
const ASKS_FOR_CARDS = new Set(["sacrifice", "cards", "battle", "pay", "discard"]);

/** Says of each card of the hand, by its id, whether it can be chosen now. */
export function playabilityOf(scene: FlowerWarScene): ReadonlyMap<string, Playability> {
  const { view, legal } = scene;
  return new Map(view.hand.map((held) => [held.id, judge(view, legal, held)]));
}

function judge(view: View, legal: readonly Command[], { id, card }: HeldCard): Playability {
  const cost = cardFace(card).cost === null ? null : costOf(view.table, card);
  const { awaiting } = view.table;
  if (legal.length === 0 || awaiting?.seat !== view.seat || !ASKS_FOR_CARDS.has(awaiting.decision)) {
    return { state: "idle", reason: null, cost };
  }
  if (legal.some((command) => isPlayOf(command, id))) return { state: "playable", reason: null, cost };
  const unmet = firstUnmet(cardConditions(view, card));
  return { state: "not-now", reason: unmet === null ? null : shortReason(unmet), cost };
}

/** Whether a command uses a card for more than covering a stack. */
export function isPlayOf(command: Command, id: string): boolean {
  return "card" in command && command.card === id && command.type !== "discard";
}

/** An unmet condition in the words that fit on a card. */
function shortReason({ code, values }: Condition<ConditionCode>): string {
  switch (code) {
    case "in-battle":
      return i18n._("only in battle");
    case "attacking":
      return i18n._("only attacking");
    case "defending":
      return i18n._("only defending");
    case "your-turn":
      return i18n._("on your turn");
    case "your-answer":
      return i18n._("not your turn to answer");
    case "after-landing":
      return i18n._("after landing");
    case "not-a-sign":
      return i18n._("a sign stays in hand");
    case "card-to-stop":
      return i18n._("no card to stop");
    case "skulls":
      return i18n._("costs {cost}: you have {skulls}", { cost: values["cost"], skulls: values["skulls"] });
    case "room":
      return i18n._("costs {cost}: room for {room}", { cost: values["cost"], room: values["room"] });
    default:
      return i18n._("not now");
  }
}
