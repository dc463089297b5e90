import { ENDS } from "@flower-war/client-sdk/tieqchieq";
import { drawnScene } from "../../game-frame/scene.ts";
import { SIDE_ID } from "../../game-frame/table/table-layout.tsx";
import { plusWayOf } from "./acts/acts.ts";
import { Board } from "./board/board.tsx";
import { Cells } from "./board/cells.tsx";
import { startOf } from "./board/geometry.ts";
import { type Marks, marksOf, NO_MARKS } from "./board/marks.ts";
import type { TieqchieqScene } from "./scene.ts";
import styles from "./table.module.css";
import type { Handling } from "./use-handling.ts";
import { useNarrow } from "../../game-frame/table/use-narrow.ts";

interface Props {
  readonly scene: TieqchieqScene;
  readonly handling: Handling;
}

/** The board as the viewer handles it: tokens and goals are chosen there, and a plus is answered. */
export function TableBoard({ scene, handling }: Props) {
  const { view, seat, legal } = scene;
  const { table } = view;
  const plus = legal.some(({ type }) => type === "plus") ? plusWayOf(table) : null;
  const drawn = drawnScene(scene).view.table;
  const narrow = useNarrow();
  const marks = marksFor(scene, handling);
  const onCell = (cell: string) => {
    if (plus !== null && cell === plus.to) handling.send({ type: "plus", step: true });
    else if (plus !== null && cell === table.plusAt) handling.send({ type: "plus", step: false });
    else handling.pointAt(cell);
    // On phones a cell that is no choice is explained in the sheet.
    if (narrow && !isChoice(cell, marks)) document.getElementById(SIDE_ID)?.showPopover();
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

/** The board of a match alone, as a picture. */
export function BoardAlone({ scene }: { readonly scene: TieqchieqScene }) {
  return <Board table={scene.view.table} viewer={scene.seat} />;
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

/** The cell that matters most: where the chosen act ends, the plus that waits, the viewer's farthest token, else the X. */
export function cellToShow(scene: TieqchieqScene, { chosen }: Handling): string {
  const { table } = scene.view;
  const of = scene.seat ?? table.turn;
  return chosen?.way?.to ?? table.plusAt ?? table.tokens[of].at.at(-1) ?? ENDS[of];
}
