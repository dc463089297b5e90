import type { Seat } from "@flower-war/client-sdk/space-aztecs";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { SeatSign } from "../../../session/seat-sign.tsx";
import { printNumber } from "../numbers.ts";
import { scoreOf } from "../played.ts";
import type { SpaceAztecsScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import { doingOf } from "./doing.ts";
import styles from "./strip.module.css";

interface Props {
  readonly scene: SpaceAztecsScene;
  /** The seat whose city is shown. */
  readonly shown: Seat;
  /** The seats with cards to choose. */
  readonly targets: ReadonlySet<string>;
  readonly onShow: (seat: Seat) => void;
}

/** Every seat with its points, as the switch of the shown city on phones. */
export function Strip({ scene, shown, targets, onShow }: Props) {
  const reader = readerFor(scene.seat, scene.people);
  return (
    <div className={styles.strip} role="group" aria-label={i18n._("Cities")}>
      {scene.people.map(({ seat }) => {
        const doing = doingOf(scene, seat);
        return (
          <button
            key={seat}
            type="button"
            className={[
              styles.seat,
              seat === shown ? styles.shown : "",
              targets.has(seat) ? styles.target : "",
            ].join(" ")}
            aria-pressed={seat === shown}
            data-seat={seat}
            onClick={() => onShow(seat)}
          >
            <SeatSign seat={seat} />
            <span className={styles.words}>
              <b>{seat === scene.seat ? i18n._("You") : reader.nameOf(seat)}</b>
              <span className={styles.points}>
                {printNumber(scoreOf(scene.view.table, seat).total)}
                <Unseen> {i18n._("points")}</Unseen>
                {doing === null ? null : (
                  <>
                    <em aria-hidden="true">{doing.done ? "✓" : "…"}</em>
                    <Unseen>, {doing.words}</Unseen>
                  </>
                )}
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
