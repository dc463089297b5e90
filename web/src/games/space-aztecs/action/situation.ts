import type { Awaiting, Decision, Outcome } from "@flower-war/client-sdk/space-aztecs";
import type { SpaceAztecsScene } from "../scene.ts";

/** What the action panel is about. */
export type Situation =
  | { readonly kind: "over"; readonly outcome: Outcome }
  | { readonly kind: "disconnected"; readonly gone: boolean }
  | { readonly kind: "watching" }
  /** The viewer has conceded. */
  | { readonly kind: "out" }
  /** The viewer is away, and the server plays for the seat at once. */
  | { readonly kind: "played" }
  | { readonly kind: "waiting" }
  | { readonly kind: "deciding"; readonly awaiting: Awaiting };

/** What the action panel is about now. */
export function situationOf({ view, seat, clock, connection, awaiting }: SpaceAztecsScene): Situation {
  const { outcome } = view.table;
  if (outcome !== null) return { kind: "over", outcome };
  if (connection !== null && connection !== "connected") {
    return { kind: "disconnected", gone: connection === "gone" };
  }
  if (seat === null) return { kind: "watching" };
  if (view.table.out.includes(seat)) return { kind: "out" };
  if (clock?.seats.get(seat)?.away === true) return { kind: "played" };
  const own = awaiting.find((each) => each.seat === seat);
  return own === undefined ? { kind: "waiting" } : { kind: "deciding", awaiting: own };
}

/** The parts of a round as the panel shows them. */
export const PHASES = ["take", "choose", "times", "play"] as const;
export type Phase = (typeof PHASES)[number];

/** The part of a round that a decision belongs to. */
export const PHASE_OF: { readonly [D in Decision]: Phase } = {
  take: "take",
  choose: "choose",
  shelter: "play",
  abduct: "play",
};
