import { type Seat, SPACES, type Table, type View } from "@flower-war/client-sdk/flower-war";
import { Person } from "../../parts/person.tsx";
import type { PersonIn } from "../face.ts";
import { counted } from "./nouns.ts";
import { SeatBadge } from "./seat-badge.tsx";

/** What everybody sees of each seat, in turn order. */
export function Tribes({
  view: { table, seat: viewer },
  people,
}: {
  view: View;
  people: readonly PersonIn<Seat>[];
}) {
  return (
    <section className="panel tribes" aria-labelledby="tribes">
      <h2 id="tribes">Tribes</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Seat</th>
            <th scope="col" className="number">
              Skulls
            </th>
            <th scope="col" className="number">
              War
            </th>
            <th scope="col" className="number">
              Rain
            </th>
            <th scope="col" className="number">
              Day
            </th>
            <th scope="col">Discs</th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <TribeRow key={person.seat} table={table} person={person} own={person.seat === viewer} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TribeRow({ table, person, own }: { table: Table; person: PersonIn<Seat>; own: boolean }) {
  const { seat } = person;
  const tribe = table.tribes[seat];
  if (tribe === undefined) return null;
  const out = tribe.out > 0;
  const place = table.outcome?.standings.find((standing) => standing.seat === seat)?.place;
  return (
    <tr className={out ? "out" : undefined} aria-current={table.turn.seat === seat ? "true" : undefined}>
      <th scope="row">
        <SeatBadge seat={seat} /> <Person person={person} own={own} />
        {out ? " is out" : null}
        {place === undefined ? null : <strong> place {place}</strong>}
      </th>
      <td className="number">{tribe.skulls}</td>
      <td className="number">{tribe.cards.war}</td>
      <td className="number">{tribe.cards.rain}</td>
      <td className="number">{tribe.cards.day}</td>
      <td>
        {discsOf(table, seat).join(", ") || <span className="faint">none</span>}
        {tribe.canoes > 0 ? <span className="faint">; {counted(tribe.canoes, "canoe")} ready</span> : null}
      </td>
    </tr>
  );
}

const discsOf = ({ spaces, tribes }: Table, seat: Seat): string[] => [
  ...SPACES.filter((_, index) => spaces[index]?.disc === seat),
  ...(tribes[seat]?.copies ?? []).map((disc) => `${disc} (copy)`),
];
