import type { HeldCard } from "@flower-war/client-sdk/flower-war";
import { useEffect, useRef } from "react";
import { Unseen } from "../../../design/parts/panel.tsx";
import { i18n } from "../../../texts/index.ts";
import { CardButton, MANY_CARDS } from "./card.tsx";
import styles from "./hand.module.css";
import type { Playability } from "./playability.ts";

interface Props {
  readonly hand: readonly HeldCard[];
  readonly playability: ReadonlyMap<string, Playability>;
  /** The id of the card whose actions the panel shows. */
  readonly chosen: string | null;
  /** Called with the card's id. */
  readonly onCard: (id: string) => void;
}

/** The viewer's cards, in the order held. Above six they overlap; on phones they are a row to swipe. */
export function Hand({ hand, playability, chosen, onCard }: Props) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // A row to swipe begins with the card in its middle.
    row.current?.scrollTo({ left: (row.current.scrollWidth - row.current.clientWidth) / 2 });
  }, []);
  return (
    <section
      className={styles.hand}
      aria-label={i18n._("Your hand, {n, plural, one {# card} other {# cards}}", { n: hand.length })}
    >
      {hand.length === 0 ? (
        <p className={styles.empty}>{i18n._("You hold no cards. Each offering to a god draws one.")}</p>
      ) : (
        <ul ref={row} className={`${styles.cards} ${hand.length >= MANY_CARDS ? styles.many : ""}`}>
          {hand.map(({ id, card }, index) => {
            const { state, reason, cost } = playability.get(id) ?? IDLE;
            return (
              <li key={id}>
                <CardButton
                  card={card}
                  size={hand.length >= MANY_CARDS && id !== chosen ? "narrow" : "hand"}
                  cost={cost}
                  state={state}
                  reason={reason}
                  chosen={id === chosen}
                  pressed={id === chosen}
                  place={index + 1}
                  onClick={() => onCard(id)}
                />
              </li>
            );
          })}
        </ul>
      )}
      <Unseen>{i18n._("Keys 1 to 9 choose a card.")}</Unseen>
    </section>
  );
}

const IDLE: Playability = { state: "idle", reason: null, cost: null };
