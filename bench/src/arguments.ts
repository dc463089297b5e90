import { parseOptions, UsageError } from "../../protocol/tools/tool.ts";
import { VERSIONS } from "../../test/support/released.ts";
import { KNOWN_SUBJECTS, MEASURE_NAMES } from "./suite.ts";

export interface Arguments {
  readonly runs: number;
  /** The file to write. */
  readonly out: string;
  readonly small: boolean;
  /** The one measure to take; `null`: all. */
  readonly only: string | null;
  /** The subject of that measure. */
  readonly of: string;
  /** The commit beside which the working tree is measured; `null`: it is not. */
  readonly ab: string | null;
  /** % of a command. */
  readonly plant: number;
}

export const USAGE = `Measures the server beside its peers, and writes docs/performance.md.

usage: npm run bench -- [options]

options:
  --runs <number>    how many runs; their medians count. Default 3, with --small 1.
                     Idle matches, temples and broker restarts are measured once.
  --out <file>       the file to write; default docs/performance.md
  --small            measures on a small scale, takes about eight minutes, and prints the report instead
  --only <measure>   takes one measure and prints it as JSON:
                       idle, underWay (P5), joins (P6), busy (P2, P4), few (P3), many (P7) of the subject of --of,
                       beads, lamps, temples, restarts (P8) of Flower War,
                       entrance: two servers behind the shipped entrance, all processes counted, beside one server, and beside clients that
                         need no entrance, in turns; and what each part takes of a command, in us (P12)
                       joined: two servers, and four, that share Redis and PostgreSQL beside as many that do not, in turns
                       quick-play: what a request costs beside 0 and 5,000 listed matches
                       signing: matches whose seats sign beside others, in turns
                       joining: seats taken in turns with bare Colyseus, by processor time (P6)
                       room: 4 MB for new objects and 32, in turns
                       spectators: what a command costs that 0, 4, 100 and 1,000 watch
                       stages: what a server's main thread does for a command, in shares
                       starting: how long a server takes to start, with what Node compiled kept and not, and as a standby, in turns
                       growth: what a command costs with more matches, longer ones and more stored ones
                       sleeping: 100,000 matches by days that sleep: memory, time to wake, what ends while no client is there, a kill;
                         with a lone server, and with two that share PostgreSQL
                       tournament: an arena of 200 players, and the tables beside it
                       streams: matches whose seats read streams beside those with WebSockets, in turns
  --of <subject>     ${KNOWN_SUBJECTS.map(({ name }) => `"${name}"`).join(", ")}; default "Flower War"
  --ab <commit>      measures the working tree beside a commit, whose servers play in turns: processor time of a command (P2) and of a
                     join (P6), heap of an idle match (P5), with --runs rounds, default 12; "." is the working tree itself, a release's version its bundle
  --plant <percent>  with --ab of a commit: makes each command of the working tree so much slower, to see whether the measure finds that
  --help             this text`;

/**
 * Parses the command line; `null`: it asks for help.
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): Arguments | null {
  const values = parseOptions(args, {
    runs: { type: "string" },
    out: { type: "string", default: "docs/performance.md" },
    small: { type: "boolean", default: false },
    only: { type: "string" },
    of: { type: "string", default: "Flower War" },
    ab: { type: "string" },
    plant: { type: "string", default: "0" },
  });
  if (values === null) return null;
  const { small, out, of, runs, only = null, ab = null, plant } = values;
  if (only !== null && !MEASURE_NAMES.includes(only)) {
    throw new UsageError(`--only is one of ${MEASURE_NAMES.join(", ")}.`);
  }
  if (!KNOWN_SUBJECTS.some(({ name }) => name === of)) {
    throw new UsageError(`--of is one of ${KNOWN_SUBJECTS.map(({ name }) => name).join(", ")}.`);
  }
  if (runs !== undefined && !/^[1-9]\d*$/.test(runs)) throw new UsageError("--runs is a number from 1.");
  if (ab !== null && Number(runs ?? 12) < 6) throw new UsageError("--runs is at least 6 with --ab.");
  if (plant !== "0" && VERSIONS.includes(ab ?? "")) throw new UsageError("--plant is not for releases.");
  if (!/^\d+$/.test(plant)) throw new UsageError("--plant is a number.");
  const usual = ab === null ? (small ? 1 : 3) : 12;
  return { runs: Number(runs ?? usual), out, small, only, of, ab, plant: Number(plant) };
}
