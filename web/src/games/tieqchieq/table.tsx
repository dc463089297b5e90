import { type Coin, ENDS, otherSeat } from "@flower-war/client-sdk/tieqchieq";
import { Drawing, drawingUrl } from "../../art/drawing.tsx";
import { Panel } from "../../design/parts/panel.tsx";
import { drawnScene } from "../../game-frame/scene.ts";
import { useSideSheet } from "../../game-frame/table/use-narrow.ts";
import { plusWayOf } from "./acts.ts";
import { Board, Cells } from "./board.tsx";
import { cellFacts, cellName, holderOf, type Marks, marksOf, NO_MARKS, startOf } from "./cells.ts";
import type { Handling, LookedAtPart, TablePart } from "./handling.ts";
import { paintOf } from "./pieces.tsx";
import corner from "../../game-frame/board/note.module.css";
import styles from "./table.module.css";
import { readerFor, texts, type TieqchieqScene } from "./texts.ts";
import { i18n } from "../../texts/index.ts";
import { coinDrawing } from "./battle-window.tsx";

/** The board as the viewer handles it, or as a picture. */
export function BoardPart({ scene, handling }: LookedAtPart) {
  if (handling === null) return <Board table={scene.view.table} viewer={scene.seat} />;
  return <TableBoard scene={scene} handling={handling} />;
}

/** The board on which tokens and goals are chosen, and a plus is answered. */
function TableBoard({ scene, handling }: Pick<TablePart, "scene" | "handling">) {
  const { view, seat, legal } = scene;
  const { table } = view;
  const plus = legal.some(({ type }) => type === "plus") ? plusWayOf(table) : null;
  const drawn = drawnScene(scene).view.table;
  const openSide = useSideSheet();
  const marks = marksFor(scene, handling);
  const onCell = (cell: string) => {
    if (plus !== null && cell === plus.to) handling.send({ type: "plus", step: true });
    else if (plus !== null && cell === table.plusAt) handling.send({ type: "plus", step: false });
    else handling.pointAt(cell);
    if (!isChoice(cell, marks)) openSide();
  };
  return (
    <div className={styles.board}>
      <Board
        table={drawn}
        viewer={seat}
        marks={marks}
        cells={
          <Cells
            table={drawn}
            viewer={seat}
            marks={marks}
            own={ownCell(scene)}
            selected={handling.cell}
            onCell={onCell}
            onConfirm={() =>
              plus === null ? handling.confirm() : handling.send({ type: "plus", step: true })
            }
          />
        }
      />
    </div>
  );
}

/** Whether a press on a cell chooses something. */
function isChoice(cell: string, { movable, goals, chosen }: Marks): boolean {
  return movable.has(cell) || goals.has(cell) || chosen?.from === cell;
}

function marksFor({ view, seat, legal }: TieqchieqScene, { choices, chosen }: Handling): Marks {
  const { plusAt } = view.table;
  if (seat === null) return NO_MARKS;
  if (!legal.some(({ type }) => type === "plus") || plusAt === null) return marksOf(choices, seat, chosen);
  const way = plusWayOf(view.table);
  if (way === null) return NO_MARKS;
  return { ...NO_MARKS, goals: new Map([[way.to, []]]), chosen: { number: null, from: plusAt, way } };
}

/** The cell that Home leads to: the viewer's token that is farthest, else their start. */
function ownCell({ view: { table }, seat }: TieqchieqScene): string {
  const of = seat ?? table.turn;
  return table.tokens[of].at.at(-1) ?? startOf(of);
}

/** A cell of the board in words: what is painted there, what it costs and does, and who stands there. */
export function Side({ drawn, handling }: TablePart) {
  const { table } = drawn.view;
  const cell = handling.cell ?? cellToShow(drawn, handling);
  const holder = holderOf(table, cell);
  return (
    <Panel
      className={styles.side}
      title={
        <span className={styles.cell}>
          {holder === null ? (
            <Drawing sheet="tieqchieq" id={drawingOf(cell)} />
          ) : (
            <svg viewBox="-50 -50 100 100" aria-hidden="true">
              <use href={drawingUrl("tieqchieq", drawingOf(cell))} x={-50} y={-50} width={100} height={100} />
              <use href={drawingUrl("sisters", `t-${holder}`)} x={-32} y={-34} width={64} height={64} />
            </svg>
          )}
          {cellName(cell)}
        </span>
      }
    >
      {cellFacts(cell, table, drawn.seat ?? table.turn).map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </Panel>
  );
}

/** The cell that matters most: where the chosen act ends, the plus that waits, the viewer's farthest token, else the X. */
function cellToShow(scene: TieqchieqScene, { chosen }: Handling): string {
  const { table } = scene.view;
  const of = scene.seat ?? table.turn;
  return chosen?.way?.to ?? table.plusAt ?? table.tokens[of].at.at(-1) ?? ENDS[of];
}

function drawingOf(cell: string): string {
  if (cell.startsWith("start-")) return cell;
  return paintOf(cell)?.replace("fret-", "land-") ?? "square";
}

/** How many of the 16 results of four coins show so many faces. */
const CHANCES = [1, 4, 6, 4, 1];

/** What stands in the corners of the board: the last toss, the last battle, the path's colour, the score. */
export function Notes({ scene }: { readonly scene: TieqchieqScene }) {
  const { table } = scene.view;
  const seat = scene.seat ?? "red";
  return (
    <>
      <Toss scene={scene} />
      <div className={`${corner.note} ${corner.topRight} ${styles.note}`}>
        <strong>{i18n._("Toss {n}", { n: table.tosses })}</strong>
        <LastBattle scene={scene} />
      </div>
      {scene.seat === null ? null : (
        <div className={`${corner.note} ${corner.bottomLeft} ${styles.note}`}>
          <span>{i18n._("Your path")}</span>
          <strong className={styles[scene.seat]}>
            {scene.seat === "red" ? i18n._("red bridges") : i18n._("yellow bridges")}
          </strong>
        </div>
      )}
      <div className={`${corner.note} ${corner.bottomRight} ${styles.note}`}>
        <span>{i18n._("Tokens home")}</span>
        <strong>
          {i18n._("{own} to {other}", {
            own: table.tokens[seat].home,
            other: table.tokens[otherSeat(seat)].home,
          })}
        </strong>
        <span>{i18n._("six win")}</span>
      </div>
    </>
  );
}

function Toss({ scene }: { scene: TieqchieqScene }) {
  const { coins, turn, roll } = scene.view.table;
  if (coins.length === 0) return null;
  const faces = coins.filter((coin) => coin === 1).length;
  const mine = roll > 0 && turn === scene.seat;
  return (
    <div className={`${corner.note} ${corner.topLeft} ${styles.note} ${styles.toss}`}>
      <div className={styles.coins} aria-hidden="true" data-note="coins">
        {coins.map((coin: Coin, index) => (
          <Drawing key={index} sheet="sisters" id={coin === 1 ? "coin-up" : "coin-down"} />
        ))}
      </div>
      <div>
        <strong>
          {mine ? i18n._("You tossed {faces}", { faces }) : i18n._("Last toss: {faces}", { faces })}
        </strong>
        <span>{i18n._("{chances} in 16", { chances: CHANCES[faces] ?? 0 })}</span>
      </div>
    </div>
  );
}

function LastBattle({ scene }: { scene: TieqchieqScene }) {
  const { battle } = scene.view.table;
  if (battle === null) return null;
  const { winner, square, coins } = battle;
  const who = readerFor(scene).nameOf(winner);
  return (
    <>
      <span>{i18n._("Last battle, {square}", { square })}</span>
      <span className={styles.battle}>
        {coins.map((coin, index) => (
          <Drawing
            key={index}
            sheet="sisters"
            id={coinDrawing(coin)}
            label={texts().sides[coin === 0 ? "red" : "yellow"]}
          />
        ))}
      </span>
      <span>{winner === scene.seat ? i18n._("you won") : i18n._("{who} won", { who })}</span>
    </>
  );
}
