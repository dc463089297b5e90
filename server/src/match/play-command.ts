import { type CommandSource, countCommand } from "../metrics/counters.ts";
import { RefusalError } from "../refusal.ts";
import type { Submitted } from "./temples/contract.ts";

/** Plays a command and counts it. Rejects if it could not be decided, so that it may be tried again. */
export async function playCommand(source: CommandSource, play: () => Promise<Submitted>): Promise<Submitted> {
  try {
    return await countCommand(source, play);
  } catch (error) {
    if (!(error instanceof RefusalError) || isTemporary(error)) throw error;
    return { refused: error.body.code };
  }
}

function isTemporary({ body }: RefusalError): boolean {
  return body.code === "unavailable" || body.code === "draining";
}
