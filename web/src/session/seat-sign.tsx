import { Drawing } from "../art/drawing.tsx";
import { SeatMark } from "../design/parts/seat-mark.tsx";
import { seatName } from "./seat-names.ts";
import styles from "./seat-sign.module.css";

interface Props {
  /** `null`: the judge's place, who has no seat. */
  readonly seat: string | null;
  /** Whether the seat is free. */
  readonly free?: boolean;
  readonly size?: "small" | "large";
}

const MARKED: readonly string[] = ["east", "north", "south", "west", "topan", "mictlan"];

/** The sign of a seat of any game, or of the judge. Decoration: words beside it say whose it is. */
export function SeatSign({ seat, free = false, size = "large" }: Props) {
  const className = `${styles.sign} ${styles[size]} ${free ? styles.free : ""}`;
  if (seat === null) return <Drawing sheet="icons" id="eye" className={className} />;
  if (MARKED.includes(seat)) return <SeatMark seat={seat} className={className} />;
  if (seat === "red" || seat === "yellow") {
    return <Drawing sheet="sisters" id={`t-${seat}`} className={className} />;
  }
  if (/^[0-5]$/.test(seat)) return <Drawing sheet="sisters" id={`seat-${seat}`} className={className} />;
  return (
    <span className={`${className} ${styles.letter}`} aria-hidden="true">
      {seatName(seat).slice(0, 1)}
    </span>
  );
}
