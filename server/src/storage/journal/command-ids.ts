import type { PlayedBy } from "@flower-war/rules";

/*
 * The sender of a command, by its id in the journal: `<seat>:<id>` a client of that seat, `bot:<id>` the bot there, `clock:<n>` and
 * `claim:<by>:<seat>` the server for its player, `judge:<id>` the judge whom that seat's player named. All others are beads (temples/store/temple-store.ts), whose ids have four parts.
 */

/** The part of an id that says `by` whom. */
const BOT = "bot";
const CLOCK = "clock";
const CLAIM = "claim";
const JUDGE = "judge";

/** Returns the id of a client's command. Two clients in different seats that count 1, 2, 3 do not collide. */
export const clientCommandId = (seat: string | null, id: string): string => `${seat}:${id}`;

/** Returns the id of a bot's command. */
export const botCommandId = (id: string): string => `${BOT}:${id}`;

/** Returns the id of the command that the server plays for a player as entry `n`. */
export const clockCommandId = (n: number): string => `${CLOCK}:${n}`;

/** Returns the id of the command with which a seat concedes because another claims the match. */
export const claimCommandId = (by: string, seat: string): string => `${CLAIM}:${by}:${seat}`;

/** Returns the id of the command of a judge. */
export const judgeCommandId = (id: string): string => `${JUDGE}:${id}`;

/** Returns who played an entry for its seat; `null`: a client of the seat. */
export function playedBy({ id, seat }: { readonly id: string; readonly seat: string }): PlayedBy | null {
  const parts = id.split(":");
  const [first] = parts;
  if (parts.length === 2) {
    if (first === seat) return null;
    if (first === BOT || first === CLOCK || first === JUDGE) return first;
  }
  return parts.length === 3 && first === CLAIM ? CLAIM : "bead";
}

/** Whether a player sent the command of an entry, or their bot chose it. */
export function isOwn(entry: { readonly id: string; readonly seat: string }): boolean {
  const by = playedBy(entry);
  return by !== CLOCK && by !== CLAIM;
}
