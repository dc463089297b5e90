import { type Card, type HeldCard, spaceName } from "@flower-war/client-sdk/flower-war";
import { type RefObject, useEffect, useRef } from "react";
import { CardRow, swipeToMiddle } from "../../../game-frame/hand/card-row.tsx";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { CardButton, MANY_CARDS } from "./card.tsx";
import styles from "./hand.module.css";
import type { Playability } from "./playability.ts";
import { SeatMark } from "../../../design/parts/seat-mark.tsx";
import { type FlowerWarScene, readerFor } from "../texts.ts";

interface HandProps {
  readonly hand: readonly HeldCard[];
  readonly playability: ReadonlyMap<string, Playability>;
  /** The id of the card whose actions the panel shows. */
  readonly chosen: string | null;
  /** Called with the card's id. */
  readonly onCard: (id: string) => void;
}

/** The viewer's cards, in the order held. Above six they overlap; on phones they are a row to swipe. */
export function Hand({ hand, playability, chosen, onCard }: HandProps) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    swipeToMiddle(row);
  }, []);
  return (
    <section
      className={styles.hand}
      aria-label={i18n._("Your hand, {n, plural, one {# card} other {# cards}}", { n: hand.length })}
    >
      {hand.length === 0 ? (
        <p className={styles.empty}>{i18n._("You hold no cards. Each offering to a god draws one.")}</p>
      ) : (
        <HandCards
          row={row}
          className={styles.swiped}
          hand={hand}
          playability={playability}
          chosen={chosen}
          onCard={({ id }) => onCard(id)}
        />
      )}
      <Unseen>{i18n._("Keys 1 to 9 choose a card.")}</Unseen>
    </section>
  );
}

interface HandCardsProps extends Omit<HandProps, "onCard"> {
  /** Left out: the row is not swiped. */
  readonly row?: RefObject<HTMLUListElement | null>;
  readonly className?: string | undefined;
  readonly onCard: (held: HeldCard) => void;
}

/** The cards themselves. Of many only the chosen one is drawn in full. */
export function HandCards({ row, className = "", hand, playability, chosen, onCard }: HandCardsProps) {
  const many = hand.length >= MANY_CARDS;
  return (
    <CardRow
      {...(row !== undefined && { ref: row })}
      swiped={row !== undefined}
      className={`${styles.cards} ${many ? styles.many : ""} ${className}`}
    >
      {hand.map((held, index) => (
        <li key={held.id}>
          <CardButton
            {...(playability.get(held.id) ?? IDLE)}
            card={held.card}
            size={many && held.id !== chosen ? "narrow" : "hand"}
            chosen={held.id === chosen}
            pressed={held.id === chosen}
            place={index + 1}
            onClick={() => onCard(held)}
          />
        </li>
      ))}
    </CardRow>
  );
}

const IDLE: Playability = { state: "idle", reason: null, cost: null };

interface LingeringCardsProps {
  readonly scene: FlowerWarScene;
  readonly onCard: (card: Card) => void;
}

/** The cards that lie on the board and act on arriving seats, for watchers, who hold none. */
export function LingeringCards({ scene, onCard }: LingeringCardsProps) {
  const reader = readerFor(scene);
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
