import type { Table } from "@flower-war/client-sdk/flower-war";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer } from "react";
import { type Highlight, STAGE_PARTS, type Step } from "./steps/step.ts";
import { LEARNER } from "./script.ts";
import {
  angleOf,
  band,
  causewayPlaces,
  HALF_SPACE,
  RADIUS,
  SHRINE_X,
  SIDE,
} from "../games/flower-war/board/geometry.ts";
import { pointAt } from "../game-frame/board/ring.ts";
import type { BoardPoint } from "../game-frame/motion/motions.ts";
import { seatsOn } from "../games/flower-war/board/words.ts";

/** The hole in the dark. */
export interface Hole {
  /** The id of the step whose highlighted part is seen through it. */
  readonly step: string;
  /** In px of the window. */
  readonly box: Box;
  readonly path: string;
  /** What places the path in the window; `""`: it is there already. */
  readonly transform: string;
}

/** How the lesson is seen: the board, and the hole over what is highlighted. */
interface Spotlight {
  readonly camera: Camera;
  readonly hole: Hole | null;
}

/** Room that a hole leaves around what is not on the board, px: its frame has to fit between that and its neighbours. */
const AROUND = 2;

/** Says where the board stands and where the hole is, whenever something of it changes; `null` before the first drawing. */
export function useSpotlight(
  room: RefObject<HTMLElement | null>,
  step: Pick<Step, "id" | "highlight" | "see"> | null,
  table: Table,
): Spotlight | null {
  const [spotlight, show] = useReducer(newer, null);
  useLayoutEffect(() => {
    if (room.current !== null) show(measure(room.current, step, table));
  }, [room, step, table]);
  const onResize = useEffectEvent(() => {
    if (room.current !== null) show(measure(room.current, step, table));
  });
  useEffect(() => {
    if (room.current === null) return undefined;
    const again = () => onResize();
    const observer = new ResizeObserver(again);
    observer.observe(room.current);
    document.fonts.ready.then(again, () => {});
    addEventListener("resize", again);
    return () => {
      observer.disconnect();
      removeEventListener("resize", again);
    };
  }, [room]);
  return spotlight;
}

/** Keeps what was measured before if nothing has changed, so that nothing is drawn again. */
function newer(before: Spotlight | null, measured: Spotlight): Spotlight {
  return JSON.stringify(before) === JSON.stringify(measured) ? (before ?? measured) : measured;
}

function measure(
  room: HTMLElement,
  step: Pick<Step, "id" | "highlight" | "see"> | null,
  table: Table,
): Spotlight {
  const highlight = step?.highlight ?? OWN_PAWN;
  const onBoard = boardHole(highlight, table);
  const matters = onBoard ?? boardHole(step?.see ?? OWN_PAWN, table);
  const free = room.querySelector(`[data-part="${STAGE_PARTS.free}"]`) ?? room;
  const camera = cameraFor(boxOf(room), boxOf(free), matters?.box ?? MIDDLE);
  if (step === null) return { camera, hole: null };
  if (onBoard !== null) {
    const { scale, x, y } = camera;
    const transform = `matrix(${scale} 0 0 ${scale} ${x} ${y})`;
    return { camera, hole: { step: step.id, box: seen(camera, onBoard.box), path: onBoard.path, transform } };
  }
  const part = highlight.kind === "part" ? room.querySelector(highlight.selector) : null;
  if (part === null) return { camera, hole: null };
  part.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = grow(boxOf(part), AROUND);
  return { camera, hole: { step: step.id, box, path: boxPath(box), transform: "" } };
}

const OWN_PAWN: Highlight = { kind: "pawn", seat: LEARNER };
const MIDDLE: Box = { left: 0, top: 0, width: 0, height: 0 };

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

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
function cameraFor(room: Box, free: Box, matters: Box): Camera {
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
function boardHole(highlight: Highlight, table: Table): BoardHole | null {
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

function roundHole([x, y]: BoardPoint, radius: number): BoardHole {
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

function around(points: readonly BoardPoint[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** Returns the path of a hole around something that is not on the board, in px. */
function boxPath({ left, top, width, height }: Box, corner = 10): string {
  const r = Math.min(corner, width / 2, height / 2);
  return [
    `M${left + r} ${top}H${left + width - r}a${r} ${r} 0 0 1 ${r} ${r}`,
    `V${top + height - r}a${r} ${r} 0 0 1 ${-r} ${r}`,
    `H${left + r}a${r} ${r} 0 0 1 ${-r} ${-r}V${top + r}a${r} ${r} 0 0 1 ${r} ${-r}Z`,
  ].join("");
}

/** Returns a rectangle with some room around it. */
function grow({ left, top, width, height }: Box, by: number): Box {
  return { left: left - by, top: top - by, width: width + 2 * by, height: height + 2 * by };
}
