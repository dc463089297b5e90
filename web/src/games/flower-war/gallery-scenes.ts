import type { MatchClock, SeatInfo } from "@flower-war/client-sdk";
import type { Command, Seat, View } from "@flower-war/client-sdk/flower-war";
import type { FlowerWarScene } from "./scene.ts";

/** The moment that the gallery shows, ms since 1970. */
export const NOW = 1_800_000_000_000;

interface Fixture {
  readonly view: View;
  readonly legal: readonly Command[];
}

const FIXTURES = import.meta.glob<Fixture>("../../gallery/fixtures/flower-war/*.json", {
  eager: true,
  import: "default",
});

const PEOPLE: Readonly<Record<Seat, Partial<SeatInfo<"flower-war">> & { readonly name: string }>> = {
  east: { name: "Citlali", temple: "templo-1", templeOnline: true },
  north: { name: "Marisol" },
  south: { name: "Jun", connected: false, temple: "templo-2" },
  topan: { name: "Ana" },
  mictlan: { name: "Yaotl" },
  west: { name: "Ocelot", kind: "bot", connected: false },
};

/** A table that the rules led to, with people on its seats: web/tools/flower-war-fixtures.ts makes them. */
export function sceneOf(name: string, changes: Partial<FlowerWarScene> = {}): FlowerWarScene {
  const fixture = FIXTURES[`../../gallery/fixtures/flower-war/${name}.json`];
  if (fixture === undefined) throw new Error(`there is no fixture ${name}`);
  const { view, legal } = fixture;
  const { awaiting, seats } = view.table;
  return {
    game: "flower-war",
    view,
    seat: view.seat,
    people: seats.map((seat) => personOn(seat)),
    awaiting: awaiting === null ? [] : [awaiting],
    legal,
    clock: clockFor(seats, awaiting?.seat ?? null),
    connection: "connected",
    temple: null,
    ...changes,
  };
}

function personOn(seat: Seat): SeatInfo<"flower-war"> {
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

function clockFor(seats: readonly Seat[], awaited: Seat | null): MatchClock<Seat> {
  const rules = { turn: 45_000, reserve: 120_000, increment: 0, warning: 10_000, awayAfter: 2 };
  const people = seats.filter((seat) => PEOPLE[seat].kind !== "bot");
  return {
    rules: rules as MatchClock["rules"],
    seats: new Map(
      people.map((seat) => [
        seat,
        {
          reserve: 120_000,
          turnEnds: seat === awaited ? NOW - 36_000 : null,
          deadline: seat === awaited ? NOW + 84_000 : null,
          away: false,
        },
      ]),
    ),
    givenBack: 0,
  };
}
