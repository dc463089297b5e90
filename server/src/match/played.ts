import { Refused } from "../fault.ts";
import { type Asker, countCommand } from "../metrics/counts.ts";
import type { Submitted } from "./temple-seam.ts";

/** Plays a command, and counts it. Rejects if it could not be decided about, so that it may be tried again. */
export async function played(by: Asker, play: () => Promise<Submitted>): Promise<Submitted> {
  try {
    return await countCommand(by, play);
  } catch (error) {
    if (!(error instanceof Refused) || isPassing(error)) throw error;
    return { refused: error.fault.code };
  }
}

function isPassing({ fault }: Refused): boolean {
  return fault.code === "unavailable" || fault.code === "draining";
}
