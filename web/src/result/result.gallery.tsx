import type { Outcome } from "@flower-war/client-sdk/flower-war";
import type { Verdict, Witness } from "@flower-war/client-sdk/verify";
import { type ReactNode, use } from "react";
import { Dice, ProofOfDice, ProofWords } from "../fairness/dice.tsx";
import { fakeMatch, fakeSeat, GATHERING } from "../gallery/fake-match.ts";
import { type FinishedGame, finishedMatch } from "../gallery/finished.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { PartPage } from "../gallery/parts.tsx";
import { describeOutcome } from "../game-frame/describe-outcome.ts";
import type { Story } from "../game-frame/story.ts";
import { useGameUi } from "../games/load-game.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { sceneAt } from "../record/scene-at.ts";
import { type FinishedMatch, personOf, type RatingChanges } from "../session/finished-match.ts";
import { readStandings } from "../session/standings.ts";
import { Emblem } from "./emblem.tsx";
import { resultStory } from "./load-result-story.ts";
import { PlayAgain, RematchButton } from "./rematch.tsx";
import { ClosedResult } from "./result-page.tsx";
import { ResultView, Standings } from "./result-view.tsx";

const seats = ["east", "north", "south", "west"];
const ranked = seats.map((seat, i) => ({ seat, place: i + 1 }));

const NO_CHANGES: RatingChanges = new Map();
const CHANGES: RatingChanges = new Map([
  ["east", 21],
  ["north", 2],
  ["south", -9],
]);

function stood(winner: string | null) {
  const places = readStandings({ winner, standings: ranked }, seats);
  return (
    <PartPage title="Result">
      <Emblem seat={winner} />
      <Standings places={places} people={GATHERING} changes={winner === null ? NO_CHANGES : CHANGES} />
    </PartPage>
  );
}

/** A match whose record is no longer kept. */
const old = (winner: "east" | null, outcome?: FinishedMatch["outcome"]): FinishedMatch => ({
  id: "gallery00000",
  code: "A346",
  game: "flower-war",
  version: 1,
  people: ["Citlali", "Marisol", "Jun", "Ocelot"].map((name, i) =>
    personOf({ seat: seats[i] ?? "", kind: "human", name }),
  ),
  outcome: outcome ?? {
    by: winner === null ? "apocalypse" : "signs",
    winner,
    standings: ranked as unknown as Outcome["standings"],
  },
  changes: NO_CHANGES,
  endedAt: Date.UTC(2026, 0, 20),
  rematch: null,
  record: false,
});

const shown = new Map<FinishedGame, Promise<readonly [ReplayedMatch, Story]>>();

async function loadFinished(game: FinishedGame): Promise<readonly [ReplayedMatch, Story]> {
  const replayed = await finishedMatch(game);
  return [replayed, await resultStory(replayed)];
}

/** A match with its whole story. */
function Told({ game, again }: { readonly game: FinishedGame; readonly again?: ReactNode }) {
  const loading = shown.get(game) ?? loadFinished(game);
  shown.set(game, loading);
  const [replayed, story] = use(loading);
  const { replay, people, code } = replayed;
  const ui = useGameUi(replay);
  const scene = sceneAt(replayed, replay.entries.length);
  return (
    <ResultView
      id={replay.match}
      code={code}
      game={replay.game}
      people={people}
      outcome={replay.outcome}
      changes={replay.game === "flower-war" ? CHANGES : NO_CHANGES}
      sentence={describeOutcome(ui, replay.outcome, { seat: null, people: people })}
      board={<ui.Board scene={scene} />}
      dice={<ProofOfDice id={replay.match} witness={witness} />}
      again={again ?? <PlayAgain game={replay.game} />}
      replay
      story={story}
    />
  );
}

const WITNESS: Witness = {
  format: "flower-war-witness-2",
  match: "gallery00000",
  game: "flower-war",
  seat: "east",
  commitment: "9f3c21aa".repeat(8),
  header: "{}",
  heads: "",
  head: "",
  n: 0,
  live: [],
};

type Graded = Extract<Verdict, { ok: true }>;

/** A record that was checked with what a player saw, who was away for a while. */
const PROVEN = {
  ok: true,
  grade: { code: "nobody", message: "", seats: [], reason: null },
  entries: 212,
  witness: {
    seat: "east",
    n: 212,
    live: [
      [1, 140],
      [163, 212],
    ],
    later: [[141, 162]],
    leftOut: [],
  },
  proved: [{ code: "dice" }, { code: "shown" }, { code: "signed", seats: ["east", "north"] }],
  open: [
    { code: "told-later", entries: [[141, 162]] },
    { code: "unsigned", seats: ["south"] },
    { code: "played-for", entries: [[64, 66]] },
    { code: "secret" },
  ],
} as unknown as Graded;

/** The same, of a player who gave their part of the dice openly. */
const OPENLY: Graded = {
  ...PROVEN,
  grade: {
    code: "server-and-seat",
    message: "",
    seats: ["north", "south"],
    reason: { code: "open-nonce", message: "" },
  },
};

/** The same for a viewer without a witness. */
const UNWITNESSED = {
  ...PROVEN,
  grade: { code: "server", message: "", seats: [], reason: { code: "no-witness", message: "" } },
  witness: null,
  proved: [{ code: "dice" }, { code: "signed", seats: ["east", "north"] }],
  open: [{ code: "no-witness" }, { code: "unsigned", seats: ["south"] }, { code: "secret" }],
} as unknown as Graded;

const witness = async () => WITNESS;

const proof = (verdict: Verdict) => (
  <PartPage title="Fair dice">
    <ProofWords proof={{ verdict, witness: WITNESS }} shown />
  </PartPage>
);

/** Seats with different parts of the dice and signatures. */
const BEGUN = {
  seats: [
    { seat: "east", kind: "human", from: "player", seal: "s", key: "k" },
    { seat: "north", kind: "human", from: "withheld", seal: "s", key: "k" },
    { seat: "south", kind: "human", from: "stand-in" },
    { seat: "topan", kind: "human", from: "player" },
    { seat: "mictlan", kind: "human", from: "player", seal: "s", key: "k" },
    { seat: "west", kind: "bot", from: "bot" },
  ],
};

/** The dice of a match in play, with all that is known of them unfolded. */
function OpenDice() {
  const names = { east: "Citlali", north: "Marisol", south: "Jun", topan: "Itzel", mictlan: "Ocelot" };
  const people = Object.entries(names).map(([seat, name]) =>
    fakeSeat(seat, name, { signed: seat === "east" ? 64 : 0 }),
  );
  const witness = { header: JSON.stringify(BEGUN) };
  const match = fakeMatch({ seats: people, seat: "east", status: "playing", witness });
  return (
    <PartPage title="Fair dice">
      <Dice match={match} shown />
    </PartPage>
  );
}

function Rematch({ wanted }: { readonly wanted?: readonly string[] }) {
  const match = fakeMatch({ seats: GATHERING, seat: "east", ...(wanted && { rematch: wanted }) });
  return <RematchButton match={match} />;
}

const exhibits: readonly Exhibit[] = [
  { name: "proof", render: () => proof(PROVEN) },
  { name: "proof-server-and-seat", render: () => proof(OPENLY) },
  {
    name: "proof-server",
    render: () => (
      <PartPage title="Fair dice">
        <ProofOfDice id={WITNESS.match} />
        <ProofWords proof={{ verdict: UNWITNESSED, witness: null }} shown />
      </PartPage>
    ),
  },
  {
    name: "proof-other-entry",
    render: () =>
      proof({
        ok: false,
        entry: 17,
        reason: "other-entry",
        message: "this is not what the witness was shown",
      }),
  },
  { name: "dice-signers", render: () => <OpenDice /> },
  { name: "result-won", render: () => <Told game="flower-war" again={<Rematch />} /> },
  { name: "result-space-aztecs", render: () => <Told game="space-aztecs" /> },
  { name: "result-tieqchieq", render: () => <Told game="tieqchieq" /> },
  { name: "standings-won", render: () => stood("east") },
  { name: "standings-nobody-won", render: () => stood(null) },
  { name: "result-without-record", render: () => <ClosedResult finished={old("east")} /> },
  {
    name: "result-draw",
    render: () => <ClosedResult finished={old(null, { by: "draw", winner: null })} />,
  },
  {
    name: "rematch-wanted",
    render: () => (
      <PartPage title="Result">
        <Rematch wanted={["north", "south"]} />
      </PartPage>
    ),
  },
  { name: "result-nobody-won", render: () => <ClosedResult finished={old(null)} /> },
];
export default exhibits;
