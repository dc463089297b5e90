import type { Seat, Table, View } from "@flower-war/client-sdk/tieqchieq";
import { Person } from "../../parts/person.tsx";
import type { PersonIn } from "../face.ts";
import { SeatBadge } from "./seat-badge.tsx";

interface Props {
  readonly view: View;
  readonly people: readonly PersonIn<Seat>[];
}

/** Who plays which colour, and where its tokens are. */
export function Players({ view: { table, seat: viewer }, people }: Props) {
  return (
    <section className="panel" aria-labelledby="players">
      <h2 id="players">Players</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Seat</th>
            <th scope="col" className="number">
              Reserve
            </th>
            <th scope="col">On the board</th>
            <th scope="col" className="number">
              Home
            </th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <PlayerRow key={person.seat} table={table} person={person} own={person.seat === viewer} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function PlayerRow({ table, person, own }: { table: Table; person: PersonIn<Seat>; own: boolean }) {
  const { seat } = person;
  const { reserve, at, home } = table.tokens[seat];
  return (
    <tr aria-current={table.turn === seat ? "true" : undefined}>
      <th scope="row">
        <SeatBadge seat={seat} /> <Person person={person} own={own} />
        {table.outcome?.winner === seat ? <strong> wins</strong> : null}
      </th>
      <td className="number">{reserve}</td>
      <td>{at.length === 0 ? <span className="faint">none</span> : at.join(" ")}</td>
      <td className="number">{home}</td>
    </tr>
  );
}
