import { until as waitUntil } from "../../server/test/support/until.ts";

/** ms: several processes on a busy machine take their time. */
const DEADLINE = 30_000;

/**
 * Resolves as soon as a condition holds; rejects after 30 s.
 * @param what ends the error's sentence "waited 30000 ms for ..."
 */
export function until(holds: () => boolean, what: string): Promise<void> {
  return waitUntil(holds, what, DEADLINE);
}
