import { Refusal } from "@flower-war/client-sdk";
import type { LeaderboardEntry } from "@flower-war/client-sdk/players";
import type { Exhibit } from "../../gallery/gallery.tsx";
import type { Asked } from "../../session/use-answer.ts";
import { LeaderboardView, type SeenLeaderboard } from "./leaderboard-view.tsx";

const NAMES = ["Marisol", "Jun", "Itzel", "Xochitl", "Citlali", "Tomás", "Yaotl", "Ana"];

/** @param first the first one's rank; two players share a rank */
const entries = (first: number): LeaderboardEntry[] =>
  NAMES.map((name, i) => ({
    rank: first + (i === 3 ? 2 : i),
    id: `${name}00000`,
    name,
    rating: 1800 - first * 2 - (i === 3 ? 2 : i) * 31,
    matches: 140 - i * 9,
    won: 61 - i * 4,
  }));

function leaderboard(seen: Partial<SeenLeaderboard> | null, asked: Partial<Asked<SeenLeaderboard>> = {}) {
  const board: SeenLeaderboard = {
    game: "flower-war",
    entries: entries(1),
    total: 8,
    page: 1,
    pages: 1,
    me: null,
    ...seen,
  };
  return (
    <LeaderboardView
      game="flower-war"
      asked={{
        answer: seen === null ? null : board,
        error: null,
        asking: false,
        retry: () => {},
        refresh: async () => true,
        look: () => {},
        ...asked,
      }}
      onGame={() => {}}
      onPage={() => {}}
    />
  );
}

const exhibits: readonly Exhibit[] = [
  { name: "leaderboard", render: () => leaderboard({ me: "Citlali00000" }) },
  {
    name: "leaderboard-pages",
    render: () => leaderboard({ entries: entries(51), total: 130, page: 2, pages: 3 }),
  },
  { name: "leaderboard-empty", render: () => leaderboard({ entries: [], total: 0 }) },
  { name: "leaderboard-asking", render: () => leaderboard(null, { asking: true }) },
  {
    name: "leaderboard-unreachable",
    render: () => leaderboard({}, { error: new Refusal({ code: "unreachable", message: "" }) }),
  },
];
export default exhibits;
