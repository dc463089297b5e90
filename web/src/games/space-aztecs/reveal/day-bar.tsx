import type { Seat } from "@flower-war/client-sdk/space-aztecs";
import type { Reader } from "@flower-war/client-sdk/texts";
import { i18n } from "../../../texts/index.ts";
import { SeatSign } from "../../../session/seat-sign.tsx";
import styles from "./reveal.module.css";
import { partOfDay } from "./part-of-day.ts";
import type { Reveal } from "./reveal-of.ts";

const HOURS = [0, 6, 12, 18, 24];

/** Every card's time on the day from midnight to midnight. */
export function DayBar({ reveal: { cards, starting }, reader }: { reveal: Reveal; reader: Reader<Seat> }) {
  const times = cards.map(({ seat, time }) => `${reader.nameOf(seat)} ${time}`).join(", ");
  return (
    <div className={styles.day} role="img" aria-label={i18n._("Times: {times}", { times })}>
      {HOURS.map((hour) => (
        <i key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
          {String(hour).padStart(2, "0")}:00
        </i>
      ))}
      {cards.map(({ seat, time }) => (
        <span
          key={seat}
          className={seat === starting ? styles.first : undefined}
          style={{ left: `${partOfDay(time) * 100}%` }}
        >
          <SeatSign seat={seat} />
        </span>
      ))}
    </div>
  );
}
