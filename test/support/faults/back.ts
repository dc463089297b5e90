import { setImmediate } from "node:timers/promises";
import type { Match } from "@flower-war/client-sdk";
import { untilRead } from "../until.ts";

/**
 * Waits until a server answers each of some players after another was killed. A client takes a dead connection for a live one until
 * its socket closes, so that it says `connected` proves nothing.
 */
export async function untilBack(matches: readonly Match[]): Promise<void> {
  const ask = async () => {
    await setImmediate();
    return Promise.allSettled(matches.map((match) => match.here()));
  };
  await untilRead(ask, (answers) => answers.every(({ status }) => status === "fulfilled"), "all to be back");
}
