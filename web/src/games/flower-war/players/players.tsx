import type { Seat } from "@flower-war/client-sdk/flower-war";
import { i18n } from "../../../texts/index.ts";
import type { FlowerWarScene } from "../scene.ts";
import { Plaque } from "./plaque.tsx";
import styles from "./players.module.css";

/** The number of seats from which each has two lines, not three. */
const MANY_SEATS = 5;

interface Props {
  readonly scene: FlowerWarScene;
  readonly serverTime: () => number;
  /** The seats that can be chosen now. */
  readonly targets: ReadonlySet<Seat>;
  readonly chosen: Seat | null;
  readonly onSeat: (seat: Seat) => void;
}

/** A plaque for each seat, in turn order: its player and its public state. */
export function Players({ scene, serverTime, targets, chosen, onSeat }: Props) {
  return (
    <ul
      className={`${styles.players} ${scene.people.length >= MANY_SEATS ? styles.tight : ""}`}
      aria-label={i18n._("Players")}
    >
      {scene.people.map((person) => (
        <Plaque
          key={person.seat}
          scene={scene}
          person={person}
          serverTime={serverTime}
          tight={scene.people.length >= MANY_SEATS}
          target={targets.has(person.seat)}
          chosen={chosen === person.seat}
          onSeat={onSeat}
        />
      ))}
    </ul>
  );
}
