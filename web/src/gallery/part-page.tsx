import type { ReactNode } from "react";
import styles from "./part-page.module.css";

/** A page around a part that is none by itself, so that it is judged as a page is: with a heading and a main region. */
export function PartPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <main>
      <h1 data-fixture>{title}</h1>
      {children}
    </main>
  );
}

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
