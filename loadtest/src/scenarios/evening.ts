/**
 * An evening. PLAYERS people come within the first quarter of it, each asks for a match by quick play, sits down, and
 * plays at human pace (about PACE ms a decision) whatever the server says is legal. Now and then one loses the line and
 * comes back with her token. When a match is over she asks for the next; when the evening is over everybody leaves.
 *
 * It was a good evening if every check was true, somebody played (a match decides once in PACE ms; a third of that, for
 * three quarters of the time, is the floor), acknowledgements came at once, and nobody was thrown out.
 */
import type { Options } from "k6/options";
import { about, pause, quickPlay, setting, told } from "../k6.ts";
import { Player } from "../player.ts";

const PLAYERS = setting("PLAYERS", 20);
const SECONDS = setting("SECONDS", 60);
const PACE = setting("PACE", 1500);
const ACK = setting("ACK", 100);
/** Moves, on average, from one lost line to the next. */
const MOVES_TO_A_BLINK = 15;
const SEATS = 4;

const floor = Math.floor(Math.floor(PLAYERS / SEATS) * ((SECONDS * 1000) / PACE) * 0.75 * 0.33);

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
    commands_accepted: [`count>=${floor}`],
    ack_ms: [`p(95)<${ACK}`],
    unexpected_closes: ["count==0"],
  },
  summaryTrendStats: ["med", "p(95)", "p(99)", "max"],
};

export default (): Promise<void> => told(evening);

async function evening(): Promise<void> {
  const end = Date.now() + SECONDS * 1000;
  await pause(Math.random() * SECONDS * 250);
  while (Date.now() < end) await playOne(end);
}

async function playOne(end: number): Promise<void> {
  const reserved = await quickPlay({ game: "flower-war", name: "Citlali" });
  const player = await Player.sitDown(reserved, PACE);
  while (!player.over && Date.now() < end) {
    await player.move(end);
    if (Date.now() < end && Math.random() < 1 / MOVES_TO_A_BLINK) await player.blink();
  }
  await player.leave();
  await pause(about(PACE));
}
