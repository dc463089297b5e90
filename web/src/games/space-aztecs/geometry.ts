/** Where everything on the sundial lies: its centre is 0, 0. Angles are in degrees, clockwise from the top. */

import { arc, rayAt, pointAt as ringPoint, sector } from "../../game-frame/board/ring.ts";
import type { BoardPoint as Point } from "../../game-frame/motion/motions.ts";

/** Units of the dial's edges. */
export const SIDE = 636;

export const PLACE_COUNT = 8;

/** Degrees between two places. */
const STEP = 360 / PLACE_COUNT;

/** Half of what a place spans, in degrees; the rest is the joint between two places. */
const HALF = 21.9;

/** Radii: the rim's rack with the piles, a place's tile, the ring of hours, the sun. */
export const RADIUS = {
  rim: 315,
  rackOuter: 309,
  pile: 285.5,
  rackInner: 262,
  tileOuter: 260,
  tileInner: 134,
  hours: 120,
  rays: 104,
  sun: 78,
} as const;

/** Where a place's middle is. */
export const angleOf = (place: number): number => (place - 1) * STEP;

/** The point at a radius and an angle. */
export const pointAt = (radius: number, degrees: number): Point => ringPoint(radius, 90 - degrees);

/** The outline of a place between two radii, as the data of an SVG path. `inset`: degrees that it is narrower at each side. */
export function wedge(place: number, inner: number, outer: number, inset = 0): string {
  const [middle, half] = [90 - angleOf(place), HALF - inset];
  return sector(inner, outer, middle - half, middle + half);
}

/** The line on which a place's name stands. In the lower half it runs the other way, so that no name is upside down. */
export function nameArc(place: number): string {
  const angle = angleOf(place);
  const upper = angle < 100 || angle > 260;
  const radius = upper ? 240 : 250;
  const turn = upper ? 21 : -21;
  return arc(radius, 90 - angle + turn, 90 - angle - turn);
}

/** Rays of the sun. */
export const RAYS = 13;

/** The path of a ray, 0-12, clockwise from the top. */
export const ray = (index: number): string => rayAt(90 - (index * 360) / RAYS, [70, RADIUS.rays], 11);

/** Where the cards of a pile lie, from left to right as one looks at it from the sun. `spread`: degrees of a full pile. */
export function pilePoints(place: number, cards: number, spread: number): readonly Point[] {
  const gap = cards > FULL_PILE ? spread / (cards - 1) : spread / (FULL_PILE - 1);
  const first = angleOf(place) - PILE_START;
  return Array.from({ length: cards }, (_, index) => pointAt(RADIUS.pile, first + index * gap));
}

/** Larger piles lie closer together. */
const FULL_PILE = 7;
/** Degrees from a place's middle to its first card. */
const PILE_START = 13;

/** Where the Saucers to the end of the world stand on the sun, and how wide each is. */
export function saucerPoints(limit: number): { readonly points: readonly Point[]; readonly width: number } {
  const gap = Math.min(30, 210 / limit);
  const points = Array.from({ length: limit }, (_, index) => pointAt(56, (index - (limit - 1) / 2) * gap));
  return { points, width: limit > 7 ? 24 : 30 };
}
