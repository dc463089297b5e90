import type { MatchClock, SeatInfo } from "@flower-war/client-sdk";
import { awaitedOf, type Command, type Seat, type View } from "@flower-war/client-sdk/space-aztecs";
import type { SpaceAztecsScene } from "./scene.ts";

/** The moment that the gallery shows, ms since 1970. */
export const NOW = 1_800_000_000_000;

interface Fixture {
  readonly view: View;
  readonly legal: readonly Command[];
  /** The viewer's view in which all still chose; `null`: there was none. */
  readonly before: View | null;
}

const FIXTURES = import.meta.glob<Fixture>("../../gallery/fixtures/space-aztecs/*.json", {
  eager: true,
  import: "default",
});

const PEOPLE: Readonly<Record<Seat, Partial<SeatInfo<"space-aztecs">> & { readonly name: string }>> = {
  "0": { name: "Citlali" },
  "1": { name: "Marisol" },
  "2": { name: "Jun", connected: false },
  "3": { name: "Ocelot", kind: "bot", connected: false },
  "4": { name: "Yaotl" },
  "5": { name: "Ana" },
};

/** A table that the rules led to, with people on its seats: web/tools/space-aztecs-fixtures.ts makes them. */
export function fixtureOf(name: string): Fixture {
  const fixture = FIXTURES[`../../gallery/fixtures/space-aztecs/${name}.json`];
  if (fixture === undefined) throw new Error(`there is no fixture ${name}`);
  return fixture;
}

/** The scene of a fixture. */
export function sceneOf(name: string, changes: Partial<SpaceAztecsScene> = {}): SpaceAztecsScene {
  const { view, legal } = fixtureOf(name);
  const awaiting = awaitedOf(view.table);
  return {
    game: "space-aztecs",
    view,
    seat: view.seat,
    people: view.table.seats.map((seat) => personOn(seat)),
    awaiting,
    legal,
    clock: clockFor(
      view.table.seats,
      awaiting.map(({ seat }) => seat),
    ),
    connection: "connected",
    temple: null,
    ...changes,
  };
}

function personOn(seat: Seat): SeatInfo<"space-aztecs"> {
  const { name, ...others } = PEOPLE[seat];
  return {
    seat,
    kind: "human",
    name,
    nonce: seat,
    connected: true,
    temple: "",
    templeOnline: false,
    fixH: 0,
    fixT: 0,
    ready: false,
    host: false,
    player: "",
    signed: 0,
    ...others,
  };
}

function clockFor(seats: readonly Seat[], awaited: readonly Seat[]): MatchClock<Seat> {
  const rules = { turn: 45_000, reserve: 120_000, increment: 0, warning: 10_000, awayAfter: 2 };
  const people = seats.filter((seat) => PEOPLE[seat].kind !== "bot");
  return {
    rules: rules as MatchClock["rules"],
    seats: new Map(
      people.map((seat) => [
        seat,
        {
          reserve: 120_000,
          turnEnds: awaited.includes(seat) ? NOW - 36_000 : null,
          deadline: awaited.includes(seat) ? NOW + 48_000 : null,
          away: false,
        },
      ]),
    ),
    givenBack: 0,
  };
}
