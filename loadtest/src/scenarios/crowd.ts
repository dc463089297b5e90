/**
 * A crowd. In each of TABLES matches a player plays against three bots at human pace, and WATCHERS spectators watch the
 * matches.
 *
 * The crowd passes if every check holds (each spectator sees their match go on), players play, answers stay fast in spite
 * of the spectators, no more than UNAVAILABLE requests for a seat are refused as `unavailable`, and no connection ends unexpectedly.
 */
import type { SeatReservation } from "@flower-war/protocol";
import { check } from "k6";
import execution from "k6/execution";
import type { Options } from "k6/options";
import { createMatch, join, pause, readSetting, runStory, takeSeat, UNAVAILABLE } from "../k6.ts";
import { Player } from "../player.ts";

const TABLES = readSetting("TABLES", 2);
const WATCHERS = readSetting("WATCHERS", 100);
const SECONDS = readSetting("SECONDS", 60);
const PACE = readSetting("PACE", 1500);
const ACK = readSetting("ACK", 100);

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
    // One decision in ten is the player's: three bots play with them.
    commands_accepted: [`count>=${Math.max(1, Math.floor((TABLES * SECONDS * 1000) / PACE / 10))}`],
    ack_ms: [`p(95)<${ACK}`],
    unavailable: UNAVAILABLE,
    unexpected_closes: ["count==0"],
  },
  summaryTrendStats: ["med", "p(95)", "p(99)", "max"],
};

interface Crowd {
  /** The players' reservations, one per match. */
  readonly tables: SeatReservation[];
  /** ms since 1970 */
  readonly end: number;
}

/** Creates the matches before the players and spectators start. */
export async function setup(): Promise<Crowd> {
  const request = { game: "flower-war", name: "Citlali", seats: 4, bots: 3 };
  const tables = await Promise.all(Array.from({ length: TABLES }, () => createMatch(request)));
  return { tables, end: Date.now() + SECONDS * 1000 };
}

export const host = (crowd: Crowd): Promise<void> => runStory(() => playUntilEnd(crowd));
export const watch = (crowd: Crowd): Promise<void> => runStory(() => watchUntilEnd(crowd));

async function playUntilEnd({ tables, end }: Crowd): Promise<void> {
  const table = tables[execution.scenario.iterationInTest % tables.length];
  if (table === undefined) throw new Error("there is no match");
  const again = await takeSeat(table.match, { token: table.token ?? "" });
  const player = await Player.join(again, PACE);
  while (!player.isOver && Date.now() < end) await player.move(end);
  // The spectators leave first.
  await pause(Math.max(0, end - Date.now()) + 2000);
  await player.leave();
}

async function watchUntilEnd({ tables, end }: Crowd): Promise<void> {
  const table = tables[execution.scenario.iterationInTest % tables.length];
  if (table === undefined) throw new Error("there is no match");
  const { reservation, seat } = await takeSeat(table.match, { spectate: true });
  const connection = await join(reservation);
  const begun = connection.state.n;
  await pause(Math.max(0, end - Date.now()));
  check(connection.state, {
    "a spectator has no seat": () => seat === null,
    "a spectator sees the match go on": ({ n, status }) => n > begun || status === "over",
    "a spectator sees no hand": ({ hands }) =>
      [...hands.entries()].every(([, { cards }]) => cards === undefined),
  });
  await connection.leave();
}
