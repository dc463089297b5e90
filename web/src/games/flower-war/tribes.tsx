import type { SeatInfo } from "@flower-war/client-sdk";
import type { Seat, SpaceId, Table } from "@flower-war/client-sdk/flower-war";
import { SPACES } from "@flower-war/client-sdk/flower-war";
import { spaceNoun } from "./nouns.ts";
import { SeatBadge } from "./seat-badge.tsx";

interface Props {
  readonly table: Table;
  readonly people: readonly SeatInfo[];
  readonly viewer: Seat | null;
}

/** What everybody sees of each seat, in turn order. */
export function Tribes({ table, people, viewer }: Props) {
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
            <th scope="col">Stands on</th>
            <th scope="col">Discs</th>
          </tr>
        </thead>
        <tbody>
          {table.seats.map((seat) => (
            <TribeRow
              key={seat}
              table={table}
              seat={seat}
              person={people.find((person) => person.seat === seat)}
              own={seat === viewer}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  readonly table: Table;
  readonly seat: Seat;
  readonly person: SeatInfo | undefined;
  readonly own: boolean;
}

function TribeRow({ table, seat, person, own }: RowProps) {
  const tribe = table.tribes[seat];
  if (tribe === undefined) return null;
  const out = tribe.out > 0;
  const discs = discsOf(table, seat);
  return (
    <tr className={out ? "out" : undefined} aria-current={table.turn.seat === seat ? "true" : undefined}>
      <th scope="row">
        <SeatBadge seat={seat} /> {person?.name}
        {own ? <span className="faint"> (you)</span> : null}
      </th>
      <td className="number">{tribe.skulls}</td>
      <td className="number">{tribe.cards.war}</td>
      <td className="number">{tribe.cards.rain}</td>
      <td className="number">{tribe.cards.day}</td>
      <td>{out ? "out" : spaceNoun(tribe.space)}</td>
      <td>{discs.length === 0 ? <span className="faint">none</span> : discs.join(", ")}</td>
    </tr>
  );
}

const discsOf = ({ spaces }: Table, seat: Seat): SpaceId[] =>
  SPACES.filter((_, index) => spaces[index]?.disc === seat);
