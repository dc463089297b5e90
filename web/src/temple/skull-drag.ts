import {
  type Command,
  type Condition,
  type ConditionCode,
  firstUnmet,
  type God,
  sacrificeConditions,
} from "@flower-war/client-sdk/flower-war";
import { type PointerEvent, type RefObject, useState } from "react";
import { areMotionsOn, motionTime } from "../game-frame/motion/conditions.ts";
import type { FlowerWarScene } from "../games/flower-war/texts.ts";

/** A skull that is held. */
interface Lifted {
  readonly pointer: number;
  /** Where it was lifted, and where it is. */
  readonly from: Point;
  readonly at: Point;
  /** The slot within reach; `null`: none. */
  readonly over: God | null;
  /** Let go beside the slots: it glides back. */
  readonly returning: boolean;
}

export interface SkullDrag {
  readonly lifted: Lifted | null;
  /** For the element in which the skulls lie, each marked `data-skull`. */
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
  };
  /** To be called for the held skull's element: moves it back once it is let go beside the slots. */
  readonly glideBack: (element: Element | null) => void;
}

/** ms for a skull to come back. */
const RETURN = 240;

/**
 * Lets a skull be dragged by mouse, finger or pen.
 * @param scene holds the slots, each marked `data-slot`
 * @param drop called with the slot into which a skull was let go; returns whether it stays there
 */
export function useSkullDrag(scene: RefObject<HTMLElement | null>, drop: (god: God) => boolean): SkullDrag {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const goBack = () => setLifted((skull) => (skull === null || !areMotionsOn() ? null : back(skull)));
  return {
    lifted,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0 || lifted !== null || !isSkull(event.target)) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = { x: event.clientX, y: event.clientY };
        setLifted({ pointer: event.pointerId, from: at, at, over: null, returning: false });
      },
      onPointerMove: (event) => {
        if (lifted?.pointer !== event.pointerId || lifted.returning) return;
        const at = { x: event.clientX, y: event.clientY };
        setLifted({ ...lifted, at, over: slotAt(at, slotsIn(scene.current)) });
      },
      onPointerUp: (event) => {
        if (lifted?.pointer !== event.pointerId || lifted.returning) return;
        const god = slotAt({ x: event.clientX, y: event.clientY }, slotsIn(scene.current));
        if (god !== null && drop(god)) setLifted(null);
        else goBack();
      },
      onPointerCancel: goBack,
    },
    glideBack: (element) => {
      if (element === null || lifted?.returning !== true) return;
      const way = `${lifted.from.x - lifted.at.x}px ${lifted.from.y - lifted.at.y}px`;
      const { finished } = element.animate({ translate: ["0 0", way] }, motionTime(RETURN));
      const end = () => setLifted(null);
      finished.then(end, end);
    },
  };
}

const back = (skull: Lifted): Lifted => ({ ...skull, over: null, returning: true });

const isSkull = (target: EventTarget): boolean =>
  target instanceof Element && target.closest("[data-skull]") !== null;

function slotsIn(scene: HTMLElement | null): { readonly [G in God]?: Box } {
  const boxOf = (god: God) => scene?.querySelector(`[data-slot="${god}"]`)?.getBoundingClientRect();
  const [tlaloc, huitzilopochtli] = [boxOf("tlaloc"), boxOf("huitzilopochtli")];
  return { ...(tlaloc && { tlaloc }), ...(huitzilopochtli && { huitzilopochtli }) };
}

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
