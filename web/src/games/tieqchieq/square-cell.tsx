import {
  ENDS,
  type Feature,
  featureOf,
  SEATS,
  type Square,
  type Table,
  territoryOf,
} from "@flower-war/client-sdk/tieqchieq";
import { seatNoun } from "./nouns.ts";
import { SeatBadge } from "./seat-badge.tsx";

interface Props {
  readonly table: Table;
  readonly name: string;
  /** `null`: an end, or no square at all. */
  readonly square: Square | null;
}

const FEATURES: { readonly [F in Feature]: string } = { plus: "+", ring: "ring", sun: "sun" };

/** A place on the board: what is painted there, and whose tokens stand or have come home there. */
export function SquareCell({ table, name, square }: Props) {
  if (square === null) return <EndCell table={table} name={name} />;
  const territory = territoryOf(square);
  return (
    <td
      className={territory === null ? undefined : `seat-${territory}`}
      data-territory={territory ?? undefined}
      aria-current={table.plusAt === square ? "location" : undefined}
    >
      <div className="paint">{paintWords(square)}</div>
      {SEATS.filter((seat) => table.tokens[seat].at.includes(square)).map((seat) => (
        <SeatBadge key={seat} seat={seat} />
      ))}
    </td>
  );
}

function EndCell({ table, name }: { table: Table; name: string }) {
  const seat = SEATS.find((each) => ENDS[each] === name);
  if (seat === undefined) return <td className="no-square" />;
  return (
    <td>
      <div className="paint">{seatNoun(seat)}'s X</div>
      {table.tokens[seat].home} home
    </td>
  );
}

/** E.g. `"ring"`, `"Red's +"`, `"Yellow's territory"`. */
function paintWords(square: Square): string {
  const territory = territoryOf(square);
  if (territory !== null) return `${seatNoun(territory)}'s territory`;
  const [first, second] = SEATS.map((seat) => featureOf(seat, square));
  if (first === second) return first == null ? "" : FEATURES[first];
  return SEATS.flatMap((seat) => {
    const feature = featureOf(seat, square);
    return feature === null ? [] : [`${seatNoun(seat)}'s ${FEATURES[feature]}`];
  }).join(", ");
}
