import styles from "./presence-line.module.css";
import type { SeatClock, SeatInfo } from "@flower-war/client-sdk";
import { i18n } from "../../texts/index.ts";

interface Props {
  readonly presence: Presence;
  /** The seat's name. */
  readonly name: string;
  /** The seat is the viewer's. */
  readonly own: boolean;
  /** For the words, which small plaques leave out. */
  readonly className?: string | undefined;
}

/** A seat's presence: a dot, and the same in words. */
export function PresenceLine({ presence, name, own, className = "" }: Props) {
  return (
    <>
      <span className={`${styles.dot} ${styles[presence]}`} aria-hidden="true" />
      <span className={`${styles.words} ${className}`}>{presenceWords(presence, name, own)}</span>
    </>
  );
}

/** How a seat's player is there. `out`: they conceded, and the match goes on. */
type Presence = "online" | "reconnecting" | "away" | "bot" | "open" | "out";

interface Person<S> extends Pick<SeatInfo, "kind" | "connected"> {
  readonly seat: S;
}

interface Clocks<S> {
  readonly seats: ReadonlyMap<S, Pick<SeatClock, "away">>;
}

/** Returns how a seat's player is there: by who holds the seat, then by their clock and connection. */
export function presenceOf<S>(clock: Clocks<S> | null, { seat, kind, connected }: Person<S>): Presence {
  if (kind === "open" || kind === "bot") return kind;
  if (clock?.seats.get(seat)?.away === true) return "away";
  if (!connected) return "reconnecting";
  return kind === "bot-account" ? "bot" : "online";
}

/** Returns a seat's name and presence in words: "East, you", "South, reconnecting". */
function presenceWords(presence: Presence, name: string, own: boolean): string {
  if (presence === "online") return own ? i18n._("{name}, you", { name }) : name;
  return `${name}, ${WORDS[presence]()}`;
}

const WORDS = {
  reconnecting: () => i18n._("reconnecting"),
  away: () => i18n._("away, played by the server"),
  bot: () => i18n._("bot"),
  open: () => i18n._("open"),
  out: () => i18n._("out"),
};
