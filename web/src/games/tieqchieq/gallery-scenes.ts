import type { MatchClock, SeatInfo } from "@flower-war/client-sdk";
import { type Command, SEATS, type Seat, type View } from "@flower-war/client-sdk/tieqchieq";
import type { Person, TieqchieqScene } from "./scene.ts";

/** The moment that the gallery shows, ms since 1970. */
export const NOW = 1_800_000_000_000;

interface Fixture {
  readonly view: View;
  readonly legal: readonly Command[];
}

const FIXTURES = import.meta.glob<Fixture>("../../gallery/fixtures/tieqchieq/*.json", {
  eager: true,
  import: "default",
});

const NAMES: { readonly [S in Seat]: string } = { red: "Citlali", yellow: "Marisol" };

/** Returns a table that the rules led to, with people on its seats: web/tools/tieqchieq-fixtures.ts makes them. */
export function sceneOf(name: string, changes: Partial<TieqchieqScene> = {}): TieqchieqScene {
  const fixture = FIXTURES[`../../gallery/fixtures/tieqchieq/${name}.json`];
  if (fixture === undefined) throw new Error(`there is no fixture ${name}`);
  const { view, legal } = fixture;
  const { phase, turn } = view.table;
  return {
    game: "tieqchieq",
    view,
    seat: view.seat,
    people: SEATS.map((seat) => personOn(seat)),
    awaiting: phase === "over" ? [] : [{ seat: turn, decision: phase }],
    legal,
    clock: clockFor(phase === "over" ? null : turn),
    connection: "connected",
    temple: null,
    ...changes,
  };
}

export function personOn(seat: Seat, changes: Partial<SeatInfo<"tieqchieq">> = {}): Person {
  return {
    seat,
    kind: "human",
    name: NAMES[seat],
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
    ...changes,
  };
}

/** Returns clocks of which the awaited seat's runs. */
export function clockFor(awaited: Seat | null, away: Seat | null = null): MatchClock<Seat> {
  const rules = { turn: 45_000, reserve: 120_000, increment: 0, warning: 10_000, awayAfter: 2 };
  return {
    rules: rules as MatchClock["rules"],
    seats: new Map(
      SEATS.map((seat) => [
        seat,
        {
          reserve: 120_000,
          turnEnds: seat === awaited ? NOW - 36_000 : null,
          deadline: seat === awaited ? NOW + 101_000 : null,
          away: seat === away,
        },
      ]),
    ),
    givenBack: 0,
  };
}
