import type { Table } from "@flower-war/client-sdk/flower-war";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useReducer } from "react";
import { type Camera, cameraFor, seen } from "./camera.ts";
import { boardHole, type Box, boxPath, grow } from "./holes.ts";
import { type Highlight, STAGE_PARTS } from "./highlight.ts";
import { LEARNER } from "./script.ts";
import type { Step } from "./steps/step.ts";

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
