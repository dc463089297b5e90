import { Refusal } from "@flower-war/client-sdk";
import { host } from "./host.ts";

/**
 * Downloads a match's record. Who played at a table that is watched with a delay shows their seat, and has it before others do. Rejects
 * with a `Refusal`.
 * @param id the match's id or invitation
 */
export async function loadRecord(id: string): Promise<string> {
  try {
    return await host.record(id);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "match-not-over") throw error;
    const own = (await host.resume()).find(({ match, invitation }) => id === match || id === invitation);
    if (own === undefined) throw error;
    return host.record(id, { token: own.token });
  }
}
