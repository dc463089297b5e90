import {
  type Command,
  type Condition,
  type ConditionCode,
  firstUnmet,
  type God,
  sacrificeConditions,
} from "@flower-war/client-sdk/flower-war";
import type { FlowerWarScene } from "../games/flower-war/texts.ts";

/** Where a pointer is or a slot lies: px from the upper left corner of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** px around a slot that still count as the slot: a skull under a finger is hard to aim. */
export const REACH = 28;

/** Returns the command of a skull that falls into a god's slot; `null`: the slot is closed. */
export function commandOf(legal: readonly Command[], god: God): Command | null {
  return legal.find((command) => command.type === "sacrifice" && command.god === god) ?? null;
}

/** Returns the slot over which a skull is let go, the nearer one if it is within reach of both; `null`: none. */
export function slotAt(point: Point, slots: { readonly [G in God]?: Box }): God | null {
  const near = (["tlaloc", "huitzilopochtli"] as const)
    .map((god) => ({ god, distance: distanceTo(point, slots[god]) }))
    .filter(({ distance }) => distance <= REACH)
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.god ?? null;
}

/** Why a slot is closed: a reason of the page's own, or the condition that is not met; `null`: it is open. */
export type Closed = "reconnecting" | "away" | Condition<ConditionCode> | null;

/** Returns why a skull that falls into a god's slot would be no offering now. */
export function closedBy({ legal, connection, seat, clock, view }: FlowerWarScene, god: God): Closed {
  if (commandOf(legal, god) !== null) return null;
  if (connection !== null && connection !== "connected") return "reconnecting";
  if (seat !== null && clock?.seats.get(seat)?.away === true) return "away";
  return firstUnmet(sacrificeConditions(view, god));
}

/** Returns how many skulls can be lifted: those held, or one from supply if the next offering is free. */
export function skullsToLift({ view, legal }: FlowerWarScene): number {
  const held = view.seat === null ? 0 : (view.table.tribes[view.seat]?.skulls ?? 0);
  return held === 0 && legal.some(({ type }) => type === "sacrifice") ? 1 : held;
}

/** px from the edge of a box; 0: within. */
function distanceTo({ x, y }: Point, box: Box | undefined): number {
  if (box === undefined) return Number.POSITIVE_INFINITY;
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}
