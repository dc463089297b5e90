import { type PlayerInfo, Refusal } from "@flower-war/client-sdk";
import type { Tournament } from "@flower-war/client-sdk/tournaments";
import type { Exhibit } from "../gallery/gallery.tsx";
import type { Asked } from "../session/use-answer.ts";
import { ListView } from "./list-view.tsx";
import { TournamentView } from "./tournament-view.tsx";
import type { Summary } from "./words.ts";

const idOf = (name: string): string => `${name}00000000`.slice(0, 12);

const NAMES = ["Marisol", "Jun", "Itzel", "Xochitl", "Citlali", "Tomás", "Yaotl", "Ana"];

const standings: Tournament["standings"] = NAMES.map((name, i) => ({
  id: idOf(name),
  name,
  bot: name === "Yaotl",
  active: name !== "Ana",
  ...(name === "Ana" && ({ left: "absent", mayReturn: true } as const)),
  place: i === 3 ? 3 : i + 1,
  points: Math.max(0, 3 - Math.floor(i / 2) * 0.5),
  tieBreaks: [4 - i * 0.25, 5.5 - i * 0.25, 3, 0, Math.max(0, 3 - Math.floor(i / 2))],
  played: 3,
  byes: 0,
  match: null,
}));

const table = (match: string, names: readonly string[], places?: readonly number[]) => ({
  match,
  round: 3,
  players: names.map((name, i) => ({ seat: i === 0 ? "red" : "yellow", id: idOf(name), name })),
  over: places !== undefined,
  ...(places !== undefined && { places: [...places] }),
});

const EVENING: Tournament = {
  id: "V1StGXR8Z5jd",
  name: "Ome Tochtli",
  kind: "rounds",
  status: "running",
  organiser: { id: idOf("Citlali"), name: "Citlali" },
  game: "tieqchieq",
  preset: "tieqchieq",
  seats: 2,
  startsAt: Date.UTC(2026, 4, 1, 18, 0),
  startedAt: Date.UTC(2026, 4, 1, 18, 0),
  endsAt: null,
  endedAt: null,
  players: 7,
  n: 30,
  minutes: null,
  rounds: 5,
  round: 3,
  pause: 10,
  noShow: 60,
  bots: true,
  accountsOnly: false,
  options: {},
  silent: false,
  unwatched: false,
  clock: { turn: 120_000, reserve: 300_000, increment: 0, warning: 30_000, awayAfter: 2, away: "bot" },
  tieBreaks: ["median-buchholz", "buchholz", "sonneborn-berger", "direct-encounter", "wins"],
  standings,
  tables: [
    table("one", ["Marisol", "Jun"]),
    table("two", ["Itzel", "Citlali"]),
    table("three", ["Xochitl", "Tomás"], [1, 2]),
    table("four", ["Yaotl", "Ana"], [1, 1]),
  ],
};

const ARENA: Tournament = {
  ...EVENING,
  id: "Z5jdV1StGXR8",
  name: "Yei Cuauhtli",
  kind: "arena",
  status: "gathering",
  game: "flower-war",
  preset: "short-evening",
  seats: 4,
  startedAt: null,
  minutes: 90,
  rounds: null,
  round: 0,
  bots: false,
  accountsOnly: true,
  players: 0,
  tieBreaks: ["wins", "sonneborn-berger", "direct-encounter"],
  standings: [],
  tables: [],
};

const viewer = (name: string, kind: PlayerInfo["kind"] = "guest"): PlayerInfo => ({
  id: idOf(name),
  name,
  kind,
});

const none = async () => {};
const acts = { register: none, withdraw: none, play: none, direct: none };

const shown = (tournament: Tournament, who: PlayerInfo | null, live = true) => (
  <TournamentView tournament={tournament} viewer={who} live={live} acts={acts} />
);

const ready: Tournament = {
  ...EVENING,
  standings: standings.map((standing) =>
    standing.name === "Jun" ? { ...standing, match: "one" } : standing,
  ),
};

const over: Tournament = {
  ...EVENING,
  status: "over",
  endedAt: Date.UTC(2026, 4, 1, 20, 30),
  tables: EVENING.tables.map((each) => ({ ...each, over: true, places: each.places ?? [2, 1] })),
};

const list = (answer: readonly Summary[] | null, asked: Partial<Asked<readonly Summary[]>> = {}) => (
  <ListView
    asked={{
      answer,
      error: null,
      asking: false,
      retry: () => {},
      refresh: async () => true,
      look: () => {},
      ...asked,
    }}
  />
);

const exhibits: readonly Exhibit[] = [
  {
    name: "tournaments",
    render: () => list([EVENING, ARENA, { ...ARENA, id: "other", startsAt: null }, { ...over, id: "past" }]),
  },
  { name: "tournaments-none", render: () => list([]) },
  {
    name: "tournaments-unreachable",
    render: () => list(null, { error: new Refusal({ code: "unreachable", message: "" }) }),
  },
  { name: "tournament", render: () => shown(EVENING, viewer("Itzel"), false) },
  { name: "tournament-ready", render: () => shown(ready, viewer("Jun")) },
  { name: "tournament-organiser", render: () => shown(EVENING, viewer("Citlali", "account")) },
  { name: "tournament-before", render: () => shown(ARENA, viewer("Citlali", "account")) },
  { name: "tournament-accounts", render: () => shown(ARENA, null) },
  { name: "tournament-over", render: () => shown(over, viewer("Marisol")) },
];
export default exhibits;
