import { Refusal } from "@flower-war/client-sdk";
import type { StudyContent, StudyPosition } from "@flower-war/client-sdk/study";
import { type ComponentProps, use, useState } from "react";
import { Dialog } from "../design/parts/dialog.tsx";
import { type FinishedGame, finishedMatch } from "../gallery/finished.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { useGameUi } from "../games/load-game.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { stepsOf } from "../record/steps.ts";
import { i18n } from "../texts/index.ts";
import { EstimateView } from "./estimate.tsx";
import { LocalStudy } from "./local-study.ts";
import { NoStudy } from "./shared-study.tsx";
import { StudyAlone } from "./study-alone.tsx";
import type { StudyStore } from "./study-store.ts";
import { StudyView } from "./study-view.tsx";
import { positionWords } from "./words.ts";

const [CITLALI, MARISOL, JUN] = [
  { player: "citlali00001", name: "Citlali" },
  { player: "marisol00002", name: "Marisol" },
  { player: "jun000000003", name: "Jun" },
] as const;

/** Where the gallery's studies are, in entries of their matches. */
const AT: Readonly<Record<FinishedGame, number>> = { "flower-war": 260, "space-aztecs": 40, tieqchieq: 120 };
const PLACES: Readonly<Record<FinishedGame, readonly [string, string]>> = {
  "flower-war": ["space 15", "space 3"],
  "space-aztecs": ["place 2", "place 6"],
  tieqchieq: ["square c3", "square d2"],
};

/** Returns what people said, marked and tried in a match, always the same. */
function contentOf({ replay }: ReplayedMatch, game: FinishedGame): StudyContent {
  const n = AT[game];
  const at = { line: "", n };
  const branch = { id: "b1", from: at, seed: "7".repeat(64), steps: [], by: MARISOL };
  const [mark, other] = PLACES[game];
  return {
    match: replay.match,
    game: replay.game,
    owner: CITLALI,
    open: "all",
    position: at,
    branches: [stepsIn(branch, replay)],
    comments: [
      { id: "c1", at: { line: "", n: n - 30 }, by: JUN, text: "Here I should have waited.", time: 1 },
      { id: "c2", at, by: CITLALI, text: "Why not take the last skull?", time: 2 },
      { id: "c3", at, by: MARISOL, text: "You would have lost the next battle.", time: 3 },
    ],
    marks: [
      { id: "m1", at, by: CITLALI, place: mark },
      { id: "m2", at, by: JUN, place: mark },
      { id: "m3", at, by: MARISOL, place: other },
    ],
  };
}

type Branch = StudyContent["branches"][number];

/** Returns a branch with a few steps: each time the first command that is no concession. */
function stepsIn(branch: Branch, replay: ReplayedMatch["replay"]): Branch {
  let played = branch;
  for (let n = 0; n < 4; n += 1) {
    const line = replay.line(played.id, [played]);
    const seat = line.awaiting(n)[0]?.seat;
    const command =
      seat === undefined ? undefined : line.legal(n, seat).find(({ type }) => type !== "concede");
    if (seat === undefined || command === undefined) break;
    played = { ...played, steps: [...played.steps, { id: `s${n}`, seat, command }] };
  }
  return played;
}

/** A study as if it were on a server, with three people in it. */
class SharedExample extends LocalStudy {
  override readonly id = "gallery";
  override readonly people = [CITLALI, MARISOL, JUN];
  override readonly connection: StudyStore["connection"];

  constructor(connection: StudyStore["connection"], ...of: ConstructorParameters<typeof LocalStudy>) {
    super(...of);
    this.connection = connection;
  }
}

interface Props extends Pick<ComponentProps<typeof StudyView>, "tab" | "doing"> {
  readonly game?: FinishedGame;
  /** Where the viewer is alone. Default: with the others. */
  readonly first?: StudyPosition;
  readonly connection?: StudyStore["connection"];
  readonly content?: Partial<StudyContent>;
  readonly viewer?: StudyContent["owner"];
}

function Shown({
  game = "flower-war",
  first,
  connection = "connected",
  content,
  viewer = CITLALI,
  ...begin
}: Props) {
  const replayed = use(finishedMatch(game));
  const [study] = useState(() => {
    const example = { ...contentOf(replayed, game), ...content };
    const shared = new SharedExample(connection, replayed.replay, example, example.owner);
    return viewer === CITLALI ? shared : Object.assign(shared, { viewer: viewer.player });
  });
  return <StudyView study={study} replayed={replayed} first={first ?? null} {...begin} />;
}

function Estimated() {
  const replayed = use(finishedMatch("flower-war"));
  const ui = useGameUi(replayed.replay);
  const { branches, position } = contentOf(replayed, "flower-war");
  const chances = Object.fromEntries(
    replayed.people.map(({ seat }, i) => [seat, { chance: [0.42, 0.31, 0.19, 0.08][i] ?? 0, margin: 0.06 }]),
  );
  return (
    <Dialog title={i18n._("Who could come first?")} onClose={() => {}}>
      <EstimateView
        replayed={replayed}
        ui={ui}
        at={position}
        branches={branches}
        about={positionWords(position, stepsOf(replayed.replay.entries, replayed.replay.game))}
        state={{ news: { known: { chances, best: null }, spent: 1, done: true }, failed: false }}
      />
    </Dialog>
  );
}

const BRANCH = { line: "b1", n: 2 };
const GONE = new Refusal({ code: "unreachable", message: "the server cannot be reached" });

const exhibits: readonly Exhibit[] = [
  { name: "study", render: () => <Shown tab="comments" /> },
  { name: "study-alone-there", render: () => <Shown first={{ line: "", n: 200 }} /> },
  { name: "study-marking", render: () => <Shown doing="marking" /> },
  { name: "study-branch", render: () => <Shown tab="branches" content={{ position: BRANCH }} /> },
  { name: "study-what-if", render: () => <Shown doing="playing" /> },
  { name: "study-people", render: () => <Shown tab="people" /> },
  { name: "study-reader", render: () => <Shown tab="people" viewer={JUN} content={{ open: "owner" }} /> },
  { name: "study-lost", render: () => <Shown connection="reconnecting" /> },
  { name: "study-gone", render: () => <Shown connection="gone" /> },
  {
    name: "study-empty",
    render: () => <Shown tab="comments" content={{ branches: [], comments: [], marks: [] }} />,
  },
  { name: "study-space-aztecs", render: () => <Shown game="space-aztecs" tab="comments" /> },
  { name: "study-space-aztecs-what-if", render: () => <Shown game="space-aztecs" doing="playing" /> },
  { name: "study-tieqchieq", render: () => <Shown game="tieqchieq" tab="comments" /> },
  { name: "study-tieqchieq-what-if", render: () => <Shown game="tieqchieq" doing="playing" /> },
  { name: "study-estimate", render: () => <Estimated /> },
  { name: "study-none", render: () => <NoStudy error={GONE} /> },
  { name: "study-open", render: () => <StudyAlone /> },
];
export default exhibits;
