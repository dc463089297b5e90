import { type AnyMatch, type GameName, type Match, Refusal } from "@flower-war/client-sdk";
import { browserStorage } from "../base/storage.ts";
import { host } from "./host.ts";

/** By the judge's name too: it is no longer found when another person judges. */
const keyOf = (match: string, name: string): string => `flower-war/judge/${match}/${name}`;

/** Returns what proves the viewer as the judge of a match in play; `null`: they do not judge. */
export function judgeSecret<G extends GameName>({ id, seat, status, details }: Match<G>): string | null {
  const name = details.judge?.name ?? "";
  return seat === null && status === "playing" && name !== "" ? browserStorage.read(keyOf(id, name)) : null;
}

/** Does what a judge may. Rejects with a `Refusal`; who judges no more is none on this page from then on. */
export async function actAsJudge<G extends GameName>(
  match: Match<G>,
  secret: string,
  act: Parameters<Match["judge"]>[1],
): Promise<void> {
  try {
    await match.judge(secret, act);
  } catch (error) {
    if (error instanceof Refusal && error.code === "not-judge")
      browserStorage.remove(keyOf(match.id, match.details.judge?.name ?? ""));
    throw error;
  }
}

/**
 * Watches a match as its judge. Rejects with a `Refusal`, and does not watch then.
 * @param code the match's code, invitation or id
 * @param token of the host's link
 */
export async function comeAsJudge(code: string, token: string, name: string): Promise<AnyMatch> {
  const match: AnyMatch = await host.spectate(code, { name });
  try {
    const secret = await match.takeJudge(token, name);
    // The server may have changed the name, and says so before it answers.
    browserStorage.write(keyOf(match.id, match.details.judge?.name || name), secret);
    return match;
  } catch (refused) {
    await match.leave();
    throw refused;
  }
}
