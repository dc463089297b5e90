import type { Command, Seat, View } from "@flower-war/client-sdk/flower-war";
import { clockFor, type PersonFacts } from "../../gallery/table-scene.ts";
import { personOn } from "../../session/person.ts";
import type { FlowerWarScene } from "./texts.ts";

interface Fixture {
  readonly view: View;
  readonly legal: readonly Command[];
}

const FIXTURES = import.meta.glob<Fixture>("../../gallery/fixtures/flower-war/*.json", {
  eager: true,
  import: "default",
});

const PEOPLE: Readonly<Record<Seat, PersonFacts<"flower-war">>> = {
  east: { name: "Citlali", temple: "templo-1", templeOnline: true },
  north: { name: "Marisol" },
  south: { name: "Jun", connected: false, temple: "templo-2", templeOnline: true, fixT: -1, fixH: -2 },
  topan: { name: "Ana" },
  mictlan: { name: "Yaotl" },
  west: { name: "Ome Tochtli (skilled bot)", kind: "bot", connected: false },
};

/** Returns a table that the rules led to, with people on its seats: web/tools/flower-war-fixtures.ts makes them. */
export function sceneOf(name: string, changes: Partial<FlowerWarScene> = {}): FlowerWarScene {
  const fixture = FIXTURES[`../../gallery/fixtures/flower-war/${name}.json`];
  if (fixture === undefined) throw new Error(`there is no fixture ${name}`);
  const { view, legal } = fixture;
  const { awaiting, seats } = view.table;
  return {
    game: "flower-war",
    view,
    seat: view.seat,
    people: seats.map((seat) => personOn<"flower-war">(seat, PEOPLE[seat])),
    awaiting: awaiting === null ? [] : [awaiting],
    legal,
    clock: clockFor({
      seats: seats.filter((seat) => PEOPLE[seat].kind !== "bot"),
      awaited: awaiting === null ? [] : [awaiting.seat],
      left: 84_000,
    }),
    connection: "connected",
    temple: null,
    ...changes,
  };
}
