import { type Card, cardName, type Seat } from "@flower-war/client-sdk/space-aztecs";
import type { Reader } from "@flower-war/client-sdk/texts";
import { Drawing } from "../../../art/drawing.tsx";
import { i18n } from "../../../texts/index.ts";
import { SeatSign } from "../../../session/seat-sign.tsx";
import { CardBack, CardPicture } from "../cards/card.tsx";
import { texts } from "../texts.ts";
import styles from "./reveal.module.css";
import type { RevealedCard } from "./reveal-of.ts";

interface Props {
  readonly revealed: RevealedCard;
  /** The viewer's card, if it is theirs. */
  readonly own: Card | null;
  /** How many cards after the shown one it is played; below 0: before. */
  readonly place: number;
  readonly order: number;
  readonly isStarting: boolean;
  readonly reader: Reader<Seat>;
}

/** A seat's card: its time, and its face once it is played. */
export function RevealedCardPart({ revealed, own, place, order, isStarting, reader }: Props) {
  const { seat, time, card } = revealed;
  const isOpen = card !== null && place <= 0;
  return (
    <li
      className={`${styles.revealed} ${place === 0 ? styles.now : ""}`}
      aria-current={place === 0 ? "step" : undefined}
    >
      <div className={styles.who}>
        <SeatSign seat={seat} />
        <div>
          <h3>{seat === reader.seat ? i18n._("You") : reader.nameOf(seat)}</h3>
          <small>{placeWords(place)}</small>
        </div>
        {isStarting ? (
          <Drawing sheet="sisters" id="token" className={styles.token} label={i18n._("has the token")} />
        ) : (
          <b className={styles.order}>{order}</b>
        )}
      </div>
      <div className={`${styles.card} ${isOpen ? styles.open : ""}`}>
        {isOpen ? <CardPicture card={card} /> : <CardBack own={own !== null} />}
        <strong className={styles.time}>{time}</strong>
        <span className={styles.known}>
          {isOpen
            ? cardName(card, texts())
            : own === null
              ? i18n._("face down")
              : i18n._("{card}, only you know", { card: cardName(own, texts()) })}
        </span>
      </div>
    </li>
  );
}

function placeWords(place: number): string {
  if (place < 0) return i18n._("played");
  if (place === 0) return i18n._("plays now");
  return place === 1 ? i18n._("next") : i18n._("later");
}
