import type { TableSeat } from "@flower-war/client-sdk";
import { useId } from "react";
import { Dot } from "../design/parts/pill.tsx";
import { seatName } from "../session/seat-names.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { describeSeat, dotKind } from "../session/match-facts.ts";
import { i18n } from "../texts/index.ts";
import styles from "./seat-choice.module.css";

interface Props {
  /** In turn order. */
  readonly seats: readonly TableSeat[];
  /** Seats that the viewer can take. */
  readonly free: readonly string[];
  /** The seat that is chosen; `null`: none can be. */
  readonly chosen: string | null;
  readonly onChoose: (seat: string) => void;
}

/** All seats in turn order; the free ones are a radio group, which arrows move through and Enter submits. */
export function SeatChoice({ seats, free, chosen, onChoose }: Props) {
  const name = useId();
  return (
    <fieldset className={styles.seats}>
      <legend>
        {chosen === null ? i18n._("Who plays") : i18n._("Choose a seat")}{" "}
        <small>
          {i18n._("{free, plural, =0 {none is free} one {# of {all} is free} other {# of {all} are free}}", {
            free: free.length,
            all: seats.length,
          })}
        </small>
      </legend>
      {seats.map((person) =>
        free.includes(person.seat) && chosen !== null ? (
          <label key={person.seat} className={`${styles.seat} ${styles.free}`}>
            <SeatSign seat={person.seat} free />
            <Words person={person} title={seatName(person.seat)} />
            <input
              type="radio"
              name={name}
              checked={person.seat === chosen}
              onChange={() => onChoose(person.seat)}
            />
          </label>
        ) : (
          <div key={person.seat} className={`${styles.seat} ${person.kind === "open" ? styles.free : ""}`}>
            <SeatSign seat={person.seat} free={person.kind === "open"} />
            <Words person={person} title={person.kind === "open" ? seatName(person.seat) : person.name} />
          </div>
        ),
      )}
    </fieldset>
  );
}

function Words({ person, title }: { readonly person: TableSeat; readonly title: string }) {
  return (
    <span className={styles.words}>
      <strong>{title}</strong>
      <small>
        {person.kind === "open" ? null : <Dot kind={dotKind(person)} />}
        {describeSeat(person, false)}
      </small>
    </span>
  );
}
