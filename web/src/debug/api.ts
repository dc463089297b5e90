import type { GameMap, GameName } from "@flower-war/client-sdk";

type Command = GameMap[GameName]["command"];

/** A match at one of its moments, as the server's debug routes tell it (server/src/match/match-debug.ts). */
export interface DebugPicture {
  readonly game: GameName;
  readonly version: number;
  readonly seats: readonly string[];
  readonly n: number;
  readonly at: number;
  readonly entries: readonly {
    readonly n: number;
    readonly seat: string;
    readonly command: Command;
    readonly events: readonly object[];
  }[];
  readonly state: unknown;
  readonly views: Readonly<Record<string, unknown>>;
  readonly legal: Readonly<Record<string, readonly Command[] | undefined>>;
  readonly awaiting: readonly { readonly seat: string; readonly decision: string }[];
  readonly outcome: unknown;
  readonly playsItself: boolean;
}

/** Why the server did not do something. */
export class DebugError extends Error {
  readonly code: string;

  constructor({ code, message }: { readonly code: string; readonly message: string }) {
    super(message);
    this.code = code;
  }
}

/** What the debug page asks of the server about one match. @throws `DebugError`, or what `fetch` throws */
export class DebugApi {
  readonly #path: string;

  /** @param match its id or code */
  constructor(match: string) {
    this.#path = `/api/debug/matches/${encodeURIComponent(match)}`;
  }

  /** Returns the match after `n` commands. @param n `null`: as it is now */
  at(n: number | null): Promise<DebugPicture> {
    return ask(this.#path + (n === null ? "" : `?n=${n}`)) as Promise<DebugPicture>;
  }

  async play(seat: string, command: Command): Promise<void> {
    await ask(`${this.#path}/commands`, { seat, command });
  }

  /** Lets bots and clocks play, or not. */
  async hold(held: boolean): Promise<void> {
    await ask(`${this.#path}/hold`, { held });
  }
}

async function ask(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(
    path,
    body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) },
  );
  const value: unknown = await answer.json();
  if (!answer.ok) throw new DebugError(value as DebugError);
  return value;
}
