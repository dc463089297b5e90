import type { Awaiting, Decision, Outcome, View } from "@flower-war/client-sdk/flower-war";
import type { FlowerWarScene } from "../scene.ts";

/** What the action panel is about: exactly one thing at a time. */
export type Situation =
  | { readonly kind: "over"; readonly outcome: Outcome }
  /** `gone`: the SDK has given up reconnecting. */
  | { readonly kind: "disconnected"; readonly gone: boolean }
  | { readonly kind: "watching" }
  /** The viewer has conceded. */
  | { readonly kind: "out" }
  /** The viewer is away, and the server plays for the seat at once. */
  | { readonly kind: "played" }
  | { readonly kind: "waiting"; readonly awaiting: Awaiting }
  | { readonly kind: "deciding"; readonly decision: Decision; readonly awaiting: Awaiting };

/** What the action panel is about now. */
export function situationOf({ view, seat, clock, connection }: FlowerWarScene): Situation {
  const { outcome, awaiting, tribes } = view.table;
  if (outcome !== null) return { kind: "over", outcome };
  if (connection !== null && connection !== "connected") {
    return { kind: "disconnected", gone: connection === "gone" };
  }
  if (seat === null || awaiting === null) return { kind: "watching" };
  if ((tribes[seat]?.out ?? 0) > 0) return { kind: "out" };
  if (clock?.seats.get(seat)?.away === true) return { kind: "played" };
  if (awaiting.seat !== seat) return { kind: "waiting", awaiting };
  return { kind: "deciding", decision: awaiting.decision, awaiting };
}

/** The parts of a turn as the panel shows them. */
export const PHASES = ["roll", "land", "offer", "cards", "end"] as const;
export type Phase = (typeof PHASES)[number];

const PHASE_OF: { readonly [D in Decision]: Phase } = {
  roll: "roll",
  move: "land",
  challenge: "land",
  battle: "land",
  pay: "land",
  choose: "land",
  discard: "land",
  sacrifice: "offer",
  cards: "cards",
};

/** The part of the viewer's own turn that the match is in; `null`: it is not their turn. */
export function phaseOf({ table, seat }: View): Phase | null {
  const { awaiting, turn } = table;
  if (awaiting === null || seat === null || turn.seat !== seat) return null;
  return PHASE_OF[awaiting.decision];
}
