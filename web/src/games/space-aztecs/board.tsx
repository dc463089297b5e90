import { PLACES, type View } from "@flower-war/client-sdk/space-aztecs";
import { seatNoun } from "./nouns.ts";

/** The eight places round the sundial. */
export function Board({ view: { table } }: { view: View }) {
  return (
    <section className="panel board" aria-labelledby="board">
      <h2 id="board">Places</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Place</th>
            <th scope="col" className="number">
              Cards
            </th>
            <th scope="col">Held by</th>
          </tr>
        </thead>
        <tbody>
          {PLACES.map((name, index) => {
            const place = table.places[index];
            return (
              <tr key={name}>
                <th scope="row">
                  {index + 1} {name}
                </th>
                <td className="number">{place?.cards ?? 0}</td>
                <td>{place?.heldBy == null ? null : seatNoun(place.heldBy)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
