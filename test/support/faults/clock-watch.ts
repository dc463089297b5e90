import type { Journal } from "../../../server/src/journal/journal.ts";
import type { Table } from "./table.ts";

type Seat = Table["histories"][number]["seats"][number];

/** What a player is shown of a clock that runs. */
interface Shown {
  /** Entries so far: nobody has played since, so the clock has only run. */
  readonly n: number;
  readonly seat: string;
  readonly deadline: number;
  readonly givenBack: number;
}

/** What players saw of a match's clocks when they were sent on, and when they were back. */
interface Sight {
  readonly match: string;
  readonly before: Shown;
  readonly after: Shown;
}

/** Compares clocks before and after deploys with the time during which nobody had the match. */
export class ClockWatch {
  readonly #sights: Sight[] = [];

  /** Watches the match that each table plays now. */
  constructor(tables: readonly Table[]) {
    for (const { histories } of tables) {
      for (const seat of histories.at(-1)?.seats ?? []) this.#watch(seat);
    }
  }

  /**
   * How far, in ms, each clock was from what it should have been, by the journal's times: what it showed before, and
   * the time from when the clocks were stopped to when time was given back.
   */
  async errors(journal: Journal): Promise<number[]> {
    const matches = [...new Set(this.#sights.map(({ match }) => match))];
    const absences = new Map(
      await Promise.all(matches.map(async (match) => [match, await absencesOf(journal, match)] as const)),
    );
    return this.#sights.map(({ match, before, after }) => {
      const away = absences.get(match);
      const real = (away?.get(after.givenBack) ?? Number.NaN) - (away?.get(before.givenBack) ?? Number.NaN);
      return Math.abs(after.deadline - before.deadline - real);
    });
  }

  #watch(seat: Seat): void {
    let before: Shown | null = null;
    seat.on("dropped", () => (before ??= shownTo(seat)));
    seat.on("resumed", () => {
      const after = shownTo(seat);
      if (before && after?.n === before.n && after.seat === before.seat)
        this.#sights.push({ match: seat.id, before, after });
      before = null;
    });
  }
}

function shownTo({ clock, state: { n } }: Seat): Shown | null {
  for (const [seat, { deadline }] of clock?.seats ?? []) {
    if (deadline !== null) return { n, seat, deadline, givenBack: clock?.givenBack ?? 0 };
  }
  return null;
}

/** ms during which no clock ran so far, by what had been given back then. */
async function absencesOf(journal: Journal, match: string): Promise<Map<number, number>> {
  const absences = new Map([[0, 0]]);
  let [givenBack, away] = [0, 0];
  let stopped: number | null = null;
  for (const fact of (await journal.read(match))?.facts ?? []) {
    if (fact.type === "time-given-back") {
      givenBack += fact.ms;
      // Without a stop it was a server that stood still, and nobody else knows for how long.
      away += stopped === null ? fact.ms : fact.at - stopped;
      absences.set(givenBack, away);
    }
    stopped = fact.type === "clock-stopped" ? fact.at : null;
  }
  return absences;
}
