import type { Table } from "@flower-war/client-sdk/flower-war";
import { seatsOn } from "../games/flower-war/board/words.ts";
import {
  angleOf,
  band,
  causewayPlaces,
  HALF_SPACE,
  type Point,
  pointAt,
  RADIUS,
  SHRINE_X,
} from "../games/flower-war/board/geometry.ts";
import type { Highlight } from "./highlight.ts";

/** A rectangle, in px of the window or in units of the board. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A hole in the dark, in the board's units. */
interface BoardHole {
  readonly path: string;
  readonly box: Box;
}

/** The radius of the hole around a pawn. */
const PAWN_HOLE = 26;

/** How a shrine stands above the temple's foot: from its eaves to the ground, no wider, for the other one is beside it. */
const SHRINE = { top: -57, width: 41, height: 59 };

/** Returns where a highlighted part of the board is; `null`: it is no part of the board. */
export function boardHole(highlight: Highlight, table: Table): BoardHole | null {
  switch (highlight.kind) {
    case "rack":
      return sectorHole(highlight.space, RADIUS.rack);
    case "space":
      return sectorHole(highlight.space, [RADIUS.tile[0], RADIUS.rack[1]]);
    case "pawn": {
      const space = table.tribes[highlight.seat]?.space ?? 1;
      const pawns = seatsOn(table, space);
      return roundHole(
        causewayPlaces(space, pawns.length)[pawns.indexOf(highlight.seat)] ?? [0, 0],
        PAWN_HOLE,
      );
    }
    case "shrine":
      return shrineHole(SHRINE_X[highlight.god]);
    case "sun":
      return roundHole([0, 0], RADIUS.rayTip + 4);
    case "part":
      return null;
  }
}

function roundHole([x, y]: Point, radius: number): BoardHole {
  const side = 2 * radius;
  return {
    path: `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${side} 0a${radius} ${radius} 0 1 0 ${-side} 0Z`,
    box: { left: x - radius, top: y - radius, width: side, height: side },
  };
}

function shrineHole(x: number): BoardHole {
  const box = { ...SHRINE, left: x - SHRINE.width / 2 };
  return { path: boxPath(box, 6), box };
}

/** A part of a space, a little larger than drawn. */
function sectorHole(space: number, [inner, outer]: readonly [number, number]): BoardHole {
  const radii = [inner - 3, outer + 3] as const;
  const angle = angleOf(space);
  const corners = radii.flatMap((radius) =>
    [-HALF_SPACE, 0, HALF_SPACE].map((turn) => pointAt(radius, angle + turn)),
  );
  return { path: band(space, radii), box: around(corners) };
}

function around(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Returns the path of a hole around something that is not on the board, in px. */
export function boxPath({ left, top, width, height }: Box, corner = 10): string {
  const r = Math.min(corner, width / 2, height / 2);
  return [
    `M${left + r} ${top}H${left + width - r}a${r} ${r} 0 0 1 ${r} ${r}`,
    `V${top + height - r}a${r} ${r} 0 0 1 ${-r} ${r}`,
    `H${left + r}a${r} ${r} 0 0 1 ${-r} ${-r}V${top + r}a${r} ${r} 0 0 1 ${r} ${-r}Z`,
  ].join("");
}

/** Returns a rectangle with some room around it. */
export function grow({ left, top, width, height }: Box, by: number): Box {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}
