import { type KeyboardEvent, type RefObject, useRef, useState } from "react";

/** Places along the ring that each key goes. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

interface Ring {
  /** The attribute of each place's element, with its number. */
  readonly attribute: "data-space" | "data-place";
  /** Places of the ring, which are numbered from 1. */
  readonly count: number;
  /** The viewer's own place, to which Home leads. */
  readonly own: number;
}

interface RingKeys {
  /** For the element around the places. */
  readonly ring: RefObject<SVGGElement | null>;
  /** The number of the place that Tab reaches. */
  readonly current: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Lets arrows walk round a board's ring and Home go to the viewer's own place, with one place in the Tab order. */
export function useRingKeys({ attribute, count, own }: Ring): RingKeys {
  const ring = useRef<SVGGElement>(null);
  const [walked, setWalked] = useState<number | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = Number((event.target as Element).getAttribute(attribute));
    const to = destination(event.key, from, { count, own });
    if (to === null) return;
    event.preventDefault();
    setWalked(to === own ? null : to);
    ring.current?.querySelector<SVGGElement>(`[${attribute}="${to}"]`)?.focus();
  };
  return { ring, current: walked ?? own, onKeyDown };
}

/** Returns the place that a key leads to; `null`: the key does something else. */
export function destination(
  key: string,
  from: number,
  { count, own }: Omit<Ring, "attribute">,
): number | null {
  if (from < 1 || from > count) return null;
  if (key === "Home") return own;
  const steps = STEPS[key];
  return steps === undefined ? null : ((from - 1 + steps + count) % count) + 1;
}

/** Handlers of a drawing that is pressed as a button is: with a click, Enter or Space. */
export function pressHandlers(onPress: () => void) {
  return {
    onClick: onPress,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      onPress();
    },
  };
}
