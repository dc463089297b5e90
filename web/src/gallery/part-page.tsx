import type { ReactNode } from "react";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
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

/* What a match gives its table, in the gallery. `data-fixture`: these texts are in no catalogue. */

/** Stands in for the buttons of a match. */
export function TableMenu({ code }: { readonly code: string }) {
  return (
    <>
      <Button>
        <span data-fixture>{code}</span>
      </Button>
      <Button>
        <span data-fixture>Menu</span>
      </Button>
    </>
  );
}

/** Stands in for the log of a match. */
export function TableLog() {
  return (
    <Panel title={<span data-fixture>What happened</span>}>
      <div role="log" data-fixture>
        The log of the match stands here.
      </div>
    </Panel>
  );
}
