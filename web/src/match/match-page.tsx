import type { GameName } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { loadGameUi } from "../games/load-game.ts";
import { leaveMatch, type Sitting, useSitting } from "../session/sitting.ts";
import { LiveTable } from "./live-table.tsx";
import { lazyPart } from "../texts/lazy-part.tsx";
import { useMatch } from "../game-frame/use-match.ts";

/* What a match shows before and after its table, loaded when it comes to that. */

const DoorPage = lazyPart(async () => (await import("../door/door-page.tsx")).DoorPage, "door");

const GatherPage = lazyPart(async () => (await import("../gather/gather-page.tsx")).GatherPage, "gather");

const ResultPage = lazyPart(
  async () => (await import("../result/result-page.tsx")).ResultPage,
  "fairness",
  "result",
);

const ClosedMatch = lazyPart(
  async () => (await import("../result/closed-match.tsx")).ClosedMatch,
  "fairness",
  "result",
);

/** A match by its code or id: its door, and after joining the stage that it is at. Leaving the address leaves the match. */
export function MatchPage({ code }: { readonly code: string }) {
  const sitting = useSitting(code);
  useEffect(() => () => leaveMatch(code), [code]);
  if (sitting === null) return <DoorPage code={code} closed={<ClosedMatch code={code} />} />;
  return <MatchStage key={`${sitting.match.id} ${sitting.match.seat}`} sitting={sitting} />;
}

/** A match seen from a seat or by a spectator: gathering, table, or result. */
function MatchStage<G extends GameName>({ sitting }: { readonly sitting: Sitting<G> }) {
  const { match } = sitting;
  useMatch(match);
  const [atResult, setAtResult] = useState(match.status === "over");
  useEffect(() => {
    loadGameUi(match.game).catch(() => {});
  }, [match]);
  if (match.status === "gathering") return <GatherPage match={match} />;
  if (atResult) return <ResultPage match={match} />;
  return <LiveTable sitting={sitting} onResult={() => setAtResult(true)} />;
}
