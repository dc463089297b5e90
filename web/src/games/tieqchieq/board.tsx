import { SQUARES, type Square, type View } from "@flower-war/client-sdk/tieqchieq";
import { SquareCell } from "./square-cell.tsx";

const COLUMNS = ["a", "b", "c", "d", "e"] as const;
/** From top to bottom (canon section 3). */
const ROWS = [5, 4, 3, 2, 1] as const;

/** The board as the canon draws it: red comes in on a1 and goes to b2, yellow comes in on e5 and goes to d4. */
export function Board({ view: { table } }: { view: View }) {
  return (
    <section className="panel board race" aria-labelledby="board">
      <h2 id="board">Board</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Row</span>
            </th>
            {COLUMNS.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROWS.map((row) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {COLUMNS.map((column) => (
                <SquareCell
                  key={column}
                  table={table}
                  name={`${column}${row}`}
                  square={squareNamed(`${column}${row}`)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const squareNamed = (name: string): Square | null => SQUARES.find((square) => square === name) ?? null;
