import { RADIUS, SIDE } from "../games/flower-war/board/geometry.ts";
import type { Box } from "./holes.ts";

/** How the board is seen: `scale` px for a unit, its middle at `x`, `y` px of the window. */
export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Units from the board's middle to the outer edge of its rim. */
const RIM = RADIUS.rim + 3;

/** The board is so much larger than the room that it is seen in, so that one is near. */
const NEAR = 1.4;
/** At most so many times as wide as the room. */
const WIDEST = 2.2;
/** The board is never smaller, px: in a low room one sees less of it. */
const SMALLEST = 420;
/** What is highlighted keeps this distance from the room's edges, px. */
const MARGIN = 28;

/**
 * Returns the camera for a room: the board fills its height and ends at its right edge, and is moved as far as it must be for
 * what matters to be seen.
 * @param room the part of the window in which the board is seen, px
 * @param free the part of it that nothing lies over, px
 * @param matters what has to be seen, in the board's units
 */
export function cameraFor(room: Box, free: Box, matters: Box): Camera {
  const scale = Math.max(SMALLEST, Math.min(NEAR * room.height, WIDEST * room.width)) / SIDE;
  const x = room.left + room.width - RIM * scale;
  const y = room.top + room.height / 2;
  const [left, top] = [x + matters.left * scale, y + matters.top * scale];
  return {
    scale,
    x: x + shift(left, matters.width * scale, free.left + MARGIN, free.left + free.width - MARGIN),
    y: y + shift(top, matters.height * scale, free.top + MARGIN, free.top + free.height - MARGIN),
  };
}

/** Returns a rectangle of the board in px of the window. */
export function seen({ scale, x, y }: Camera, { left, top, width, height }: Box): Box {
  return { left: x + left * scale, top: y + top * scale, width: width * scale, height: height * scale };
}

/** How far a stretch has to move to lie between two bounds; one that is longer is put in their middle. */
function shift(start: number, length: number, from: number, to: number): number {
  if (length > to - from) return (from + to) / 2 - (start + length / 2);
  if (start < from) return from - start;
  return Math.min(0, to - (start + length));
}
