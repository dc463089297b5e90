import { type Card, spaceName } from "@flower-war/client-sdk/flower-war";
import { SeatMark } from "../../../design/parts/seat-mark.tsx";
import { i18n } from "../../../texts/index.ts";
import type { FlowerWarScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import { CardButton } from "./card.tsx";
import styles from "./hand.module.css";

interface Props {
  readonly scene: FlowerWarScene;
  readonly onCard: (card: Card) => void;
}

/** The cards that lie on the board and act on arriving seats, for watchers, who hold none. */
export function LingeringCards({ scene, onCard }: Props) {
  const reader = readerFor(scene.seat, scene.people);
  const acting = scene.view.table.spaces.flatMap(({ top, lingers }, index) =>
    top === null || lingers === null ? [] : [{ space: index + 1, card: top, player: lingers }],
  );
  return (
    <section className={styles.hand} aria-label={i18n._("Cards that act on the board")}>
      <h2 className={styles.heading}>{i18n._("Cards that act on the board")}</h2>
      {acting.length === 0 ? <p className={styles.empty}>{i18n._("None now.")}</p> : null}
      <ul className={styles.acting}>
        {acting.map(({ space, card, player }) => (
          <li key={space}>
            <p>
              <SeatMark seat={player} label={reader.nameOf(player)} className={styles.mark} />
              {spaceName(space)}
            </p>
            <CardButton card={card} size="wide" onClick={() => onCard(card)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
