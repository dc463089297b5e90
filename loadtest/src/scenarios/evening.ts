/**
 * An evening. PLAYERS players start within its first quarter. Each joins a match by quick play and plays random legal
 * commands at human pace (about PACE ms a decision). Now and then one loses the connection and takes the seat again with
 * its token; the first does so after its first move. When a match is over they join the next one; at the end all leave.
 *
 * The evening passes if every check holds, enough commands are played (a match decides once in PACE ms; at least a third
 * of that is expected, for three quarters of the time), answers are fast, no more than UNAVAILABLE requests for a seat are
 * refused as `unavailable`, and no connection ends unexpectedly.
 */
import execution from "k6/execution";
import type { Options } from "k6/options";
import { pause, quickPlay, readSetting, runStory, UNAVAILABLE, vary } from "../k6.ts";
import { Player } from "../player.ts";

const PLAYERS = readSetting("PLAYERS", 20);
const SECONDS = readSetting("SECONDS", 60);
const PACE = readSetting("PACE", 1500);
const ACK = readSetting("ACK", 100);
/** Moves between two lost connections of a player, on average. */
const MOVES_PER_RECONNECT = 15;
const SEATS = 4;

const leastCommands = Math.floor(Math.floor(PLAYERS / SEATS) * ((SECONDS * 1000) / PACE) * 0.75 * 0.33);

export const options: Options = {
  scenarios: {
    evening: {
      executor: "per-vu-iterations",
      vus: PLAYERS,
      iterations: 1,
      maxDuration: `${SECONDS + 60}s`,
    },
  },
  thresholds: {
    checks: ["rate==1"],
    commands_accepted: [`count>=${leastCommands}`],
    ack_ms: [`p(95)<${ACK}`],
    unavailable: UNAVAILABLE,
    unexpected_closes: ["count==0"],
  },
  summaryTrendStats: ["med", "p(95)", "p(99)", "max"],
};

export default (): Promise<void> => runStory(playEvening);

async function playEvening(): Promise<void> {
  const end = Date.now() + SECONDS * 1000;
  await pause(Math.random() * SECONDS * 250);
  while (Date.now() < end) await playMatch(end);
}

async function playMatch(end: number): Promise<void> {
  const reserved = await quickPlay({ game: "flower-war", name: "Citlali" });
  const player = await Player.join(reserved, PACE);
  // Of a short evening one player alone may have no turn.
  let mustReconnect = execution.vu.idInTest <= SEATS;
  while (!player.isOver && Date.now() < end) {
    await player.move(end);
    if (Date.now() >= end || !(mustReconnect || Math.random() < 1 / MOVES_PER_RECONNECT)) continue;
    mustReconnect = false;
    await player.reconnect();
  }
  await player.leave();
  await pause(vary(PACE));
}
