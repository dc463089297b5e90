import { useLocation, useSearchParams } from "wouter";
import { paths } from "../../base/routes.ts";
import { findMyId } from "../../session/mine.ts";
import { host } from "../../session/host.ts";
import { useAnswer } from "../../session/use-answer.ts";
import { LeaderboardView, readGame, readPage } from "./leaderboard-view.tsx";

/** The best players of the game, on the page of the list, that the address names. */
export function LeaderboardPage() {
  const [search] = useSearchParams();
  const [, goTo] = useLocation();
  const game = readGame(search.get("game"));
  const page = readPage(search.get("page"));
  const asked = useAnswer(paths.leaderboard(game, page), async () => {
    const [board, me] = await Promise.all([host.leaderboard(game, page), findMyId()]);
    return { ...board, game, me };
  });
  return (
    <LeaderboardView
      game={game}
      asked={asked}
      onGame={(chosen) => goTo(paths.leaderboard(chosen), { replace: true })}
      onPage={(chosen) => goTo(paths.leaderboard(game, chosen))}
    />
  );
}
