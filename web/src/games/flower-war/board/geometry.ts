/**
 * Where everything on the board lies: a square of 660 x 660 units with the origin in its middle. The ring is walked
 * counter-clockwise; space 3 is at 0 degrees, 8 at the top, 13 at 180, 18 at the bottom.
 */

import type { Seat } from "@flower-war/client-sdk/flower-war";
import { arc, pointAt, rayAt, sector } from "../../../game-frame/board/ring.ts";
import type { BoardPoint as Point } from "../../../game-frame/motion/motions.ts";

/** Units of the board's edges. */
export const SIDE = 660;

/** The board's SVG viewbox. */
export const VIEW_BOX = `${-SIDE / 2} ${-SIDE / 2} ${SIDE} ${SIDE}`;

/** Where the middle of each god's shrine lies on the temple. */
export const SHRINE_X = { tlaloc: -21, huitzilopochtli: 21 } as const;

/** Spaces of the ring. */
export const SPACE_COUNT = 20;
const STEP = 360 / SPACE_COUNT;

/** A space reaches so far to both sides of its angle; the rest is the joint between two. */
export const HALF_SPACE = 8.7;

/** Radii of the bands, from the outside. */
export const RADIUS = {
  rim: 325,
  rack: [288, 319],
  tile: [206, 286],
  stripe: 283.5,
  disc: 241,
  card: 219,
  causeway: 188,
  lake: 168,
  sun: 84,
  rayTip: 106,
} as const;

/** The angle of a space, 1-20. */
export const angleOf = (space: number): number => (space - 3) * STEP;

/** Where each seat begins. */
export const STARTS: Readonly<Record<Seat, number>> = {
  east: 20,
  north: 5,
  south: 15,
  topan: 3,
  mictlan: 13,
  west: 10,
};

/** The path of a space's band. `inset`: how far it stays within the band. */
export function band(space: number, [inner, outer]: readonly [number, number], inset = 0): string {
  const angle = angleOf(space);
  const half = HALF_SPACE - inset / 5;
  return sector(inner + inset, outer - inset, angle - half, angle + half);
}

/** The arc along a space's outer edge, by which its quarter of the ring is known. */
export function edge(space: number): string {
  const angle = angleOf(space);
  return arc(RADIUS.stripe, angle + HALF_SPACE, angle - HALF_SPACE);
}

/** The arc that a space's name stands on: read from outside in the lower half, so that no name is upside down. */
export function nameArc(space: number): string {
  const angle = angleOf(space);
  const upper = angle > -1 && angle < 181;
  const radius = upper ? 271.5 : 279.5;
  const turn = upper ? HALF_SPACE - 0.1 : -(HALF_SPACE - 0.1);
  return arc(radius, angle + turn, angle - turn);
}

/** Slots of a rack's outer row; the others lie in the inner one. */
const OUTER_SLOTS = 7;

/** Where the skulls of a rack lie: up to seven outside, the others inside. */
export function rackSlots(space: number, size: number): readonly Point[] {
  return Array.from({ length: size }, (_, slot) => {
    const inside = slot >= OUTER_SLOTS;
    const place = inside ? slot - OUTER_SLOTS + 0.25 : slot;
    return pointAt(inside ? 297.5 : 310.5, angleOf(space) + 3.4 - place * 1.96);
  });
}

/** Where the dots of a rack lie on a small board: in one row. */
export function rackDots(space: number, size: number): readonly Point[] {
  return Array.from({ length: size }, (_, slot) =>
    pointAt(314, angleOf(space) - 8 + (slot * 16) / Math.max(size - 1, 1)),
  );
}

/** Where the number of a rack stands. */
export const plateAt = (space: number): Point => pointAt(303.5, angleOf(space) + 6.1);

/** Rows of offerings in a half of the lake: radius and beads. */
const BEAD_ROWS = [
  [160, 41],
  [148, 38],
  [136, 35],
  [124, 30],
] as const;

/** Beads that a half of the lake has room for; of more only the number grows. */
export const BEADS_A_HALF = BEAD_ROWS.reduce((sum, [, beads]) => sum + beads, 0);

/** Where the offerings of a god lie, from south to north, row by row: Tlaloc's on the left. */
export function beadPlaces(god: "tlaloc" | "huitzilopochtli"): readonly Point[] {
  const side = god === "tlaloc" ? -1 : 1;
  return BEAD_ROWS.flatMap(([radius, beads]) =>
    Array.from({ length: beads }, (_, index) =>
      pointAt(radius, -90 + side * (6 + (168 * index) / (beads - 1))),
    ),
  );
}

/** One path of many circles. */
export function dots(places: readonly Point[], radius: number): string {
  return places
    .map(
      ([x, y]) =>
        `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`,
    )
    .join("");
}

/** Rays of the sun: one for each tick of the apocalypse. */
export const RAYS = 13;

/** The path of a ray, 0-12, clockwise from the top. */
export const ray = (index: number): string =>
  rayAt(90 - (index * 360) / RAYS, [RADIUS.sun - 1, RADIUS.rayTip], 10.5);

/** Degrees of the causeway that the things on one space share at most. */
const CROWDED = 16;

/** Where the things on one space of the causeway stand, side by side. */
export function causewayPlaces(space: number, things: number, apart = 9): readonly Point[] {
  const step = Math.min(apart, CROWDED / Math.max(things - 1, 1));
  return Array.from({ length: things }, (_, index) =>
    pointAt(RADIUS.causeway, angleOf(space) + (index - (things - 1) / 2) * step),
  );
}

/** The space so many steps ahead; `direction` -1: against the order of the spaces. */
export function spaceAhead(space: number, steps: number, direction: 1 | -1 = 1): number {
  return ((((space - 1 + direction * steps) % SPACE_COUNT) + SPACE_COUNT) % SPACE_COUNT) + 1;
}

/** Steps from a space to another, 0-19. */
export function stepsTo(from: number, to: number, direction: 1 | -1 = 1): number {
  return (((direction * (to - from)) % SPACE_COUNT) + SPACE_COUNT) % SPACE_COUNT;
}
