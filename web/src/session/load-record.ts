import { Refusal } from "@flower-war/client-sdk";
import { host } from "./host.ts";

/** Downloads a match's record, as `askAsPlayer` asks for it. @param id the match's id or invitation */
export const loadRecord = (id: string): Promise<string> => askAsPlayer(id, (seat) => host.record(id, seat));

/**
 * Asks for something of a finished match. Who played at a table that is watched with a delay shows their seat, and has it before others do.
 * Rejects with a `Refusal`.
 * @param id the match's id or invitation
 */
export async function askAsPlayer<Answer>(
  id: string,
  ask: (seat: { readonly token?: string }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask({});
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "match-not-over") throw error;
    const own = (await host.resume()).find(({ match, invitation }) => id === match || id === invitation);
    if (own === undefined) throw error;
    return ask({ token: own.token });
  }
}
