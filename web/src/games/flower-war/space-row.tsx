import type { Seat, Space, Table } from "@flower-war/client-sdk/flower-war";
import type { ReactNode } from "react";
import { cardNoun, GLOSSES, spaceId } from "./nouns.ts";
import { SeatBadge } from "./seat-badge.tsx";

interface Props {
  readonly table: Table;
  /** 1-20 */
  readonly number: number;
  /** The quadrant's heading, in its first row. */
  readonly quadrant: ReactNode;
}

/** One space: its rack, its day count, its disc, its stack and who stands there. */
export function SpaceRow({ table, number, quadrant }: Props) {
  const space = table.spaces[number - 1];
  if (space === undefined) return null;
  const id = spaceId(number);
  const current = table.tribes[table.turn.seat]?.space === number;
  return (
    <tr aria-current={current ? "location" : undefined}>
      {quadrant}
      <th scope="row">
        <span className="ordinal">{number}</span> {id} <span className="gloss">{GLOSSES[id]}</span>
      </th>
      <td
        className="number rack"
        style={{ backgroundSize: `${(100 * space.rack) / table.options.rackSize}% 100%` }}
      >
        {space.rack}
      </td>
      <td className="number">{table.options.rackSize - space.rack}</td>
      <td>{space.disc === null ? <span className="faint">board</span> : <SeatBadge seat={space.disc} />}</td>
      <td className="stack">
        <Stack space={space} />
      </td>
      <td>
        {standing(table, number).map((seat) => (
          <SeatBadge key={seat} seat={seat} />
        ))}
      </td>
    </tr>
  );
}

function Stack({ space: { top, lingers, height } }: { space: Space }) {
  if (top === null) return <span className="faint">none</span>;
  return (
    <>
      {cardNoun(top)} {lingers === null ? null : <SeatBadge seat={lingers} />}{" "}
      <span className="faint">of&nbsp;{height}</span>
    </>
  );
}

const standing = ({ seats, tribes }: Table, number: number): Seat[] =>
  seats.filter((seat) => tribes[seat]?.space === number && tribes[seat].out === 0);
