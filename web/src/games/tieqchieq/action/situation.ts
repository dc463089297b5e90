import type { Outcome } from "@flower-war/client-sdk/tieqchieq";
import type { TieqchieqScene } from "../scene.ts";

/** Why the viewer can do something now, or why not. */
export type Situation =
  | { readonly kind: "over"; readonly outcome: Outcome }
  | { readonly kind: "disconnected"; readonly gone: boolean }
  | { readonly kind: "played" }
  | { readonly kind: "watching" }
  | { readonly kind: "deciding" }
  | { readonly kind: "waiting" };

/** Returns the situation of the viewer: the one that matters most where several hold. */
export function situationOf({ view, seat, clock, connection }: TieqchieqScene): Situation {
  const { outcome, turn } = view.table;
  if (outcome !== null) return { kind: "over", outcome };
  if (connection !== null && connection !== "connected") {
    return { kind: "disconnected", gone: connection === "gone" };
  }
  if (seat === null) return { kind: "watching" };
  if (clock?.seats.get(seat)?.away === true) return { kind: "played" };
  return { kind: turn === seat ? "deciding" : "waiting" };
}
