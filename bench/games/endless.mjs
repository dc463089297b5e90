/** A game that never ends, for matches of thousands of entries: four seats roll in turn. It is hosted as a game from outside. */
import { admit, fold } from "@flower-war/rules";
import { matchFields, schema, t, writeFields } from "@flower-war/server/games";

const SEATS = ["east", "north", "south", "west"];
const ROLL = { type: "roll" };

const awaitingOf = ({ table }) => [{ seat: SEATS[table.rolls % SEATS.length], decision: "roll" }];

const game = {
  name: "endless",
  seats: { min: 4, max: 4, default: 4 },
  seatsFor: () => SEATS,
  options: {},
  setup: () => ({ table: { rolls: 0 } }),
  awaiting: awaitingOf,
  legal: (state, seat) => (awaitingOf(state)[0].seat === seat ? [ROLL] : []),
  decide: (state, sender, input) => {
    const context = { over: false, isSeated: (seat) => SEATS.includes(seat), decisions: awaitingOf(state) };
    const command = input?.type === "roll" ? ROLL : null;
    const admission = admit(context, sender, command, () => ["roll"]);
    if (admission.refused !== undefined) return { refused: admission.refused };
    const events = [{ type: "rolled", seat: admission.seat }];
    return { command: admission.command, events, state: fold(game, state, events) };
  },
  evolve: ({ table }) => ({ table: { rolls: table.rolls + 1 } }),
  fallback: () => ROLL,
  outcome: () => null,
  view: ({ table }) => ({ table }),
  redact: (event) => event,
};

const Awaiting = schema(
  { seat: t.string().default(""), decision: t.string().default("") },
  "EndlessAwaiting",
);
const Table = schema({ rolls: t.uint32().default(0), awaiting: t.ref(Awaiting) }, "EndlessTable");
const State = schema({ ...matchFields(), table: t.ref(Table) }, "EndlessMatch");

export default {
  game,
  newState: () => new State(),
  write: (state, { table }) => {
    writeFields(table, state.table);
    writeFields(table.awaiting, awaitingOf(state)[0]);
  },
  packHand: () => [],
  easyBot: () => ROLL,
  temple: null,
};
