import { type GameName, type Match, Refusal } from "@flower-war/client-sdk";
import { browserStorage } from "../base/storage.ts";

const keyOf = (match: string): string => `flower-war/judge/${match}`;

/** What proves the viewer as the judge of a match. */
interface Kept {
  /** The judge's, as others see it: another person may judge by now. */
  readonly name: string;
  readonly secret: string;
}

const readKept = (match: string) => browserStorage.readValue(keyOf(match)) as Kept | null;

/** Returns what proves the viewer as the judge of a match in play; `null`: they do not judge. */
export function judgeSecret<G extends GameName>({ id, seat, status, details }: Match<G>): string | null {
  const kept = readKept(id);
  const judges = seat === null && status === "playing" && kept?.name === details.judge?.name;
  return judges ? (kept?.secret ?? null) : null;
}

/** Forgets what proved the viewer as the judge of a match that has no judge any more, or is over. */
export function forgetJudge<G extends GameName>({ id, status, details }: Match<G>): void {
  if (details.judge === null || status === "over") browserStorage.remove(keyOf(id));
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
    const isRefused = error instanceof Refusal && error.code === "not-judge";
    // They may have come again meanwhile, with another secret.
    if (isRefused && readKept(match.id)?.secret === secret) browserStorage.remove(keyOf(match.id));
    throw error;
  }
}

/** Keeps what proves the viewer as the judge of a match, also after a reload. @param name the judge's, as others see it */
export const rememberJudge = (match: string, name: string, secret: string): void =>
  browserStorage.write(keyOf(match), JSON.stringify({ name, secret }));
