import { type Seat, SPACES } from "@flower-war/client-sdk/flower-war";
import { useState } from "react";
import { createPortal } from "react-dom";
import type { Exhibit } from "../../gallery/gallery.tsx";
import { CardList, PartPage, ShownTable } from "../../gallery/parts.tsx";
import { playedFor } from "../../gallery/table-scene.ts";
import { CueBanner } from "../../game-frame/cues/cues.tsx";
import { type Cue, cue } from "../../game-frame/motion/motions.ts";
import { LastLineContext } from "../../game-frame/table/table-layout.tsx";
import { preferredLanguage } from "../../texts/index.ts";
import { CardPicture, type CardSize } from "./hand/card.tsx";
import { Inspector } from "./hand/inspector.tsx";
import type { News } from "./news.ts";
import { NewsWindow } from "./news-window.tsx";
import { sceneOf } from "./scenes.gallery.ts";
import { type FlowerWarScene, texts } from "./texts.ts";
import { loadFlowerWar } from "./ui.ts";

const ui = await loadFlowerWar(preferredLanguage());

/** Moments that are shown as whole tables. */
const TABLES = [
  "roll",
  "move",
  "offer",
  "trade",
  "cards",
  "seat-card",
  "waiting",
  "challenge",
  "choose",
  "discard",
  "battle-answer",
  "battle-wait",
  "battle-watch",
  "pay",
  "flooded",
  "invaded",
  "forestalled",
  "last-round",
  "won",
  "lost",
  "six",
  "spectator",
  "mexica",
  "short",
];

const SIZES: readonly CardSize[] = ["narrow", "hand", "wide", "large"];

const disc = (id: "cuauhtli" | "coatl" | "xochitl") => ({ sheet: "signs", id }) as const;

const CUES: readonly Cue[] = [
  cue("victory", { pictures: [disc("cuauhtli"), disc("coatl"), disc("xochitl")] }),
  cue("defeat", { pictures: [disc("cuauhtli"), disc("coatl"), disc("xochitl")] }),
  cue("battle-lost", { battle: { own: 2, other: 5, paid: 2 } }),
  cue("sign-lost", { pictures: [disc("coatl")] }),
  cue("apocalypse", { pictures: [disc("cuauhtli")] }),
  cue("offering"),
];

const exhibits: readonly Exhibit[] = [
  ...TABLES.map((name) => table(name, () => sceneOf(name, name === "mexica" ? { game: "mexica" } : {}))),
  ...[8, 11].map((cards) => table(`battle-hand-${cards}`, () => holding(cards, sceneOf("battle-answer")))),
  table("stopped", () => stoppedFor("east", sceneOf("waiting"))),
  ...(["flooded", "six"] as const).map((name) => table(`offered-${name}`, () => givingIn(sceneOf(name)))),
  table("reconnecting", () => sceneOf("offer", { connection: "reconnecting" })),
  table("disconnected", () => sceneOf("offer", { connection: "gone" })),
  table("played-for-you", () => playedFor(sceneOf("offer"))),
  ...["offer", "flooded", "invaded", "six", "short"].map(
    (name): Exhibit => ({
      name: `flower-war-board-${name}`,
      render: () => (
        <main style={{ height: "100dvh" }}>
          <ui.Board scene={sceneOf(name)} />
        </main>
      ),
    }),
  ),
  {
    name: "flower-war-card",
    render: () => (
      <Inspector
        scene={sceneOf("offer")}
        card="chimalli"
        actions={null}
        onStep={() => {}}
        onClose={() => {}}
      />
    ),
  },
  {
    name: "flower-war-deck",
    render: () => (
      <PartPage title="The cards of Flower War">
        {SIZES.map((size) => (
          <CardList key={size} cards={[...Object.keys(texts().cards), ...SPACES.map((sign) => `13-${sign}`)]}>
            {(card) => <CardPicture card={card} size={size} />}
          </CardList>
        ))}
      </PartPage>
    ),
  },
  {
    name: "flower-war-news-disc",
    render: () => <WithNews name="roll" news={{ type: "disc", disc: "tochtli", space: 8, rack: 13 }} />,
  },
  ...["flooded", "invaded"].map(
    (name): Exhibit => ({
      name: `flower-war-news-${name}`,
      render: () => {
        const { apocalypse, offerings } = sceneOf(name).view.table;
        return <WithNews name={name} news={{ type: "apocalypse", apocalypse, offerings }} />;
      },
    }),
  ),
  ...CUES.map(
    (cue): Exhibit => ({ name: `flower-war-cue-${cue.kind}`, render: () => <WithCue cue={cue} /> }),
  ),
];
export default exhibits;

function table(name: string, scene: () => FlowerWarScene): Exhibit {
  return {
    name: `flower-war-${name}`,
    render: () => (
      <LastLineContext value={{ seat: "north", words: "Marisol collects 1 skull from 2 ehecatl." }}>
        <ShownTable Table={ui.Table} scene={scene()} code="A346" />
      </LastLineContext>
    ),
  };
}

function WithNews({ name, news }: { readonly name: string; readonly news: News }) {
  return (
    <>
      {table(name, () => sceneOf(name)).render()}
      <NewsWindow scene={sceneOf(name)} news={news} onClose={() => {}} />
    </>
  );
}

/** The viewer of a scene with so many cards. */
function holding(cards: number, scene: FlowerWarScene): FlowerWarScene {
  const more = (["omen", "chimalli", "ambush", "drought", "captive", "eagle", "canoe", "mist"] as const).map(
    (card) => ({ id: `more-${card}`, card }),
  );
  return { ...scene, view: { ...scene.view, hand: [...scene.view.hand, ...more].slice(0, cards) } };
}

/** The same table, on which offerings decide who wins, and catastrophes use them up. */
function givingIn(scene: FlowerWarScene): FlowerWarScene {
  const { table } = scene.view;
  const offered = (seat: Seat, i: number) => [seat, { ...table.tribes[seat], offered: (i * 7 + 4) % 13 }];
  const tribes = Object.fromEntries(table.seats.map(offered)) as typeof table.tribes;
  const options = { ...table.options, bestTribeWins: true, offeringsDecide: true, offeringsSpent: true };
  const { apocalypse: ending } = table.apocalypse.state === "none" ? sceneOf("flooded").view.table : table;
  const apocalypse = { ...ending, unspent: { tlaloc: 2, huitzilopochtli: 5 } };
  return { ...scene, view: { ...scene.view, table: { ...table, options, apocalypse, tribes } } };
}

/** The awaited player is not back after an outage: their clock is stopped. */
function stoppedFor(seat: Seat, scene: FlowerWarScene): FlowerWarScene {
  const { clock, people } = scene;
  const time = clock?.seats.get(seat);
  if (clock === null || time === undefined) return scene;
  const stopped = { ...time, turnEnds: null, deadline: null, stopped: 84_000 };
  return {
    ...scene,
    clock: { ...clock, seats: new Map([...clock.seats, [seat, stopped]]) },
    people: people.map((person) => (person.seat === seat ? { ...person, connected: false } : person)),
  };
}

function WithCue({ cue }: { readonly cue: Cue }) {
  const [board, setBoard] = useState<Element | null>(null);
  return (
    <>
      <div ref={(table) => setBoard(table?.querySelector("main") ?? null)}>
        {table("roll", () => sceneOf("roll")).render()}
      </div>
      {board === null ? null : createPortal(<CueBanner cue={cue} />, board)}
    </>
  );
}
