/**
 * A rush. Somebody talks of the game on television: RATE people a second ask for a match by quick play, sit down, look
 * around for two seconds, and leave.
 *
 * The house stood it if every check was true, nine of ten that were to come did, a seat and its first state were there
 * at once, and nobody was thrown out.
 */

import { check } from "k6";
import type { Options } from "k6/options";
import { joinTime, pause, quickPlay, setting, sit, told } from "../k6.ts";

const RATE = setting("RATE", 20);
const SECONDS = setting("SECONDS", 30);
const JOIN = setting("JOIN", 500);
const LOOK_AROUND = 2000;

export const options: Options = {
  scenarios: {
    rush: {
      executor: "constant-arrival-rate",
      rate: RATE,
      timeUnit: "1s",
      duration: `${SECONDS}s`,
      preAllocatedVUs: RATE * 4,
      maxVUs: RATE * 10,
    },
  },
  thresholds: {
    checks: ["rate==1"],
    joins: [`count>=${Math.floor(RATE * SECONDS * 0.9)}`],
    join_ms: [`p(95)<${JOIN}`],
    unexpected_closes: ["count==0"],
  },
  summaryTrendStats: ["med", "p(95)", "p(99)", "max"],
};

export default (): Promise<void> => told(lookAround);

async function lookAround(): Promise<void> {
  const asked = Date.now();
  const { match, seat, reservation } = await quickPlay({ game: "flower-war", name: "Citlali" });
  const chair = await sit(reservation);
  joinTime.add(Date.now() - asked);
  check(chair.state, {
    "it is the match that was promised": ({ id }) => id === match,
    "the seat is taken by her name": ({ seats }) => seats.get(seat ?? "")?.name === "Citlali",
  });
  await pause(LOOK_AROUND);
  await chair.leave();
}
