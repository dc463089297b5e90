import type { View } from "@flower-war/client-sdk/flower-war";
import { SpaceRow } from "./space-row.tsx";

/** Five spaces each, in the order of movement (canon section 2). */
const QUADRANTS = ["East", "North", "West", "South"] as const;
const SPACES_PER_QUADRANT = 5;

/** The 20 spaces in the order of movement; after the last comes the first again. */
export function Board({ view: { table } }: { view: View }) {
  return (
    <section className="panel board" aria-labelledby="board">
      <h2 id="board">Board</h2>
      <table>
        <thead>
          <tr>
            <th scope="col" className="quadrant">
              <span className="unseen">Quadrant</span>
            </th>
            <th scope="col">Space</th>
            <th scope="col" className="number">
              Rack
            </th>
            <th scope="col" className="number">
              Day
            </th>
            <th scope="col">Disc</th>
            <th scope="col">Stack</th>
            <th scope="col">Here</th>
          </tr>
        </thead>
        {QUADRANTS.map((quadrant, index) => (
          <tbody key={quadrant} className={`quadrant-${quadrant.toLowerCase()}`}>
            {numbersOf(index).map((number, row) => (
              <SpaceRow
                key={number}
                table={table}
                number={number}
                quadrant={
                  row === 0 ? (
                    <th scope="rowgroup" rowSpan={SPACES_PER_QUADRANT} className="quadrant">
                      <span>{quadrant}</span>
                    </th>
                  ) : null
                }
              />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

const numbersOf = (quadrant: number): number[] =>
  Array.from({ length: SPACES_PER_QUADRANT }, (_, row) => quadrant * SPACES_PER_QUADRANT + row + 1);
