import type { AnyMatch } from "@flower-war/client-sdk";
import { host } from "../session/host.ts";
import { rememberJudge } from "../session/judge.ts";
import { rememberName } from "../session/memory.ts";

/**
 * Watches a match as its judge, and remembers the viewer's name. Rejects with a `Refusal`, and does not watch then.
 * @param code the match's code, invitation or id
 * @param token of the host's link
 */
export async function comeAsJudge(code: string, token: string, name: string): Promise<AnyMatch> {
  rememberName(name);
  const match: AnyMatch = await host.spectate(code, { name });
  try {
    const secret = await match.takeJudge(token, name);
    // The server may have changed the name, and says so before it answers.
    rememberJudge(match.id, match.details.judge?.name || name, secret);
    return match;
  } catch (refused) {
    await match.leave();
    throw refused;
  }
}
