import { useEffect, useLayoutEffect } from "react";
import { drawingUrl } from "../../art/drawing.tsx";
import { usePace } from "./conditions.ts";
import { BOARD, type BoardPoint, type Motion, type Place } from "./motions.ts";
import styles from "./perform.module.css";
import type { Playing } from "./queue.ts";

const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/** The part of the time that each of several things takes that appear one after the other. */
const SWEEP_PART = 0.4;

/**
 * Performs motions for `ms`. An animation only lies on top of what is drawn and leaves nothing behind. Things that are not
 * on the page are passed over. Returns the function that ends it.
 */
export function perform(motions: readonly Motion[], ms: number): () => void {
  const ends = motions.flatMap((motion) => begin(motion, ms * Math.min(1, motion.ms / longest(motions))));
  return () => {
    for (const end of ends) end();
  };
}

const longest = (motions: readonly Motion[]): number => Math.max(...motions.map(({ ms }) => ms));

function begin(motion: Motion, ms: number): (() => void)[] {
  switch (motion.type) {
    case "tumble":
      return all(motion.what).map((element, index, { length }) => {
        const delay = (index / length) * ms * 0.2;
        return animate(
          element,
          { rotate: "-540deg", translate: "0 -0.6rem", scale: "0.7", offset: 0 },
          { duration: ms - delay, delay, easing: EASE, fill: "backwards" },
        );
      });
    case "shake":
      return all(motion.what).map((element) =>
        animate(element, { translate: ["0 0", "5px 0", "-5px 0", "4px 0", "-3px 0", "0 0"] }, ms),
      );
    case "walk":
      return all(motion.what).map((element) => animate(element, { translate: offsets(motion.way) }, ms));
    case "appear":
      return all(motion.what).map((element) =>
        animate(element, { opacity: 0, translate: "0 -8px", offset: 0 }, { duration: ms, easing: EASE }),
      );
    case "sweep":
      return all(motion.what).map((element, index, { length }) => {
        const delay = (ms * (1 - SWEEP_PART) * index) / length;
        return animate(
          element,
          { opacity: 0, offset: 0 },
          { duration: ms * SWEEP_PART, delay, easing: "ease-out", fill: "backwards" },
        );
      });
    case "fly":
      return fly(motion, ms);
    case "roll":
      return roll(motion, ms);
    case "cue": // see cues.tsx
      return [];
  }
}

const all = (what: string): readonly Element[] => [...document.querySelectorAll(what)];

function animate(
  element: Element,
  frames: PropertyIndexedKeyframes,
  timing: number | KeyframeAnimationOptions,
): () => void {
  const animation = element.animate(frames, timing);
  return () => animation.cancel();
}

/** Where the points of a way lie, seen from its last one. */
function offsets(way: readonly BoardPoint[]): string[] {
  const [endX, endY] = way.at(-1) ?? [0, 0];
  return way.map(([x, y]) => `${x - endX}px ${y - endY}px`);
}

function fly({ drawing, from, to }: Extract<Motion, { type: "fly" }>, ms: number): (() => void)[] {
  const [start, end] = [placeOnScreen(from), placeOnScreen(to)];
  if (start === null || end === null) return [];
  const flying = document.createElementNS(SVG, "svg");
  flying.classList.add(styles["flying"] ?? "");
  if (drawing.onCard === true) flying.classList.add(styles["card"] ?? "");
  flying.setAttribute("aria-hidden", "true");
  flying.append(use(drawingUrl(drawing.sheet, drawing.id)));
  document.body.append(flying);
  const lift = Math.min(60, Math.hypot(end.x - start.x, end.y - start.y) / 5);
  const translate = [
    `${start.x}px ${start.y}px`,
    `${(start.x + end.x) / 2}px ${(start.y + end.y) / 2 - lift}px`,
    `${end.x}px ${end.y}px`,
  ];
  const stop = animate(
    flying,
    { translate, scale: ["0.7", "1.1", "0.8"] },
    { duration: ms, fill: "forwards" },
  );
  return [stop, () => flying.remove()];
}

function roll({ drawing, size, way }: Extract<Motion, { type: "roll" }>, ms: number): (() => void)[] {
  const board = document.querySelector(BOARD);
  if (board === null) return [];
  const rolling = use(drawingUrl(drawing.sheet, drawing.id));
  rolling.classList.add(styles["rolling"] ?? "");
  for (const [name, value] of Object.entries({ x: -size / 2, y: -size / 2, width: size, height: size })) {
    rolling.setAttribute(name, String(value));
  }
  board.append(rolling);
  const translate = way.map(([x, y]) => `${x}px ${y}px`);
  return [animate(rolling, { translate }, { duration: ms, fill: "forwards" }), () => rolling.remove()];
}

function use(href: string): SVGUseElement {
  const element = document.createElementNS(SVG, "use");
  element.setAttribute("href", href);
  return element;
}

/** Returns the middle of a place in the window; `null`: it is not in sight. */
function placeOnScreen(place: Place): { readonly x: number; readonly y: number } | null {
  if (typeof place !== "string") {
    const matrix = document.querySelector<SVGSVGElement>(BOARD)?.getScreenCTM();
    return matrix == null ? null : new DOMPoint(...place).matrixTransform(matrix);
  }
  const boxes = all(place).map((element) => element.getBoundingClientRect());
  const box = boxes.findLast(({ width, height }) => width > 0 && height > 0);
  return box === undefined ? null : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Moves what is to move now on the table as it has just been drawn.
 * @param playing the same value as long as the same step is shown
 */
export function usePerformance(playing: Playing | null): void {
  useLayoutEffect(() => {
    if (playing === null) return undefined;
    return perform(playing.motions, playing.ms);
  }, [playing]);
}

/** Calls `settle` when the page is hidden, or nothing is to move: then the latest state is shown. */
export function useSettling(settle: () => void): void {
  const still = usePace() === 0;
  useEffect(() => {
    if (still) settle();
    const onVisibility = () => {
      if (document.hidden) settle();
    };
    document.addEventListener("visibilitychange", onVisibility);
    return () => document.removeEventListener("visibilitychange", onVisibility);
  }, [settle, still]);
}
