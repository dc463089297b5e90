import type { SeatInfo } from "@flower-war/client-sdk";
import { Dot } from "../design/parts/pill.tsx";
import { seatName, seatShape } from "../games/seat-names.ts";
import { SeatSign } from "../games/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./seat-card.module.css";

interface Props {
  readonly person: SeatInfo;
  /** It is the viewer. */
  readonly own: boolean;
}

/** A seat and who sits there. */
export function SeatCard({ person, own }: Props) {
  const { seat, kind, name } = person;
  const free = kind === "open";
  return (
    <li data-seat={seat} className={`${styles.card} ${free ? styles.free : ""} ${own ? styles.own : ""}`}>
      <SeatSign seat={seat} free={free} />
      <p>
        <strong>{free ? seatName(seat) : name}</strong>
        <small>
          {free ? null : <Dot kind={dotKind(person)} />}
          {describeSeat(person, own)}
        </small>
      </p>
    </li>
  );
}

/** Returns a seat in a few words: its name or shape, and who is there. */
export function describeSeat({ seat, kind, connected, temple }: SeatInfo, own: boolean): string {
  const shape = seatShape(seat);
  if (kind === "open") {
    return shape === null ? i18n._("free") : i18n._("free, {shape}", { shape });
  }
  const facts = [
    seatName(seat),
    own ? i18n._("you") : null,
    kind === "bot" ? i18n._("bot") : null,
    kind === "human" && !connected ? i18n._("away") : null,
    temple === "" ? null : i18n._("with a temple"),
  ];
  return facts.filter((fact) => fact !== null).join(", ");
}

/** Returns which dot stands for a player's connection. */
export function dotKind({ kind, connected }: SeatInfo): "on" | "off" | "bot" {
  if (kind === "bot") return "bot";
  return connected ? "on" : "off";
}
