import { join } from "node:path";
import { UsageError } from "../../protocol/tools/tool.ts";
import { checkOut } from "../../test/support/checkout.ts";
import { playDuel } from "./duel.ts";
import { type Pair, type Side, SIDES, type Work } from "./duel-worker.ts";
import type { Setup } from "./options.ts";
import { computeShare, mean, type Share, studentOf } from "./statistics.ts";

/** How the bots of the working tree did against those of a commit. */
export interface AgainstReport {
  readonly setup: Setup;
  readonly commit: string;
  readonly matches: number;
  /** The working tree's share of the first places. */
  readonly first: Share;
  /** Half of the 95 % interval of that share by the differences between pairs of matches with one deal; `null`: there is one pair. */
  readonly paired: number | null;
  /** Its share of the matches that a seat has won. */
  readonly won: Share;
  readonly work: Readonly<Record<Side, Work>>;
}

/**
 * Plays the bots of the working tree against those of a commit, by the rules of the working tree.
 * @param commit `.`: the working tree itself
 * @throws UsageError if there is no such commit, or its bots cannot play
 */
export async function playAgainst(
  commit: string,
  setup: Setup,
  onProgress?: (matches: number) => void,
): Promise<AgainstReport> {
  const checkout = checkOutRules(commit);
  try {
    const sides = { rules: join(checkout.folder, "rules/src"), levels: null };
    return reportOn(commit, setup, await playDuel(setup, sides, onProgress));
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`--against ${commit}: ${error.message}`) : error;
  } finally {
    checkout.remove();
  }
}

function checkOutRules(commit: string) {
  try {
    return checkOut(commit, "rules");
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--against: ${error.message}`) : error;
  }
}

function reportOn(commit: string, setup: Setup, pairs: readonly Pair[]): AgainstReport {
  const matches = 2 * pairs.length;
  const sum = (valueOf: (pair: Pair) => number) => pairs.reduce((all, pair) => all + valueOf(pair), 0);
  const sumWork = (side: Side): Work => ({
    ms: sum(({ work }) => work[side].ms),
    commands: sum(({ work }) => work[side].commands),
    thoughts: sum(({ work }) => work[side].thoughts),
  });
  return {
    setup,
    commit,
    matches,
    first: computeShare(2 * sum(({ first }) => first), matches),
    paired: halfOf(pairs.map(({ first }) => first)),
    won: computeShare(
      sum(({ won }) => won),
      sum(({ decided }) => decided),
    ),
    work: { own: sumWork("own"), other: sumWork("other") },
  };
}

/** Returns half of the 95 % interval of a mean; `null`: there is one value. */
function halfOf(values: readonly number[]): number | null {
  const degrees = values.length - 1;
  if (degrees < 1) return null;
  const middle = mean(values) ?? 0;
  const variance = values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / degrees;
  return studentOf(degrees) * Math.sqrt(variance / values.length);
}

/** Formats the report for people. */
export function formatAgainst({ setup, commit, matches, first, paired, won, work }: AgainstReport): string {
  const { game, seats, bots } = setup;
  const percent = (value: number) => (100 * value).toFixed(1);
  const share = (each: Share) => `${percent(each.share)} % (${percent(each.from)}-${percent(each.to)})`;
  return [
    `${matches} matches of ${game}, ${seats} seats, ${bots[0]}: the working tree against ${commit}`,
    "",
    `first places          ${share(first)}; by pairs of one deal ± ${paired === null ? "-" : percent(paired)}`,
    `wins of ${won.of} decided`.padEnd(22) + share(won),
    ...SIDES.map((side) => (side === "own" ? "working tree" : commit).padEnd(22) + formatWork(work[side])),
  ].join("\n");
}

function formatWork({ ms, commands, thoughts }: Work): string {
  const each = thoughts === 0 ? "" : `${(ms / thoughts).toFixed(3)} ms of processor time a thought, `;
  return `${each}${(ms / commands).toFixed(3)} ms a command`;
}
