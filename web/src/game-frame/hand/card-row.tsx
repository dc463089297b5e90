import type { ComponentProps, RefObject, UIEvent } from "react";
import styles from "./card-row.module.css";

interface Props extends ComponentProps<"ul"> {
  /** Whether the row is swiped on phones, where the cards lean away from the one in the middle. Default: yes. */
  readonly swiped?: boolean;
}

/** Cards in a row. CSS sets `--card-width`; where they have no room, they overlap. */
export function CardRow({ swiped = true, className = "", ...row }: Props) {
  return (
    <ul
      {...row}
      className={`${styles.row} ${swiped ? styles.swiped : ""} ${className}`}
      onScroll={keepUpright}
    />
  );
}

/** Cards that lean reach below the row. A browser that shows one with the focus scrolls down to it, and no finger scrolls back. */
const keepUpright = ({ currentTarget }: UIEvent<HTMLUListElement>): void => {
  // Set for nothing, it would stop the swipe.
  if (currentTarget.scrollTop > 0) currentTarget.scrollTop = 0;
};

/** Swipes a row to its middle. */
export function swipeToMiddle({ current }: RefObject<HTMLUListElement | null>): void {
  current?.scrollTo({ left: (current.scrollWidth - current.clientWidth) / 2 });
}
