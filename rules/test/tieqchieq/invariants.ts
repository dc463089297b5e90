import { answersOf } from "../../src/tieqchieq/legal.ts";
import { featureOf, stepOf } from "../../src/tieqchieq/board.ts";
import { type Event, SEATS, type Square, type State, type Table } from "../../src/tieqchieq/index.ts";

/** The squares on both colours' paths, except the sun: battles happen only there (canon section 3.2). */
const BATTLEFIELDS: readonly Square[] = ["a1", "b1", "c1", "e5", "d5", "c5"];

/** Returns what violates canon section 13 between two commands; empty if nothing does. */
export function findFaults({ table }: State): readonly string[] {
  return [...tokenFaults(table), ...phaseFaults(table)];
}

function* tokenFaults({ tokens }: Table) {
  for (const seat of SEATS) {
    const { reserve, at, home } = tokens[seat];
    if (reserve + at.length + home !== 6) yield `${seat} has ${reserve} + ${at.length} + ${home} tokens`;
    if (reserve < 0 || home < 0) yield `${seat} has less than no tokens somewhere`;
  }
  const squares = SEATS.flatMap((seat) => tokens[seat].at);
  if (new Set(squares).size < squares.length) yield "a square holds two tokens";
}

function* phaseFaults(table: Table) {
  const { phase, roll, plusAt, turn, tokens, outcome, tosses } = table;
  const rolls = phase === "act" || phase === "plus";
  if (rolls ? roll < 1 || roll > 4 : roll !== 0) yield `the roll is ${roll} in ${phase}`;
  if ((phase === "plus") !== (plusAt !== null)) yield `a plus at ${plusAt} in ${phase}`;
  if (plusAt !== null && (featureOf(turn, plusAt) !== "plus" || !tokens[turn].at.includes(plusAt))) {
    yield `${turn} has no plus at ${plusAt}`;
  }
  if ((phase === "over") !== (outcome !== null)) yield "it is over without an outcome, or goes on with one";
  const full = SEATS.find((seat) => tokens[seat].home === 6) ?? null;
  if (outcome === null ? full !== null : outcome.by === "home" && outcome.winner !== full)
    yield "the winner is wrong";
  if (outcome?.by === "last-seat" && outcome.winner === null) yield "there is no winner when a seat conceded";
  if (outcome?.by === "tosses" && tosses < 1000) yield `stopped after ${tosses} tosses`;
  if (phase !== "over" && answersOf(table, turn).length === 0) yield `no answer to ${phase}`;
}

/** Returns what of canon section 13 an event violates. */
export function findFaultsOf(before: State, event: Event, after: State): readonly string[] {
  const faults: string[] = [];
  if (event.type === "battled" && !BATTLEFIELDS.includes(event.battle.square)) {
    faults.push(`a battle on ${event.battle.square}`);
  }
  if (event.type === "moved" && stepOf(event.seat, event.to) <= stepOf(event.seat, event.from)) {
    faults.push(`${event.seat} went back from ${event.from} to ${event.to}`);
  }
  for (const seat of SEATS) {
    const [held, holds] = [before.table.tokens[seat], after.table.tokens[seat]];
    if (holds.home < held.home) faults.push(`${seat} has a token home no more`);
    const lost = held.at.length + held.home > holds.at.length + holds.home;
    if (lost && event.type !== "battled") faults.push(`${seat} lost a token without a battle`);
  }
  return faults;
}
