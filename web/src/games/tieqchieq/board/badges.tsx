import type { Seat } from "@flower-war/client-sdk/tieqchieq";
import styles from "./board.module.css";
import { centerOf, reserveOf, startOf } from "./geometry.ts";
import type { Marks } from "./marks.ts";

/** The numbers of the acts: at the token that would act, and where it would end. They are the keys that choose. */
export function Badges({ marks, acting }: { readonly marks: Marks; readonly acting: Seat }) {
  const chosen = marks.chosen?.number ?? null;
  return (
    <>
      {[...marks.movable].map(([cell, number]) => {
        const start = cell === startOf(acting);
        const { x, y } = start ? reserveOf(acting) : centerOf(cell);
        return (
          <Badge
            key={`from ${number}`}
            x={x + (start ? 24 : -31)}
            y={y + (start ? -14 : -33)}
            number={number}
            chosen={number === chosen}
          />
        );
      })}
      {[...marks.goals].flatMap(([place, numbers]) =>
        numbers.map((number, index) => {
          const { x, y } = centerOf(place);
          return (
            <Badge
              key={`to ${number}`}
              x={x + 31 - index * 28}
              y={y - 32}
              number={number}
              chosen={number === chosen}
            />
          );
        }),
      )}
    </>
  );
}

interface Props {
  readonly x: number;
  readonly y: number;
  readonly number: number;
  readonly chosen: boolean;
}

function Badge({ x, y, number, chosen }: Props) {
  return (
    <g className={`${styles.badge} ${chosen ? styles.on : ""}`} transform={`translate(${x} ${y})`}>
      <rect x={-13} y={-13} width={26} height={26} rx={6} />
      <text y={6.2}>{number}</text>
    </g>
  );
}
