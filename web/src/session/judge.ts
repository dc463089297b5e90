import { type GameName, type Match, Refusal } from "@flower-war/client-sdk";
import { browserStorage } from "../base/storage.ts";

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

/** Keeps what proves the viewer as the judge of a match, also after a reload. @param name the judge's, as others see it */
export const rememberJudge = (match: string, name: string, secret: string): void =>
  browserStorage.write(keyOf(match, name), secret);
