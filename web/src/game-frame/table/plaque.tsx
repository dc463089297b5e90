import type { SeatInfo } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import { i18n } from "../../texts/index.ts";
import { BotFace, bareName, botWords } from "../../session/bot.tsx";
import type { TableScene } from "../scene.ts";
import { Countdown } from "./countdown.tsx";
import { PersonName } from "./person-name.tsx";
import styles from "./plaque.module.css";

/** Returns the classes of a plaque. @param turn whether it is lit: it is the seat's turn */
export const plaqueClass = (turn: boolean): string => `${styles.plaque} ${turn ? styles.turn : ""}`;

interface Props {
  readonly scene: Pick<TableScene, "seat" | "clock">;
  readonly person: Pick<SeatInfo, "kind" | "connected" | "name"> & { readonly seat: string };
  /** The seat's sign. */
  readonly sign: ReactNode;
  /** The seat's own name. */
  readonly seatName: string;
  /** Whether the player has conceded. Default: no. */
  readonly out?: boolean;
  /** A click on the plaque means something else now. Default: no. */
  readonly plain?: boolean;
  /** For the player's clock; left out: it is not shown here. */
  readonly serverTime?: () => number;
  /** What stands behind the name, and below it behind the player's presence. */
  readonly beside?: ReactNode;
  readonly below?: ReactNode;
  /** What stands at the end. */
  readonly children?: ReactNode;
}

/** The head of a plaque: the seat's sign, its player and how they are there, and their clock. */
export function PlaqueHead(props: Props) {
  const { scene, person, sign, seatName, out = false, plain = false, serverTime } = props;
  const { seat, name } = person;
  const clock = scene.clock?.seats.get(seat);
  const presence = out ? "out" : presenceOf(scene.clock, person);
  return (
    <div className={styles.who}>
      {sign}
      <div className={styles.names}>
        <h2>
          <PersonName seat={seat} plain={plain} className={styles.name}>
            {name === "" ? seatName : bareName(name)}
          </PersonName>
          <BotFace name={name} />
          {props.beside}
        </h2>
        <small>
          <span className={`${styles.dot} ${styles[presence]}`} aria-hidden="true" />
          <span className={styles.presence}>
            {presenceWords(presence, name, name === "" ? "" : seatName, seat === scene.seat)}
          </span>
          {props.below}
        </small>
      </div>
      {clock === undefined || serverTime === undefined ? null : (
        <Countdown clock={clock} serverTime={serverTime} className={styles.clock} />
      )}
      {props.children}
    </div>
  );
}

/** How a seat's player is there. `out`: they conceded, and the match goes on. */
type Presence = "online" | "reconnecting" | "away" | "bot" | "open" | "out";

/** Returns how a seat's player is there: by who holds the seat, then by their clock and connection. */
function presenceOf(clock: TableScene["clock"], { seat, kind, connected }: Props["person"]): Presence {
  if (kind === "open" || kind === "bot") return kind;
  if (clock?.seats.get(seat)?.away === true) return "away";
  if (!connected) return "reconnecting";
  return kind === "bot-account" ? "bot" : "online";
}

/**
 * Returns a seat's name and presence in words: "East, you", "South, reconnecting".
 * @param person the player's name
 * @param seat the seat's; `""`: it stands above already
 */
function presenceWords(presence: Presence, person: string, seat: string, own: boolean): string {
  const words = presence !== "online" ? WORDS[presence](person) : own ? i18n._("you") : "";
  return [seat, words].filter((part) => part !== "").join(", ");
}

const WORDS = {
  reconnecting: () => i18n._("reconnecting"),
  away: () => i18n._("away, played by the server"),
  bot: botWords,
  open: () => i18n._("open"),
  out: () => i18n._("out"),
};
