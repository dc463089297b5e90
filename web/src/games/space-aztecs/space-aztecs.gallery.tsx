import { awaitedOf, type Command, FACES, type Seat, type View } from "@flower-war/client-sdk/space-aztecs";
import type { Exhibit } from "../../gallery/gallery.tsx";
import { CardList, PartPage, ShownTable } from "../../gallery/parts.tsx";
import { clockFor, type PersonFacts, playedFor } from "../../gallery/table-scene.ts";
import { personOn } from "../../session/person.ts";
import { preferredLanguage } from "../../texts/index.ts";
import { CardPicture, Inspector } from "./cards.tsx";
import { revealOf } from "./reveal.ts";
import { Reveal } from "./reveal-window.tsx";
import type { SpaceAztecsScene } from "./texts.ts";
import { loadSpaceAztecs } from "./ui.ts";

const ui = await loadSpaceAztecs(preferredLanguage());

const CODE = "Q0AZ";

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

const PEOPLE: Readonly<Record<Seat, PersonFacts<"space-aztecs">>> = {
  "0": { name: "Citlali" },
  "1": { name: "Marisol" },
  "2": { name: "Jun", connected: false },
  "3": { name: "Ome Tochtli (skilled bot)", kind: "bot", connected: false },
  "4": { name: "Yaotl" },
  "5": { name: "Ana" },
};

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
        <ui.Board scene={sceneOf("choose")} />
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
  return {
    name: `space-aztecs-${name}`,
    render: () => <ShownTable Table={ui.Table} scene={scene()} code={CODE} />,
  };
}

/** A table that the rules led to, with people on its seats: web/tools/space-aztecs-fixtures.ts makes them. */
function fixtureOf(name: string): Fixture {
  const fixture = FIXTURES[`../../gallery/fixtures/space-aztecs/${name}.json`];
  if (fixture === undefined) throw new Error(`there is no fixture ${name}`);
  return fixture;
}

/** Returns the scene of a fixture. */
function sceneOf(name: string, changes: Partial<SpaceAztecsScene> = {}): SpaceAztecsScene {
  const { view, legal } = fixtureOf(name);
  const { seats } = view.table;
  const awaiting = awaitedOf(view.table);
  return {
    game: "space-aztecs",
    view,
    seat: view.seat,
    people: seats.map((seat) => personOn<"space-aztecs">(seat, PEOPLE[seat])),
    awaiting,
    legal,
    clock: clockFor({
      seats: seats.filter((seat) => PEOPLE[seat].kind !== "bot"),
      awaited: awaiting.map(({ seat }) => seat),
      left: 48_000,
    }),
    connection: "connected",
    temple: null,
    ...changes,
  };
}

/** The table with the called times over it. */
function Revealed({ name }: { name: string }) {
  const scene = sceneOf(name);
  const { view, before } = fixtureOf(name);
  const reveal = before === null ? null : revealOf(before.table, view.table);
  return (
    <>
      <ShownTable Table={ui.Table} scene={scene} code={CODE} />
      {reveal === null ? null : (
        <Reveal scene={scene} reveal={{ ...reveal, own: view.chosen }} from={0} onClose={() => {}} />
      )}
    </>
  );
}
