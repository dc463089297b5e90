import { placeName, PLACES, saucerLimit, type Table } from "@flower-war/client-sdk/space-aztecs";
import { i18n } from "../../../texts/index.ts";
import type { SpaceAztecsScene } from "../scene.ts";
import { texts } from "../texts.ts";
import styles from "./notes.module.css";

/** What stands in the dial's corners: the round, how near the end is, and what the backs mean. */
export function Notes({ scene }: { scene: SpaceAztecsScene }) {
  const { table } = scene.view;
  return (
    <>
      <Round table={table} />
      <SaucersLeft table={table} />
      <LowPile table={table} />
      <Legend />
    </>
  );
}

function Round({ table: { round, phase, seats, chosen, places } }: { table: Table }) {
  const holding = places.filter(({ heldBy }) => heldBy !== null).length;
  return (
    <div className={`${styles.note} ${styles.round}`} data-note="round">
      <span>{i18n._("Round {round}", { round })}</span>
      {phase === "choose" ? (
        <>
          <strong>{i18n._("{chosen} of {seats}", { chosen: chosen.length, seats: seats.length })}</strong>
          <span>{i18n._("have chosen")}</span>
        </>
      ) : null}
      {phase === "take" ? (
        <>
          <strong>{i18n._("{holding} of {seats}", { holding, seats: seats.length })}</strong>
          <span>{i18n._("have a pile")}</span>
        </>
      ) : null}
    </div>
  );
}

function SaucersLeft({ table }: { table: Table }) {
  const left = Math.max(0, saucerLimit(table) - table.saucersPlayed);
  const { name, about } = texts().things["saucer-limit"];
  return (
    <div className={`${styles.note} ${styles.saucers}`} data-tip={`${name}\n${about}`}>
      {left === 0 ? (
        <strong>{i18n._("the last round")}</strong>
      ) : (
        <>
          <strong>{i18n._("{left, plural, one {# saucer} other {# saucers}}", { left })}</strong>
          <span>{i18n._("to the end of the world")}</span>
        </>
      )}
    </div>
  );
}

/** The smallest pile, for two empty ones end the match. */
function LowPile({ table: { places } }: { table: Table }) {
  const [lowest] = PLACES.map((_, index) => ({
    place: index + 1,
    cards: places[index]?.cards ?? 0,
  })).toSorted((a, b) => a.cards - b.cards);
  if (lowest === undefined) return null;
  return (
    <div className={`${styles.note} ${styles.low}`}>
      <strong>
        {i18n._("{place}: {cards}", { place: placeName(lowest.place, texts()), cards: lowest.cards })}
      </strong>
      <span>{i18n._("two empty piles end it too")}</span>
    </div>
  );
}

/** Decoration: what the places say is in their labels. */
function Legend() {
  return (
    <div className={`${styles.note} ${styles.legend}`} aria-hidden="true">
      <span>
        <svg viewBox="0 0 28 36">
          <rect className={styles.back} x="2" y="2" width="24" height="32" rx="4" />
          <path className={styles.diamond} d="M14 10L20 18L14 26L8 18Z" />
        </svg>
        {i18n._("free pile")}
      </span>
      <span>
        <svg viewBox="0 0 28 36">
          <rect className={styles.away} x="2" y="2" width="24" height="32" rx="4" />
        </svg>
        {i18n._("in a hand")}
      </span>
    </div>
  );
}
