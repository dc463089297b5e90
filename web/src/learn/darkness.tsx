import { useId, useLayoutEffect, useRef } from "react";
import { areMotionsOn, motionTime } from "../game-frame/motion/conditions.ts";
import styles from "./darkness.module.css";
import type { Box, Hole } from "./spotlight.ts";

/** How long a hole glides to the next place, ms. */
const GLIDE = 240;

interface Props {
  /** `null`: there is none. */
  readonly hole: Hole | null;
  /** How often the learner missed it: each time it flashes. */
  readonly missed: number;
}

/** The dark over everything but the hole, which glides from one step to the next. */
export function Darkness({ hole, missed }: Props) {
  const id = useId();
  const opening = useRef<SVGGElement>(null);
  const edge = useRef<SVGGElement>(null);
  const before = useRef<Hole | null>(null);
  useLayoutEffect(() => {
    const from = before.current;
    before.current = hole;
    if (from === null || hole === null || from.step === hole.step || !areMotionsOn()) return;
    const frames = [{ transform: glideFrom(from.box, hole.box) }, { transform: "none" }];
    for (const part of [opening.current, edge.current]) {
      part?.animate(frames, { duration: motionTime(GLIDE), easing: "ease-out" });
    }
  }, [hole]);
  return (
    <svg className={styles.dark} aria-hidden="true">
      <mask id={id}>
        <rect width="100%" height="100%" fill="#fff" />
        <g ref={opening} className={styles.gliding}>
          {hole === null ? null : <path d={hole.path} transform={hole.transform} />}
        </g>
      </mask>
      <rect className={styles.shade} width="100%" height="100%" mask={`url(#${id})`} />
      <g ref={edge} className={styles.gliding}>
        {hole === null ? null : (
          <g key={missed} className={missed > 0 ? styles.missed : undefined}>
            <path className={styles.outer} d={hole.path} transform={hole.transform} />
            <path className={styles.inner} d={hole.path} transform={hole.transform} />
          </g>
        )}
      </g>
    </svg>
  );
}

/** The transform that lays one rectangle over another. */
function glideFrom(from: Box, to: Box): string {
  const [x, y] = [from.width / to.width, from.height / to.height];
  return `translate(${from.left - to.left * x}px, ${from.top - to.top * y}px) scale(${x}, ${y})`;
}
