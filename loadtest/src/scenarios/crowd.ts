/**
 * A crowd. At TABLES matches somebody plays against three bots, at human pace, and WATCHERS people sit around them and
 * do nothing but watch.
 *
 * It goes well if every check was true (each watcher saw her match go on to the last), the tables were played at, their
 * acknowledgements came at once in spite of the crowd, and nobody was thrown out.
 */
import type { SeatReservation } from "@flower-war/client-sdk/protocol";
import { check } from "k6";
import execution from "k6/execution";
import type { Options } from "k6/options";
import { createMatch, pause, setting, sit, takeSeat, told } from "../k6.ts";
import { Player } from "../player.ts";

const TABLES = setting("TABLES", 2);
const WATCHERS = setting("WATCHERS", 100);
const SECONDS = setting("SECONDS", 60);
const PACE = setting("PACE", 1500);
const ACK = setting("ACK", 100);

export const options: Options = {
  scenarios: {
    tables: {
      executor: "per-vu-iterations",
      exec: "host",
      vus: TABLES,
      iterations: 1,
      maxDuration: `${SECONDS + 60}s`,
    },
    watchers: {
      executor: "per-vu-iterations",
      exec: "watch",
      vus: WATCHERS,
      iterations: 1,
      maxDuration: `${SECONDS + 60}s`,
    },
  },
  thresholds: {
    checks: ["rate==1"],
    // One decision of ten is a person's, with three bots at the table.
    commands_accepted: [`count>=${Math.max(1, Math.floor((TABLES * SECONDS * 1000) / PACE / 10))}`],
    ack_ms: [`p(95)<${ACK}`],
    unexpected_closes: ["count==0"],
  },
  summaryTrendStats: ["med", "p(95)", "p(99)", "max"],
};

interface Crowd {
  readonly tables: SeatReservation[];
  /** ms since 1970 */
  readonly end: number;
}

/** The tables are laid before anybody comes. */
export async function setup(): Promise<Crowd> {
  const wish = { game: "flower-war", name: "Citlali", seats: 4, bots: 3 };
  const tables = await Promise.all(Array.from({ length: TABLES }, () => createMatch(wish)));
  return { tables, end: Date.now() + SECONDS * 1000 };
}

export const host = (crowd: Crowd): Promise<void> => told(() => playOn(crowd));
export const watch = (crowd: Crowd): Promise<void> => told(() => watchOn(crowd));

async function playOn({ tables, end }: Crowd): Promise<void> {
  const table = tables[execution.scenario.iterationInTest % tables.length];
  if (table === undefined) throw new Error("no table was laid");
  const again = await takeSeat(table.match, { token: table.token ?? "" });
  const player = await Player.sitDown(again, PACE);
  while (!player.over && Date.now() < end) await player.move(end);
  // The watchers go first.
  await pause(Math.max(0, end - Date.now()) + 2000);
  await player.leave();
}

async function watchOn({ tables, end }: Crowd): Promise<void> {
  const table = tables[execution.scenario.iterationInTest % tables.length];
  if (table === undefined) throw new Error("no table was laid");
  const { reservation, seat } = await takeSeat(table.match, { spectate: true });
  const chair = await sit(reservation);
  const begun = chair.state.n;
  await pause(Math.max(0, end - Date.now()));
  check(chair.state, {
    "a watcher has no seat": () => seat === null,
    "a watcher sees the match go on": ({ n, status }) => n > begun || status === "over",
    "a watcher sees no hand": ({ hands }) =>
      [...hands.entries()].every(([, { cards }]) => cards === undefined),
  });
  await chair.leave();
}
