import { begin, fold } from "@flower-war/rules";
import { flowerWar } from "@flower-war/rules/flower-war";
import { hostedFlowerWar } from "../../../server/src/games/index.ts";
import {
  afterCommand,
  afterReturn,
  type Clock,
  giveBack,
  restartClock,
  settle,
  startClock,
  stopClocks,
} from "../../../server/src/match/timing/clock.ts";
import { isOwn } from "../../../server/src/storage/journal/command-ids.ts";
import type { ClockFact, StoredFact } from "../../../server/src/storage/journal/facts.ts";
import type { Journal } from "../../../server/src/storage/journal/journal.ts";
import { createdOf, readPlayedMatch } from "../../../server/src/storage/journal/record.ts";
import type { Table } from "./table.ts";

/** ms for which a clock waits for its player beyond an outage, at most (docs/protocol.md, "Clocks"). */
const WAIT = 10_000;

/** What a seat's clock was charged while the match waited for it between two entries. Times are ms since 1970. */
interface Charge {
  readonly seat: string;
  readonly from: number;
  readonly to: number;
  /** ms */
  readonly charged: number;
}

/** An outage as the test made it: between these times no player could play. ms of `performance.now()` */
interface Outage {
  readonly from: number;
  /** `null`: it ended for each player who lost their connection when they were back, and others had none. */
  readonly to: number | null;
}

/** When a player could not play. Times are ms since 1970. */
interface Absence {
  readonly from: number;
  readonly back: number;
  /** When the outage was over, or the first player of the match was back. */
  readonly restored: number;
  /** Until when their clock had to wait for them at least. */
  readonly bound: number;
}

/** The ms by which clocks differ from the rules and the outages. */
export interface ClockErrors {
  /** Time that players lost. */
  readonly lost: readonly number[];
  /** Time that they were given too much. */
  readonly gained: readonly number[];
  /** For how long they waited for their players when the outage was over, or others were back. */
  readonly waited: readonly number[];
  /** Describes the charge with the most time given, for error messages. */
  readonly mostGained: string;
}

/** Notes when players could not play, and compares what their clocks were charged with it, by the journal's times. */
export class ClockCheck {
  readonly #tables: readonly Table[];
  readonly #outages: Outage[] = [];
  readonly #origin = Date.now() - performance.now();

  constructor(tables: readonly Table[]) {
    this.#tables = tables;
  }

  /** Notes an outage that began at a time. It is over for all players now, or for each player when they were back. */
  note(from: number, isOver: "for all" | "for each"): void {
    this.#outages.push({ from, to: isOver === "for all" ? performance.now() : null });
  }

  /** Reads from the journal by how much each clock is wrong in each interval that an outage touched. */
  async errors(journal: Journal): Promise<ClockErrors> {
    const [lost, gained, waited]: [number[], number[], number[]] = [[], [], []];
    let mostGained = "";
    for (const table of this.#tables) {
      for (const { match, seats } of table.histories) {
        const facts = (await journal.read(match))?.facts ?? [];
        for (const { seat, from, to, charged } of readCharges(facts)) {
          const player = seats.findIndex((each) => each.seat === seat);
          const absences = this.#absencesOf(table, player);
          const sum = (spans: [number, number][]) => overlap(from, to, spans);
          const least = sum(absences.map(({ from, back, bound }) => [from, Math.min(back, bound)]));
          const most = sum(absences.map(({ from, back }) => [from, back]));
          if (most === 0) continue;
          lost.push(charged - (to - from - least));
          const gift = to - from - most - charged;
          if (gift > Math.max(0, ...gained))
            mostGained = JSON.stringify({ match, seat, from, to, charged, absences });
          gained.push(gift);
          waited.push(sum(absences.map(({ restored, back, bound }) => [restored, Math.min(back, bound)])));
        }
      }
    }
    return { lost, gained, waited, mostGained };
  }

  /** When a player could not play: in each outage from its beginning, and again from each further loss of their connection. */
  #absencesOf(table: Table, player: number): Absence[] {
    return this.#outages.flatMap(({ from, to }, i) => {
      const next = this.#outages[i + 1]?.from ?? Number.POSITIVE_INFINITY;
      const spans = table.drops.map((drops, k): [number, number][] => {
        const [first, ...later] = drops.filter((time) => time >= from && time < next);
        const backAfter = (time: number) =>
          table.returns[k]?.find((each) => each >= time) ?? Number.POSITIVE_INFINITY;
        if (first === undefined) return to === null ? [] : [[from, to]];
        return [[from, backAfter(first)], ...later.map((drop): [number, number] => [drop, backAfter(drop)])];
      });
      const restored = Math.max(
        to ?? 0,
        Math.min(...spans.flatMap((each) => each.slice(0, 1)).map(([, back]) => back)),
      );
      return (spans[player] ?? []).map(([gone, back]) => ({
        from: this.#origin + gone,
        back: this.#origin + back,
        restored: this.#origin + restored,
        bound: this.#origin + restored + WAIT,
      }));
    });
  }
}

function overlap(from: number, to: number, spans: readonly (readonly [number, number])[]): number {
  return spans.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, start)), 0);
}

/** Reads from a Flower War match's facts what each seat's clock was charged. */
function readCharges(facts: readonly StoredFact[]): Charge[] {
  const played = facts.length > 0 ? readPlayedMatch(facts) : null;
  const rules = facts.length > 0 ? createdOf(facts).plan.clock : null;
  if (!played || rules === null) return [];
  let state = begin(flowerWar, played.header as never);
  const awaited = () => flowerWar.awaiting(state).map(({ seat }) => seat);
  const turnOf = () => hostedFlowerWar.turnOf?.(flowerWar.view(state, "public")) ?? null;
  let clock: Clock | null = null;
  let turn = turnOf();
  /** Since when each awaited seat is charged, and when its turn's own time ended then. */
  let marks = new Map<string, { at: number; turnEnds: number }>();
  const charges: Charge[] = [];
  for (const fact of facts) {
    if (fact.type === "begun") {
      const people = played.header.seats.filter((_, i) => played.header.players[i]?.kind === "human");
      clock = startClock(rules, people, awaited(), fact.at);
      marks = marksOf(clock, fact.at);
    }
    if (clock === null) continue;
    if (fact.type !== "entry") {
      clock = applyClockFact(clock, fact);
      continue;
    }
    const { at } = fact;
    const now = marksOf(clock, at);
    for (const [seat, mark] of marks) {
      const given = (now.get(seat)?.turnEnds ?? mark.turnEnds) - mark.turnEnds;
      charges.push({ seat, from: mark.at, to: at, charged: at - mark.at - given });
    }
    const { id, seat } = fact.entry;
    const { lag = 0 } = fact;
    state = fold(flowerWar, state, fact.entry.events as never);
    const newTurn = turnOf() === null || turnOf() !== turn;
    turn = turnOf();
    clock = afterCommand(clock, { seat, own: isOwn({ id, seat }), at, lag, newTurn, awaiting: awaited() });
    marks = marksOf(clock, at);
  }
  return charges;
}

/** Returns when the turns of awaited seats end, as far as is known at a time: one that stands still has moved until then. */
function marksOf(clock: Clock, at: number): Map<string, { at: number; turnEnds: number }> {
  return new Map(
    [...settle(clock, at).seats].flatMap(([seat, { turnEnds, stop }]) =>
      turnEnds === null
        ? []
        : [[seat, { at, turnEnds: turnEnds + (stop === null ? 0 : Math.max(0, at - stop.since)) }] as const],
    ),
  );
}

/** As `MatchClocks.apply`. */
function applyClockFact(clock: Clock, fact: StoredFact): Clock {
  if (!isClockFact(fact)) return clock;
  switch (fact.type) {
    case "player-back":
      return afterReturn(clock, fact.seat, fact.at);
    case "time-given-back":
      return fact.seat === undefined ? giveBack(clock, fact.ms) : restartClock(clock, fact.seat, fact.ms);
    case "clock-stopped":
      if (fact.seats === undefined) return clock;
      return stopClocks(clock, fact.seats, { since: fact.since ?? fact.at, until: fact.until ?? null });
  }
}

function isClockFact(fact: StoredFact): fact is ClockFact & { readonly at: number } {
  return ["player-back", "clock-stopped", "time-given-back"].includes(fact.type);
}
