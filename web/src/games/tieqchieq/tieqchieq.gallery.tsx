import type { SeatInfo } from "@flower-war/client-sdk";
import { type Command, SEATS, type Seat, type View } from "@flower-war/client-sdk/tieqchieq";
import { type ReactNode, useEffect } from "react";
import type { Exhibit } from "../../gallery/gallery.tsx";
import { ShownTable } from "../../gallery/parts.tsx";
import { clockFor, playedFor } from "../../gallery/table-scene.ts";
import { personOn } from "../../session/person.ts";
import { preferredLanguage } from "../../texts/index.ts";
import { BattleWindow } from "./battle-window.tsx";
import type { TieqchieqScene } from "./texts.ts";
import { loadTieqchieq } from "./ui.ts";

const ui = await loadTieqchieq(preferredLanguage());

const CODE = "K51T";

interface Fixture {
  readonly view: View;
  readonly legal: readonly Command[];
}

const FIXTURES = import.meta.glob<Fixture>("../../gallery/fixtures/tieqchieq/*.json", {
  eager: true,
  import: "default",
});

const NAMES: { readonly [S in Seat]: string } = { red: "Citlali", yellow: "Marisol" };

/** Moments that are shown as whole tables. */
const TABLES = [
  "begin",
  "toss",
  "choose",
  "choose-yellow",
  "price",
  "sun",
  "home",
  "only",
  "plus",
  "waiting",
  "spectator",
  "won",
  "lost",
];

/** Moments right after a battle. */
const BATTLES = ["battle-won", "battle-lost", "battle-held"];

const exhibits: readonly Exhibit[] = [
  ...TABLES.map((name) => exhibit(name, () => sceneOf(name))),
  ...[1, 2, 3, 4].map(
    (number): Exhibit => ({
      name: `tieqchieq-chosen-${number}`,
      render: () => (
        <Pressing keys={String(number)}>
          <ShownTable Table={ui.Table} scene={sceneOf("choose")} code={CODE} />
        </Pressing>
      ),
    }),
  ),
  {
    name: "tieqchieq-keys",
    render: () => (
      <Pressing keys="?">
        <ShownTable Table={ui.Table} scene={sceneOf("toss")} code={CODE} />
      </Pressing>
    ),
  },
  ...BATTLES.map(
    (name): Exhibit => ({
      name: `tieqchieq-${name}`,
      render: () => <Fought scene={sceneOf(name)} />,
    }),
  ),
  exhibit("bot", () => sceneOf("waiting", { people: [person("red"), person("yellow", BOT)] })),
  exhibit("away", () =>
    sceneOf("waiting", { people: [person("red"), person("yellow", { connected: false })] }),
  ),
  exhibit("reconnecting", () => sceneOf("choose", { connection: "reconnecting" })),
  exhibit("disconnected", () => sceneOf("choose", { connection: "gone" })),
  exhibit("played-for-you", () => playedFor(sceneOf("choose"))),
  {
    name: "tieqchieq-board",
    render: () => (
      <main style={{ height: "100dvh" }}>
        <h1 data-fixture style={{ position: "absolute", opacity: 0 }}>
          Tıeqchıeq
        </h1>
        <ui.Board scene={sceneOf("choose")} />
      </main>
    ),
  },
];
export default exhibits;

const BOT = { kind: "bot", name: "Ome Tochtli (skilled bot)", connected: false } as const;

function exhibit(name: string, scene: () => TieqchieqScene): Exhibit {
  return {
    name: `tieqchieq-${name}`,
    render: () => <ShownTable Table={ui.Table} scene={scene()} code={CODE} />,
  };
}

/** Returns a table that the rules led to, with people on its seats: web/tools/tieqchieq-fixtures.ts makes them. */
function sceneOf(name: string, changes: Partial<TieqchieqScene> = {}): TieqchieqScene {
  const fixture = FIXTURES[`../../gallery/fixtures/tieqchieq/${name}.json`];
  if (fixture === undefined) throw new Error(`there is no fixture ${name}`);
  const { view, legal } = fixture;
  const { phase, turn } = view.table;
  return {
    game: "tieqchieq",
    view,
    seat: view.seat,
    people: SEATS.map((seat) => person(seat)),
    awaiting: phase === "over" ? [] : [{ seat: turn, decision: phase }],
    legal,
    clock: clockFor({ seats: SEATS, awaited: phase === "over" ? [] : [turn], left: 101_000 }),
    connection: "connected",
    temple: null,
    ...changes,
  };
}

function person(seat: Seat, changes: Partial<SeatInfo<"tieqchieq">> = {}): SeatInfo<"tieqchieq"> {
  return personOn<"tieqchieq">(seat, { name: NAMES[seat], ...changes });
}

/** A table right after a battle, with its window. */
function Fought({ scene }: { scene: TieqchieqScene }) {
  const { battle } = scene.view.table;
  return (
    <>
      <ShownTable Table={ui.Table} scene={scene} code={CODE} />
      {battle === null ? null : <BattleWindow scene={scene} battle={battle} onClose={() => {}} stays />}
    </>
  );
}

/** Presses a key of the table once it is there. */
function Pressing({ keys, children }: { keys: string; children: ReactNode }) {
  useEffect(() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: keys, bubbles: true }));
  }, [keys]);
  return children;
}
