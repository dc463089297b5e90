import { PATHS } from "@flower-war/protocol";
import { timeoutSignal } from "@flower-war/protocol/ports";
import type { Time } from "../time.ts";

/** ms that the answer may take. */
const TIMEOUT = 1_000;

/**
 * Asks the address that clients know whether any server behind it is ready. Resolves with `false` also if it cannot be asked.
 * @param publicUrl of this server, on that address; `null`: not known
 */
export async function isEntranceReady(publicUrl: string | null, time: Time): Promise<boolean> {
  if (publicUrl === null) return false;
  const { signal, cancel } = timeoutSignal(time, TIMEOUT);
  try {
    return (await fetch(new URL(PATHS.ready, publicUrl), { signal })).ok;
  } catch {
    return false;
  } finally {
    cancel();
  }
}
