import { JournalDamaged, type MatchHead, type Position } from "./journal.ts";
import { sealOf } from "./seal.ts";

/* What the journal's keys in Redis hold. What was damaged there is noticed here: its match is set aside. */

/** An entry of a match's stream: its id `<epoch>-<n>`, then the names and values of its fields. */
export type StreamEntry = readonly [id: string, fields: readonly string[]];

/** Rows that come after this position, each followed by its seal. */
export function sealed(match: string, { epoch, n }: Position, rows: readonly string[]): (string | number)[] {
  return rows.flatMap((row, i) => [row, sealOf([match, `${epoch}-${n + i + 1}`, row])]);
}

/**
 * The rows of a match that has `n` of them. One that was written before there were seals has none.
 * @throws `JournalDamaged`
 */
export function rowsIn(match: string, n: number, entries: readonly StreamEntry[]): string[] {
  if (entries.length !== n) throw new JournalDamaged(match, `${entries.length} rows where ${n} were written`);
  return entries.map(([id, [, row = "", , seal]], i) => {
    const isSound = seal === undefined || Number(seal) === sealOf([match, id, row]);
    if (!isSound || Number(id.split("-")[1]) !== i + 1)
      throw new JournalDamaged(match, `row ${id} is damaged`);
    return row;
  });
}

/**
 * `null`: there is none.
 * @throws `JournalDamaged`
 */
export function headIn(match: string, found: Record<string, string>): MatchHead | null {
  if (Object.keys(found).length === 0) return null;
  const head = soundHeadIn(match, found);
  if (head === null) throw new JournalDamaged(match, "its head is damaged");
  return head;
}

/** `null`: there is none, or it is damaged. */
export function soundHeadIn(match: string, found: Record<string, string>): MatchHead | null {
  const { code, game, epoch = "", over = "" } = found;
  const isSound = found["match"] === match && /^\d+$/.test(epoch) && /^[01]$/.test(over);
  if (!isSound || code === undefined || game === undefined) return null;
  return { match, code, game, epoch: Number(epoch), over: over === "1" };
}
