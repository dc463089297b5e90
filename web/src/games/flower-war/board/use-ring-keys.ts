import { type KeyboardEvent, type RefObject, useState } from "react";
import { SPACE_COUNT, spaceAhead } from "./geometry.ts";

/** Steps along the ring that each key takes. */
const KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Lets arrows walk round the ring and Home go to the viewer's own space, with one space in the Tab order.
 * @returns the number of the space that Tab reaches, and the ring's key handler
 */
export function useRingKeys(
  ring: RefObject<SVGGElement | null>,
  own: number,
): readonly [number, (event: KeyboardEvent) => void] {
  const [walked, setWalked] = useState<number | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = Number((event.target as Element).getAttribute("data-space"));
    const to = destination(event.key, from, own);
    if (to === null) return;
    event.preventDefault();
    setWalked(to === own ? null : to);
    ring.current?.querySelector<SVGGElement>(`[data-space="${to}"]`)?.focus();
  };
  return [walked ?? own, onKeyDown];
}

/** The space that a key leads to; `null`: the key does something else. */
export function destination(key: string, from: number, own: number): number | null {
  if (from < 1 || from > SPACE_COUNT) return null;
  if (key === "Home") return own;
  const steps = KEYS[key];
  return steps === undefined ? null : spaceAhead(from, steps);
}
