import { type ReactNode, useEffect } from "react";
import { TableLog, TableMenu } from "../../gallery/part-page.tsx";
import type { Exhibit } from "../../gallery/gallery.tsx";
import { preferredLanguage } from "../../texts/index.ts";
import { BattleWindow } from "./battle/battle-window.tsx";
import { clockFor, NOW, personOn, sceneOf } from "./gallery-scenes.ts";
import type { TieqchieqScene } from "./scene.ts";
import { BoardAlone } from "./table-board.tsx";
import { Table } from "./table.tsx";
import { loadTexts } from "./texts.ts";

await loadTexts(preferredLanguage());

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
          <Shown scene={sceneOf("choose")} />
        </Pressing>
      ),
    }),
  ),
  {
    name: "tieqchieq-keys",
    render: () => (
      <Pressing keys="?">
        <Shown scene={sceneOf("toss")} />
      </Pressing>
    ),
  },
  ...BATTLES.map(
    (name): Exhibit => ({
      name: `tieqchieq-${name}`,
      render: () => <Fought scene={sceneOf(name)} />,
    }),
  ),
  exhibit("bot", () => sceneOf("waiting", { people: [personOn("red"), personOn("yellow", BOT)] })),
  exhibit("away", () =>
    sceneOf("waiting", { people: [personOn("red"), personOn("yellow", { connected: false })] }),
  ),
  exhibit("reconnecting", () => sceneOf("choose", { connection: "reconnecting" })),
  exhibit("disconnected", () => sceneOf("choose", { connection: "gone" })),
  exhibit("played-for-you", () => sceneOf("choose", { clock: clockFor("red", "red") })),
  {
    name: "tieqchieq-board",
    render: () => (
      <main style={{ height: "100dvh" }}>
        <h1 data-fixture style={{ position: "absolute", opacity: 0 }}>
          Tıeqchıeq
        </h1>
        <BoardAlone scene={sceneOf("choose")} />
      </main>
    ),
  },
];
export default exhibits;

const BOT = { kind: "bot", name: "skilled bot", connected: false } as const;

function exhibit(name: string, scene: () => TieqchieqScene): Exhibit {
  return { name: `tieqchieq-${name}`, render: () => <Shown scene={scene()} /> };
}

function Shown({ scene }: { scene: TieqchieqScene }) {
  return (
    <Table
      scene={scene}
      play={scene.seat === null ? null : () => Promise.resolve()}
      serverTime={() => NOW}
      menu={<TableMenu code="K51T" />}
      log={<TableLog />}
    />
  );
}

/** A table right after a battle, with its window. */
function Fought({ scene }: { scene: TieqchieqScene }) {
  const { battle } = scene.view.table;
  return (
    <>
      <Shown scene={scene} />
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
