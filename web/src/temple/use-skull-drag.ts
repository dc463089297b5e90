import type { God } from "@flower-war/client-sdk/flower-war";
import { type PointerEvent, type RefObject, useState } from "react";
import { areMotionsOn, motionTime } from "../game-frame/motion/conditions.ts";
import { type Box, type Point, slotAt } from "./slots.ts";

/** A skull that is held. */
export interface Lifted {
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
