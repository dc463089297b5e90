import { freeSeatsOf, type Listing } from "@flower-war/client-sdk";
import { useId } from "react";
import { paths } from "../base/routes.ts";
import { GamePicture } from "../board-picture/index.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { QrCode } from "../gather/qr-code.tsx";
import { titleOfTable } from "../session/match-facts.ts";
import { i18n } from "../texts/index.ts";
import styles from "./screen.module.css";

interface Props {
  readonly table: Listing;
  /** Where others reach the server. */
  readonly origin: string;
}

/**
 * One table. In play it is the same page that other sites have in a frame: its board moves apart from those beside it. While it gathers: who
 * is there, and the way in.
 */
export function TableCard({ table, origin }: Props) {
  const title = titleOfTable(table);
  return (
    <li className={styles.table}>
      {table.status === "gathering" ? (
        <Gathering table={table} title={title} />
      ) : (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- it is our own page: a sandbox that it works in keeps nothing from it
        <iframe className={styles.frame} src={paths.embed(table.id)} title={title} />
      )}
      {freeSeatsOf(table) === 0 ? null : <WayIn table={table} origin={origin} />}
    </li>
  );
}

interface GatheringProps {
  readonly table: Listing;
  readonly title: string;
}

function Gathering({ table: { game, preset, people, bots }, title }: GatheringProps) {
  const id = useId();
  return (
    <section className={styles.gathering} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{catalogEntry(game)?.title ?? game}</p>
      <div className={styles.board}>
        <GamePicture game={game} seats={[]} play={{ preset }} />
      </div>
      <p>{[...people, ...bots].join(", ")}</p>
    </section>
  );
}

function WayIn({ table, origin }: Props) {
  const { code, seats } = table;
  const free = freeSeatsOf(table);
  return (
    <div className={styles.free}>
      <div className={styles.qr}>
        <QrCode text={origin + paths.match(code)} />
      </div>
      <p>
        <strong>{i18n._("{free, plural, one {# seat is free} other {# seats are free}}", { free })}</strong>
        {i18n._("{taken} of {seats} seated", { taken: seats - free, seats })}
      </p>
      <p>
        {i18n._("Scan to join, or enter")} <strong className={styles.code}>{code}</strong>
      </p>
    </div>
  );
}
