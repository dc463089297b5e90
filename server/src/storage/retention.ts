import type { Logger } from "pino";
import { type Cancel, type Time, workOff } from "../time.ts";

/**
 * Deletes what is kept for a limited time, from now on and a few items at a time.
 * @param deleteSome deletes a few expired items and resolves with whether there were any
 * @returns ends it
 */
export function deleteExpired(
  deleteSome: () => Promise<boolean>,
  { time, log }: { readonly time: Pick<Time, "after">; readonly log: Logger },
): Cancel {
  return workOff(time, () =>
    deleteSome().catch((err: unknown) => {
      log.debug({ err }, "expired items not deleted");
      return false;
    }),
  );
}
