import {
  type HostedGame,
  matchFields,
  type SchemaType,
  schema,
  t,
  writeFields,
} from "@flower-war/server/games";
import { type Nim, nim, openTakes, type Seat } from "./rules.ts";

const TableState = schema(
  {
    sticks: t.uint8().default(0),
    heap: t.uint8().default(0),
    turn: t.string<Seat>().default("left"),
    winner: t.string<Seat | "">().default(""),
  },
  "NimTable",
);

const NimState = schema({ ...matchFields(), table: t.ref(TableState) }, "NimMatch");
type NimState = SchemaType<typeof NimState>;

/** Nim as a server hosts it. */
const hostedNim: HostedGame<Nim, NimState> = {
  game: nim,
  newState: () => new NimState(),
  write: ({ table: { options, heap, turn, outcome } }, { table }) =>
    writeFields(table, { ...options, heap, turn, winner: outcome?.winner ?? "" }),
  packHand: () => [],
  easyBot: ({ table }, random) => {
    const takes = openTakes(table);
    return takes[random(takes.length)] ?? { type: "take", count: 1 };
  },
  temple: null,
};

export default hostedNim;
