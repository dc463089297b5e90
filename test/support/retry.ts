import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@flower-war/client-sdk";

/** ms for which a refused request is repeated. */
const DEADLINE = 60_000;
/** ms before a request is repeated whose refusal names no wait. */
const PAUSE = 200;

/** Whether a refusal asks to repeat the request later: nothing has changed (docs/protocol.md, "Codes"). */
function isTransient(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false;
  return error.code === "unavailable" || error.code === "draining" || error.code.startsWith("too-many-");
}

/**
 * Repeats a request, each time after its refusal's `wait`, until it is answered otherwise than with `unavailable`,
 * `draining` or `too-many-...`; for 60 s at most.
 */
export async function retry<T>(request: () => Promise<T>): Promise<T> {
  const end = performance.now() + DEADLINE;
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!isTransient(error) || performance.now() > end) throw error;
      await sleep(error.wait ?? PAUSE);
    }
  }
}
