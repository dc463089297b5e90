import { DECKS, spaceName, type Table } from "@flower-war/client-sdk/flower-war";
import { Drawing } from "../../art/drawing.tsx";
import { i18n } from "../../texts/index.ts";
import { apocalypseWords } from "./board/words.ts";
import { type FlowerWarScene, readerFor, texts } from "./texts.ts";
import { tipOf } from "../../game-frame/game-texts.ts";
import corner from "../../game-frame/board/note.module.css";
import styles from "./notes.module.css";

/** What stands in the board's corners: the roll, the apocalypse, the decks, and the skulls beside the board. */
export function Notes({ scene }: { scene: FlowerWarScene }) {
  return (
    <>
      <Roll scene={scene} />
      <Apocalypse scene={scene} />
      <Decks table={scene.view.table} />
      <Supply table={scene.view.table} />
    </>
  );
}

/** The dice of this turn, and where its seat stands. */
function Roll({ scene }: { scene: FlowerWarScene }) {
  const { turn, tribes } = scene.view.table;
  const reader = readerFor(scene);
  const who = reader.nameOf(turn.seat);
  const mine = turn.seat === scene.seat;
  const space = tribes[turn.seat]?.space;
  if (turn.dice.length === 0) {
    return (
      <div className={`${corner.note} ${corner.topLeft} ${styles.note} ${styles.roll}`} data-note="roll">
        <Drawing sheet="marks" id="die-6" className={styles.waitingDie} />
        <strong>{mine ? i18n._("Your roll") : i18n._("{who} rolls", { who })}</strong>
      </div>
    );
  }
  const roll = turn.dice.join(", ");
  return (
    <div className={`${corner.note} ${corner.topLeft} ${styles.note} ${styles.roll}`} data-note="roll">
      <span className={styles.dice}>
        {turn.dice.map((die, index) => (
          <Drawing
            key={`${index}-${die}`}
            sheet="marks"
            id={`die-${die}`}
            className={styles.die}
            label={i18n._("die: {die}", { die })}
          />
        ))}
      </span>
      <strong>
        {mine ? i18n._("You rolled {roll}", { roll }) : i18n._("{who} rolled {roll}", { who, roll })}
      </strong>
      {space === undefined || turn.landings === 0 ? null : (
        <span>{i18n._("now on {space}", { space: spaceName(space) })}</span>
      )}
    </div>
  );
}

function Apocalypse({ scene }: { scene: FlowerWarScene }) {
  const { table } = scene.view;
  const [short, ...sentences] = apocalypseWords(table, readerFor(scene));
  return (
    <div
      className={`${corner.note} ${corner.topRight} ${styles.note} ${styles.apocalypse}`}
      data-tip={tipOf(texts().things.apocalypse)}
    >
      <span>{i18n._("Turn {number}", { number: table.turn.number })}</span>
      <strong>{short}</strong>
      <span>{sentences.at(-1)}</span>
    </div>
  );
}

function Decks({ table: { decks } }: { table: Table }) {
  return (
    <ul
      className={`${corner.note} ${corner.bottomLeft} ${styles.note} ${styles.decks}`}
      aria-label={i18n._("Cards left to draw")}
    >
      {DECKS.map((deck) => (
        <li key={deck} data-deck={deck} data-tip={tipOf(texts().things[`${deck}-deck`])}>
          <Drawing sheet="cards" id={`back-${deck}`} label={texts().decks[deck].name} />
          <b>{decks[deck]}</b>
        </li>
      ))}
    </ul>
  );
}

function Supply({ table: { supply, removed } }: { table: Table }) {
  const { things } = texts();
  return (
    <ul className={`${corner.note} ${corner.bottomRight} ${styles.note} ${styles.supply}`}>
      {(
        [
          ["supply", supply],
          ["removed", removed],
        ] as const
      ).map(([thing, skulls]) => (
        <li key={thing} data-note={thing} data-tip={tipOf(things[thing])}>
          <b>
            <Drawing sheet="marks" id="skull" />
            {skulls}
          </b>
          <span>{things[thing].name}</span>
        </li>
      ))}
    </ul>
  );
}
