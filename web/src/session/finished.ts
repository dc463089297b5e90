import { browserStorage } from "../app/storage.ts";

/** The finished matches that this browser saw the end of, newest first. */

/** A finished match, as the lobby lists it. */
export interface Finished {
  readonly id: string;
  readonly code: string;
  readonly game: string;
}

const KEY = "flower-war/finished";
const KEPT = 5;

export function finishedMatches(): readonly Finished[] {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isFinished) : [];
  } catch {
    return [];
  }
}

export function rememberFinished({ id, code, game }: Finished): void {
  const others = finishedMatches().filter((each) => each.id !== id);
  browserStorage.write(KEY, JSON.stringify([{ id, code, game }, ...others].slice(0, KEPT)));
}

function isFinished(value: unknown): value is Finished {
  return (
    typeof value === "object" &&
    value !== null &&
    ["id", "code", "game"].every((name) => typeof Reflect.get(value, name) === "string")
  );
}
