import type { SeatInfo } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import type { TableScene } from "../scene.ts";
import { Countdown } from "./countdown.tsx";
import { PersonName } from "./person-name.tsx";
import styles from "./plaque.module.css";
import { PresenceLine, presenceOf } from "./presence.tsx";

/** Returns the classes of a plaque. @param turn whether it is lit: it is the seat's turn */
export const plaqueClass = (turn: boolean): string => `${styles.plaque} ${turn ? styles.turn : ""}`;

interface Props {
  readonly scene: Pick<TableScene, "seat" | "clock">;
  readonly person: Pick<SeatInfo, "kind" | "connected"> & { readonly seat: string };
  /** The seat's sign. */
  readonly sign: ReactNode;
  /** The player's name, and the seat's own. */
  readonly name: string;
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
  const { scene, person, sign, name, seatName, out = false, plain = false, serverTime } = props;
  const { seat } = person;
  const clock = scene.clock?.seats.get(seat);
  return (
    <div className={styles.who}>
      {sign}
      <div className={styles.names}>
        <h2>
          <PersonName seat={seat} plain={plain} className={styles.name}>
            {name}
          </PersonName>
          {props.beside}
        </h2>
        <small>
          <PresenceLine
            presence={out ? "out" : presenceOf(scene.clock, person)}
            name={seatName}
            own={seat === scene.seat}
            className={styles.presence}
          />
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
