import type { Journal } from "../../../server/src/storage/journal/journal.ts";
import type { Table } from "./table.ts";

type Seat = Table["histories"][number]["seats"][number];

/** A running clock as a player is shown it. */
interface ShownClock {
  /** The newest entry. While it is the same, no seat has played: the clock has only run. */
  readonly n: number;
  readonly seat: string;
  readonly deadline: number;
  readonly givenBack: number;
}

/** The clocks that a player was shown before a lost connection and after it. */
interface Comparison {
  readonly match: string;
  readonly before: ShownClock;
  readonly after: ShownClock;
}

/** Records the clocks that players are shown before and after deploys. */
export class ClockRecorder {
  readonly #comparisons: Comparison[] = [];

  /** Records from now on, in the match that each table plays now. */
  constructor(tables: readonly Table[]) {
    for (const { histories } of tables) {
      for (const seat of histories.at(-1)?.seats ?? []) this.#record(seat);
    }
  }

  /**
   * Returns by how many ms each clock is wrong. It must have moved by as much as the match was without a server, from when
   * the clocks were stopped to when their time was given back, by the journal's dates.
   */
  async errors(journal: Journal): Promise<number[]> {
    const matches = [...new Set(this.#comparisons.map(({ match }) => match))];
    const absences = new Map(
      await Promise.all(matches.map(async (match) => [match, await readAbsences(journal, match)] as const)),
    );
    return this.#comparisons.map(({ match, before, after }) => {
      const absence = absences.get(match);
      const expected =
        (absence?.get(after.givenBack) ?? Number.NaN) - (absence?.get(before.givenBack) ?? Number.NaN);
      return Math.abs(after.deadline - before.deadline - expected);
    });
  }

  #record(seat: Seat): void {
    let before: ShownClock | null = null;
    seat.on("dropped", () => (before ??= readClock(seat)));
    // A clock stands still until its player is back.
    const compare = () => {
      const after = seat.connection === "connected" ? readClock(seat) : null;
      if (before === null || after === null) return;
      if (after.n === before.n && after.seat === before.seat)
        this.#comparisons.push({ match: seat.id, before, after });
      before = null;
    };
    seat.on("resumed", compare);
    seat.on("change", compare);
  }
}

function readClock({ clock, state: { n } }: Seat): ShownClock | null {
  for (const [seat, { deadline }] of clock?.seats ?? []) {
    if (deadline !== null) return { n, seat, deadline, givenBack: clock?.givenBack ?? 0 };
  }
  return null;
}

/** Reads for how many ms a match was without a server, by how many ms had been given back then. */
async function readAbsences(journal: Journal, match: string): Promise<Map<number, number>> {
  const absences = new Map([[0, 0]]);
  let [givenBack, absence] = [0, 0];
  const stoppedAt = new Map<string, number>();
  for (const fact of (await journal.read(match))?.facts ?? []) {
    if (fact.type === "clock-stopped") {
      for (const seat of fact.seats ?? [])
        if (!stoppedAt.has(seat)) stoppedAt.set(seat, fact.since ?? fact.at);
    }
    if (fact.type === "time-given-back" && fact.seat !== undefined) {
      if (fact.ms > 0) absence += fact.at - (stoppedAt.get(fact.seat) ?? fact.at);
      stoppedAt.delete(fact.seat);
      givenBack += fact.ms;
      absences.set(givenBack, absence);
    }
  }
  return absences;
}
