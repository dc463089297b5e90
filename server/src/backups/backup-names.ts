import { formatFileDate, parseFileDate } from "../time.ts";

/** A backup in a store, by its name: `<time>.whole.age`, or `<time>.after-<time>.age` for one that holds what changed since another. */
export interface BackupName {
  readonly name: string;
  /** The backup's moment, ms since 1970. */
  readonly at: number;
  /** The moment of the backup that it builds on; `null`: it is whole. */
  readonly base: number | null;
}

/** The name of the copy of a SQLite database in the scratch folder. */
export const COPY = "copy.db";

const DATE = "\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z";
const NAME = new RegExp(`^(${DATE})\\.(?:whole|after-(${DATE}))\\.age$`);
const DAY = 86_400_000;

export function nameBackup(at: number, base: number | null): BackupName {
  const kind = base === null ? "whole" : `after-${formatFileDate(base)}`;
  return { name: `${formatFileDate(at)}.${kind}.age`, at, base };
}

/** Returns what a file's name says; `null`: it is no backup. */
export function parseBackupName(name: string): BackupName | null {
  const [, at, base] = NAME.exec(name) ?? [];
  if (at === undefined) return null;
  const read = { name, at: parseFileDate(at), base: base === undefined ? null : parseFileDate(base) };
  return Number.isNaN(read.at) || Number.isNaN(read.base ?? 0) ? null : read;
}

/**
 * Returns what a restore needs, in order: a whole backup, and those that build on it one after the other, up to the newest that is not
 * later than a moment; empty: there is none.
 * @param at ms since 1970
 * @returns `null` for a missing backup
 */
export function chainTo<B extends BackupName>(all: readonly B[], at: number): readonly B[] | null {
  const byTime = new Map(all.map((backup) => [backup.at, backup]));
  const newest = Math.max(...all.filter((backup) => backup.at <= at).map((backup) => backup.at));
  const chain: B[] = [];
  for (let next = byTime.get(newest); next; next = byTime.get(next.base)) {
    chain.unshift(next);
    if (next.base === null) return chain;
  }
  return chain.length === 0 ? [] : null;
}

/**
 * Returns what is kept no longer. Of the last day every backup is kept; of each day (UTC) before it the last whole one, until it is
 * `kept` old. Those that build on one another stay until the last of them is a day old. The newest chain stays whatever the clock says,
 * and all do if it says that the ones before are more than two days old: it may be wrong.
 * @param now ms since 1970
 * @param kept ms
 */
export function expiredBackups<B extends BackupName>(all: readonly B[], now: number, kept: number): B[] {
  const sorted = all.toSorted((one, other) => one.at - other.at);
  const chains = chainsOf(sorted);
  if (now - (chains.at(-2)?.at(-1)?.at ?? 0) > 2 * DAY) return [];
  const dayOf = ({ at }: B) => Math.floor(at / DAY);
  const wholes = sorted.filter(({ base }) => base === null);
  const lastOfDays = new Set(new Map(wholes.map((whole) => [dayOf(whole), whole])).values());
  return chains.slice(0, -1).flatMap((chain) => {
    const [first, last] = [chain[0], chain.at(-1)];
    if (!first || !last || now - last.at < DAY) return [];
    const staysWhole = first.base === null && lastOfDays.has(first) && now - first.at < kept;
    return staysWhole ? chain.slice(1) : chain;
  });
}

/** Groups backups by the whole backup that they build on; backups without a present base are a group too. */
function chainsOf<B extends BackupName>(sorted: readonly B[]): readonly (readonly B[])[] {
  const chains: B[][] = [];
  const ofMoment = new Map<number, B[]>();
  for (const backup of sorted) {
    const chain = (backup.base === null ? undefined : ofMoment.get(backup.base)) ?? [];
    if (chain.length === 0) chains.push(chain);
    chain.push(backup);
    ofMoment.set(backup.at, chain);
  }
  return chains.toSorted((one, other) => (one.at(-1)?.at ?? 0) - (other.at(-1)?.at ?? 0));
}
