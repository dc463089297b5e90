import type { Outcome } from "@flower-war/client-sdk/flower-war";
import { use } from "react";
import { type FinishedGame, finishedMatch } from "../gallery/finished.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { fakeMatch, GATHERING } from "../gallery/fake-match.ts";
import { PartPage } from "../gallery/part-page.tsx";
import { ClosedResult } from "./closed-match.tsx";
import { Emblem } from "./emblem.tsx";
import { type FinishedMatch, personOf } from "./finished-match.ts";
import { describeOutcome } from "../games/describe-outcome.ts";
import { useGameUi } from "../games/use-game-ui.ts";
import type { ReplayedMatch } from "../replay/load-replay.ts";
import { resultStory } from "../replay/load-result-story.ts";
import { sceneAt } from "../replay/scene-at.ts";
import { PlayAgain } from "./play-again.tsx";
import { ProofOfDice } from "./proof-of-dice.tsx";
import { RematchButton } from "./rematch.tsx";
import { ResultView } from "./result-view.tsx";
import type { Story } from "./story.ts";
import { Standings } from "./standings-list.tsx";
import { readStandings } from "./standings.ts";

const seats = ["east", "north", "south", "west"];
const ranked = seats.map((seat, i) => ({ seat, place: i + 1 }));

function stood(winner: string | null) {
  const places = readStandings({ winner, standings: ranked }, seats);
  return (
    <PartPage title="Result">
      <Emblem seat={winner} />
      <Standings places={places} people={GATHERING} />
    </PartPage>
  );
}

/** A match whose record is no longer kept. */
const old = (winner: "east" | null, outcome?: FinishedMatch["outcome"]): FinishedMatch => ({
  id: "gallery00000",
  code: "A346",
  game: "flower-war",
  people: ["Citlali", "Marisol", "Jun", "Ocelot"].map((name, i) =>
    personOf({ seat: seats[i] ?? "", kind: "human", name }),
  ),
  outcome: outcome ?? {
    by: winner === null ? "apocalypse" : "signs",
    winner,
    standings: ranked as unknown as Outcome["standings"],
  },
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
function Told({ game }: { readonly game: FinishedGame }) {
  const loading = shown.get(game) ?? loadFinished(game);
  shown.set(game, loading);
  const [replayed, story] = use(loading);
  const { replay, people, code } = replayed;
  const ui = useGameUi(replay.game);
  const scene = sceneAt(replayed, replay.entries.length);
  return (
    <ResultView
      id={replay.match}
      code={code}
      game={replay.game}
      people={people}
      outcome={replay.outcome}
      sentence={describeOutcome(ui, replay.outcome, { seat: null, people: people })}
      board={<ui.Board scene={scene} />}
      dice={<ProofOfDice id={replay.match} />}
      again={<PlayAgain game={replay.game} />}
      replay
      story={story}
    />
  );
}

const exhibits: readonly Exhibit[] = [
  { name: "result-won", render: () => <Told game="flower-war" /> },
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
        <RematchButton match={fakeMatch({ seats: GATHERING, seat: "east", rematch: ["north", "south"] })} />
      </PartPage>
    ),
  },
  { name: "result-nobody-won", render: () => <ClosedResult finished={old(null)} /> },
];
export default exhibits;
