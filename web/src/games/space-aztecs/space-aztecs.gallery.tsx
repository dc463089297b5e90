import { FACES } from "@flower-war/client-sdk/space-aztecs";
import { CardList, PartPage, TableLog, TableMenu } from "../../gallery/part-page.tsx";
import type { Exhibit } from "../../gallery/gallery.tsx";
import { preferredLanguage } from "../../texts/index.ts";
import { DialAlone } from "./board/dial-alone.tsx";
import { CardPicture } from "./cards/card.tsx";
import { Inspector } from "./cards/inspector.tsx";
import { fixtureOf, NOW, sceneOf } from "./gallery-scenes.ts";
import { Reveal } from "./reveal/reveal.tsx";
import { revealOf } from "./reveal/reveal-of.ts";
import type { SpaceAztecsScene } from "./scene.ts";
import { Table } from "./table.tsx";
import { loadTexts } from "./texts.ts";

await loadTexts(preferredLanguage());

/** Moments that are shown as whole tables. */
const TABLES = [
  "take-first",
  "take",
  "choose",
  "chosen",
  "shelter",
  "abduct",
  "abduct-watch",
  "two",
  "six",
  "full-pile",
  "spectator",
  "over-saucers",
  "over-piles",
];

const exhibits: readonly Exhibit[] = [
  ...TABLES.map((name) => table(name, () => sceneOf(name))),
  table("reconnecting", () => sceneOf("choose", { connection: "reconnecting" })),
  table("disconnected", () => sceneOf("choose", { connection: "gone" })),
  table("played-for-you", () => playedFor(sceneOf("choose"))),
  ...["reveal", "reveal-shelter"].map(
    (name): Exhibit => ({ name: `space-aztecs-${name}`, render: () => <Revealed name={name} /> }),
  ),
  {
    name: "space-aztecs-board",
    render: () => (
      <main style={{ height: "100dvh" }}>
        <DialAlone scene={sceneOf("choose")} />
      </main>
    ),
  },
  {
    name: "space-aztecs-card",
    render: () => <Inspector scene={sceneOf("choose")} card="G06" actions={null} onClose={() => {}} />,
  },
  {
    name: "space-aztecs-cards",
    render: () => (
      <PartPage title="The cards of Space Aztecs">
        {[false, true].map((large) => (
          <CardList key={String(large)} cards={FACES.map(({ id }) => id)}>
            {(card) => <CardPicture card={card} large={large} />}
          </CardList>
        ))}
      </PartPage>
    ),
  },
];
export default exhibits;

function table(name: string, scene: () => SpaceAztecsScene): Exhibit {
  return { name: `space-aztecs-${name}`, render: () => <Shown scene={scene()} /> };
}

function Shown({ scene }: { scene: SpaceAztecsScene }) {
  return (
    <Table
      scene={scene}
      play={scene.seat === null ? null : () => Promise.resolve()}
      serverTime={() => NOW}
      menu={<TableMenu code="Q0AZ" />}
      log={<TableLog />}
    />
  );
}

/** The table with the called times over it. */
function Revealed({ name }: { name: string }) {
  const scene = sceneOf(name);
  const { view, before } = fixtureOf(name);
  const reveal = before === null ? null : revealOf(before.table, view.table);
  return (
    <>
      <Shown scene={scene} />
      {reveal === null ? null : (
        <Reveal scene={scene} reveal={{ ...reveal, own: view.chosen }} from={0} onClose={() => {}} />
      )}
    </>
  );
}

function playedFor(scene: SpaceAztecsScene): SpaceAztecsScene {
  const { clock, seat } = scene;
  const own = seat === null ? undefined : clock?.seats.get(seat);
  if (clock === null || seat === null || own === undefined) return scene;
  const seats = new Map([...clock.seats, [seat, { ...own, away: true }]]);
  return { ...scene, clock: { ...clock, seats } };
}
