import type { Plan, TablePlan } from "./plan/plan.ts";
import { type Report, runWorld } from "./run.ts";

/**
 * Looks for a smaller plan in which the same oracle finds something: fewer faults, habits, people and commands.
 * @param report of the plan that is to be made smaller
 * @param tried is told each smaller plan that still fails
 */
export async function shrink(report: Report, tried: (smaller: Report) => void): Promise<Report> {
  const oracles = new Set(report.findings.map(({ oracle }) => oracle));
  const fails = ({ findings }: Report) => findings.some(({ oracle }) => oracles.has(oracle));
  let smallest = report;
  for (;;) {
    const smaller = await findFailing(smallerThan(smallest.plan), fails);
    if (smaller === null) return smallest;
    smallest = smaller;
    tried(smaller);
  }
}

async function findFailing(
  plans: Iterable<Plan>,
  fails: (report: Report) => boolean,
): Promise<Report | null> {
  for (const plan of plans) {
    const report = await runWorld(plan);
    if (fails(report)) return report;
  }
  return null;
}

/** Returns plans that are smaller by one step each, the largest steps first. */
function* smallerThan(plan: Plan): Iterable<Plan> {
  for (const i of plan.faults.keys()) yield { ...plan, faults: plan.faults.toSpliced(i, 1) };
  if (plan.tables.length > 1)
    for (const i of plan.tables.keys()) yield { ...plan, tables: plan.tables.toSpliced(i, 1) };
  for (const [i, table] of plan.tables.entries()) {
    for (const smaller of smallerTables(table)) yield { ...plan, tables: plan.tables.with(i, smaller) };
  }
  if (plan.servers > 1) yield { ...plan, servers: plan.servers - 1 };
  if (plan.bridges > 1) yield { ...plan, bridges: plan.bridges - 1 };
}

function* smallerTables(table: TablePlan): Iterable<TablePlan> {
  const { players, commands, spectators, temple, turn, old, bots, program, bans } = table;
  if (temple !== null) yield { ...table, temple: null };
  if (temple !== null && temple.length > 0) yield { ...table, temple: [] };
  if (old.length > 0) yield { ...table, old: [] };
  if (bans) yield { ...table, bans: false };
  if (bots > 0) yield { ...table, bots: bots - 1, players: [...players, []] };
  if (program) yield { ...table, program: false, players: [...players, []] };
  if (spectators > 0) yield { ...table, spectators: 0 };
  if (players.length > 2) yield { ...table, players: players.slice(0, -1) };
  for (const [i, habits] of players.entries()) {
    for (const habit of habits)
      yield {
        ...table,
        players: players.with(
          i,
          habits.filter((each) => each !== habit),
        ),
      };
  }
  for (const fewer of new Set([commands >> 1, commands - 1])) {
    if (fewer > 0 && fewer < commands) yield { ...table, commands: fewer };
  }
  if (turn !== null) yield { ...table, turn: null };
}
