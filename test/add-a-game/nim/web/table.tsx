import {
  Button,
  Choice,
  CommandButton,
  DrawnZone,
  type GameTable,
  ModalWindow,
  Option,
  Panel,
  type Table,
  useTable,
} from "@flower-war/game-frame";
import { useState } from "react";
import type { Nim } from "../rules.ts";
import "./table.css";

/** A table of Nim that draws every part itself. */
const table: GameTable<Nim> = {
  Board: ({ view, words }) => {
    const [pressed, press] = useState(0);
    return (
      <Panel title={words.zone("heap")} className="nim-heap">
        <p>{"I".repeat(view.table.heap)}</p>
        <Button onClick={() => press(pressed + 1)}>{`Pressed ${pressed}`}</Button>
        <DrawnZone<Nim> name="heap" />
      </Panel>
    );
  },
  Seat: ({ of, words }) => <p>{`Here sits ${words.nameOf(of)}`}</p>,
  Hand: ({ legal }) => <p>{`${legal.length} ways`}</p>,
  Decision,
  Side: () => <p>{`The heap has ${useTable<Nim>().view.table.heap}`}</p>,
  Windows: ({ view }) => <Rest heap={view.table.heap} />,
  keys: [
    {
      key: "t",
      does: (words) => words.command({ type: "take", count: 3 }),
      commandOf: () => ({ type: "take", count: 3 }),
    },
  ],
  motion: { motionsOf: () => [{ type: "shake", what: ".nim-heap", ms: 100 }] },
  story: {
    momentOf: (event, words) =>
      event.type === "taken" && event.count === 3
        ? {
            title: `${words.nameOf(event.seat)} takes three`,
            picture: { sheet: "marks", id: "die-3" },
            seat: event.seat,
            weight: 1,
          }
        : null,
    spotOf: () => ({ x: 0.5, y: 0.5, width: 1, ratio: 2 }),
    holdingsOf: (_view, seat) => `held by ${seat}`,
    trophiesOf: () => [{ sheet: "marks", id: "die-1" }],
  },
};

function Decision({ legal }: Table<Nim>) {
  const [count, choose] = useState(1);
  return (
    <>
      <Choice label="How many">
        {(name) =>
          legal.map((command) => (
            <Option
              key={command.count}
              name={name}
              checked={command.count === count}
              onChoose={() => choose(command.count)}
            >
              {command.count}
            </Option>
          ))
        }
      </Choice>
      <CommandButton<Nim> command={{ type: "take", count }} tone="go" />
    </>
  );
}

function Rest({ heap }: { readonly heap: number }) {
  const [isOpen, show] = useState(true);
  if (heap > 3 || !isOpen) return null;
  return (
    <ModalWindow title="Nearly over" lead={`${heap} left`} onClose={() => show(false)}>
      <Button onClick={() => show(false)}>Go on</Button>
    </ModalWindow>
  );
}

export default table;
