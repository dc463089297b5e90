import type { ReactNode } from "react";
import styles from "./part-page.module.css";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import type { CommandOf, TableScene } from "../game-frame/scene.ts";
import type { TableProps } from "../game-frame/table/game-table.tsx";
import { NOW } from "./table-scene.ts";

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

interface Props<S extends TableScene> {
  readonly Table: (props: TableProps<S, CommandOf<S>>) => ReactNode;
  readonly scene: S;
  readonly code: string;
}

/** A game's table in the gallery. What is pressed there goes nowhere. */
export function ShownTable<S extends TableScene>({ Table, scene, code }: Props<S>) {
  return (
    <Table
      scene={scene}
      play={scene.seat === null ? null : () => Promise.resolve()}
      serverTime={() => NOW}
      menu={<TableMenu code={code} />}
      log={<TableLog />}
    />
  );
}

/** Stands in for the buttons of a match. */
function TableMenu({ code }: { readonly code: string }) {
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
function TableLog() {
  return (
    <Panel title={<span data-fixture>What happened</span>}>
      <div role="log" data-fixture>
        The log of the match stands here.
      </div>
    </Panel>
  );
}
