/** Geometry of round boards. Angles are in degrees, counter-clockwise from the right. */

import type { BoardPoint } from "../motion/motions.ts";

/** Returns the point at a radius and an angle, rounded to tenths. */
export function pointAt(radius: number, degrees: number): BoardPoint {
  const radians = (degrees * Math.PI) / 180;
  return [rounded(radius * Math.cos(radians)), rounded(-radius * Math.sin(radians))];
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Returns the path of a ring's sector between two radii and two angles. */
export function sector(inner: number, outer: number, from: number, to: number): string {
  const [a, b, c, d] = [pointAt(outer, from), pointAt(outer, to), pointAt(inner, to), pointAt(inner, from)];
  return `M${at(a)}A${outer} ${outer} 0 0 0 ${at(b)}L${at(c)}A${inner} ${inner} 0 0 1 ${at(d)}Z`;
}

/** Returns the path of an arc from one angle to another; the shorter way round. */
export function arc(radius: number, from: number, to: number): string {
  const sweep = from > to ? 1 : 0;
  return `M${at(pointAt(radius, from))}A${radius} ${radius} 0 0 ${sweep} ${at(pointAt(radius, to))}`;
}

/** Returns the path of a ray: its tip, and its foot that reaches `half` degrees to both sides. */
export function rayAt(angle: number, [foot, tip]: readonly [number, number], half: number): string {
  return `M${at(pointAt(foot, angle - half))}L${at(pointAt(tip, angle))}L${at(pointAt(foot, angle + half))}Z`;
}

export const at = ([x, y]: BoardPoint): string => `${x} ${y}`;
