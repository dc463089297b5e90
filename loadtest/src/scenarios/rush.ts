/**
 * A rush, as when the game is on television: RATE players a second join a match by quick play, stay for two seconds and
 * leave.
 *
 * The rush passes if every check holds, nine of ten players joined, seat and first state came fast, no more than UNAVAILABLE
 * requests for a seat were refused as `unavailable`, and no connection ended unexpectedly.
 */
import { check } from "k6";
import type { Options } from "k6/options";
import { join, joinTime, pause, quickPlay, readSetting, runStory, UNAVAILABLE } from "../k6.ts";

const RATE = readSetting("RATE", 20);
const SECONDS = readSetting("SECONDS", 30);
const JOIN = readSetting("JOIN", 500);
/** ms that a player stays. */
const STAY = 2000;

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
    unavailable: UNAVAILABLE,
    unexpected_closes: ["count==0"],
  },
  summaryTrendStats: ["med", "p(95)", "p(99)", "max"],
};

export default (): Promise<void> => runStory(lookAround);

async function lookAround(): Promise<void> {
  const begun = Date.now();
  const { match, seat, reservation } = await quickPlay({ game: "flower-war", name: "Citlali" });
  const connection = await join(reservation);
  joinTime.add(Date.now() - begun);
  check(connection.state, {
    "the match is the one in the answer": ({ id }) => id === match,
    // The second of a name at a table is called "Citlali 2".
    "the seat has the player's name": ({ seats }) =>
      seats.get(seat ?? "")?.name.startsWith("Citlali") === true,
  });
  await pause(STAY);
  await connection.leave();
}
