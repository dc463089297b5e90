import type { ReactNode } from "react";
import styles from "./card-list.module.css";

/** Cards side by side. */
export function CardList({
  cards,
  children,
}: {
  readonly cards: readonly string[];
  readonly children: (card: string) => ReactNode;
}) {
  return (
    <ul className={styles.cards}>
      {cards.map((card) => (
        <li key={card}>{children(card)}</li>
      ))}
    </ul>
  );
}
