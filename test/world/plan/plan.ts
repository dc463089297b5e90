import type { GameName } from "@flower-war/protocol";
import type { SeededRandom } from "../../support/seeded-random.ts";
import { Chance } from "../kernel/chance.ts";
import { FAULT_KINDS, type FaultPlan, planFault } from "./faults.ts";
import { HABITS, type Habit, TEMPLE_HABITS, type TempleHabit } from "./habits.ts";

/** What one table plays. */
export interface TablePlan {
  readonly game: GameName;
  /** What each player does besides playing, by the order in which they sit down. */
  readonly players: readonly (readonly Habit[])[];
  /** Commands after which who is awaited concedes. */
  readonly commands: number;
  /** ms that a player has for a turn; `null`: there are no clocks. */
  readonly turn: number | null;
  /** How many watch. */
  readonly spectators: number;
  /** What the temple of the first player does besides counting; `null`: they have none. */
  readonly temple: readonly TempleHabit[] | null;
  /** The places of the players whose page has the SDK of version 0.2. */
  readonly old: readonly number[];
  /** How many seats the server's bots have. */
  readonly bots: number;
  /** Whether a bot account has the last seat. */
  readonly program: boolean;
  /** Whether an operator bans the last player in mid-match. */
  readonly bans: boolean;
}

/** All that one seed decides of a run before it begins. What happens in it follows from the seed and this. */
export interface Plan {
  readonly seed: number;
  /** 1: a server with a file of its own. 2: servers with one Redis and one PostgreSQL. */
  readonly servers: number;
  /** 1: a bridge with a broker of its own. 2: bridges at one broker. None runs where no table has a temple. */
  readonly bridges: number;
  readonly tables: readonly TablePlan[];
  readonly faults: readonly FaultPlan[];
  /** ms of virtual time between two commands of a player, at least and at most. */
  readonly pace: readonly [least: number, most: number];
  /** ms of virtual time after the last fault in which all must be over. */
  readonly patience: number;
  /** Of two runs of Space Aztecs that are compared, which this is: in the second the first player chooses another card at first. `null`: it has no twin. */
  readonly twin: "first" | "second" | null;
}

/** How large runs are. */
export type Size = "small" | "evening";

const GAMES: readonly (readonly [game: GameName, seats: readonly number[]])[] = [
  ["flower-war", [2, 2, 3, 4]],
  ["mexica", [2, 2, 3]],
  ["space-aztecs", [2, 2, 3]],
  ["tieqchieq", [2]],
];
/** ms of virtual time in which a small run's players play. */
const SMALL_SPAN = 4_000;

/**
 * Draws a plan. Each run draws which kinds of faults there are at all, so that rare ones meet (swarm testing).
 * @param size `evening`: one match to its end, without faults
 */
export function drawPlan(seed: number, size: Size = "small"): Plan {
  const random = new Chance(seed, "plan");
  if (size === "evening") {
    const players = [[], [], [], []];
    const table = {
      game: "flower-war",
      players,
      commands: Number.POSITIVE_INFINITY,
      turn: null,
      spectators: 0,
      temple: null,
      old: [],
      bots: 0,
      program: false,
      bans: false,
    } as const;
    const patience = 24 * 3_600_000;
    const [tables, faults, pace] = [[table], [], [500, 5_000] as const];
    return { seed, servers: 1, bridges: 1, tables, faults, pace, patience, twin: null };
  }
  const servers = random.happens(0.5) ? 2 : 1;
  const kinds = FAULT_KINDS.filter(() => random.happens(0.3));
  const count = kinds.length === 0 ? 0 : 1 + random.below(5);
  const faults = Array.from({ length: count }, () => {
    const kind = kinds[random.below(kinds.length)] as (typeof kinds)[number];
    return planFault(kind, random, { servers, span: SMALL_SPAN });
  });
  const tables = [vary(drawTable(random), random)];
  if (random.happens(0.1)) tables.push(vary(drawTable(random), random));
  const bridges = random.happens(0.3) ? 2 : 1;
  const canHaveTwin = tables.length === 1 && tables[0]?.game === "space-aztecs";
  const twin = canHaveTwin && random.happens(0.3) ? "first" : null;
  return { seed, servers, bridges, tables, faults, pace: [20, SMALL_SPAN / 20], patience: 180_000, twin };
}

/** Lets a bot take a player's place, or an operator ban one, or some have an old page: at few tables, for what people do is worth more. */
function vary(table: TablePlan, random: SeededRandom): TablePlan {
  const others = table.players.slice(0, -1);
  if (random.happens(0.1)) return { ...table, players: others, bots: 1 };
  if (random.happens(0.1)) return { ...table, players: others, program: true };
  if (random.happens(0.1)) return { ...table, bans: true };
  // In Space Aztecs version 0.2 waits for who has conceded.
  if (random.happens(0.85) || table.game === "space-aztecs") return table;
  // The first may have a temple.
  const old = table.players.flatMap((_, place) => (place > 0 && random.happens(0.7) ? [place] : []));
  // Of a seat whose answer was lost they know nothing: the server must play for it soon.
  return { ...table, old, turn: old.length > 0 ? 3_000 : table.turn };
}

function drawTable(random: SeededRandom): TablePlan {
  const [game, seats] = GAMES[random.below(GAMES.length)] as (typeof GAMES)[number];
  // Who leaves for good makes most other questions moot.
  const habits = HABITS.filter((habit) => random.happens(habit === "vanishes" ? 0.1 : 0.3));
  const players = Array.from({ length: seats[random.below(seats.length)] as number }, () =>
    habits.filter(() => random.happens(0.5)),
  );
  // Where a player may leave for good, the server must play for them soon.
  const isAbandoned = players.some((each) => each.includes("vanishes"));
  const turn = isAbandoned ? 3_000 : random.happens(0.5) ? 60_000 : null;
  return {
    game,
    players,
    commands: 4 + random.below(12),
    turn,
    spectators: random.below(2),
    temple:
      game === "flower-war" && random.happens(0.4) ? TEMPLE_HABITS.filter(() => random.happens(0.2)) : null,
    old: [],
    bots: 0,
    program: false,
    bans: false,
  };
}
