import { setTimeout as sleep } from "node:timers/promises";
import type { Match } from "@flower-war/client-sdk";
import { untilRead } from "../until.ts";

/** ms between two questions. */
const PAUSE = 20;

/**
 * Waits until a server answers each of some players after another was killed. A client takes a dead connection for a live one until
 * its socket closes, so that it says `connected` proves nothing.
 */
export async function untilBack(matches: readonly Match[]): Promise<void> {
  const ask = async () => {
    const answers = await Promise.allSettled(matches.map((match) => match.here()));
    await sleep(PAUSE);
    return answers;
  };
  await untilRead(ask, (answers) => answers.every(({ status }) => status === "fulfilled"), "all to be back");
}
