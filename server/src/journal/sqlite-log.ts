import type { DatabaseSync } from "node:sqlite";
import type { Keeping, MatchHead, MatchName, Position } from "./journal.ts";
import { sealOf } from "./seal.ts";
import { DamagedMatch, orDamaged, orOutOfOrder, outOfOrder } from "./sqlite-damage.ts";
import {
  headOf,
  isSound,
  moved,
  type Place,
  placeIn,
  prepare,
  type Row,
  readRow,
  sealOfPlace,
  valuesOf,
} from "./sqlite-rows.ts";
import type { KeptRows } from "./store.ts";

/** Matches that changed after which the marks are written. */
const MARK_EVERY = 1000;
/** Rows after which they are: what stands behind the mark is read again at the start, which is not to wait for it. */
const MOST_UNMARKED = 2000;
/** Matches whose places are remembered. */
const REMEMBERED = 20_000;
/** Rows at the log's end that are looked at before anything is written behind them. */
const CHECKED = 300;
/** Matches that are forgotten in one step. */
const STEP = 10;

/**
 * The journal's tables. All matches share one log that only grows at its end, so that a change touches few pages: each
 * row knows the row of its match before it. Where a match ends is remembered here and written into `matches` now and
 * then, with a mark up to which the log has been seen to; whatever stands behind the mark is read again at the start.
 *
 * It lives in the database's thread, within a transaction that somebody else begins and commits. After a rollback
 * `load` must be called.
 */
export class SqliteLog {
  readonly #statements;
  readonly #places = new Map<string, Place>();
  /** Matches whose place `matches` does not tell. */
  readonly #unmarked = new Set<string>();
  /** Matches whose rows behind the mark are damaged: they are set aside. */
  readonly #aside = new Map<string, number>();
  #next = 1;
  /** The last row that the mark covers. */
  #marked = 0;
  #gaps = 0;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
    this.load();
  }

  /**
   * Looks at the log's end: to write behind a damaged row may damage others.
   * @throws an error that `isCorrupt`
   */
  check(): void {
    let next = Number.POSITIVE_INFINITY;
    for (const found of this.#statements.lastRows.iterate(CHECKED)) {
      const row = readRow(found);
      if (row.id >= next || !isSound(row, found)) throw outOfOrder();
      next = row.id;
    }
  }

  /** After a rescue: lets nothing stand at the log's end that would call for another. Part of a transaction. */
  tidy(): void {
    this.mark();
    for (const found of this.#statements.lastRows.all(CHECKED)) {
      const row = readRow(found);
      if (!isSound(row, found)) this.#statements.removeRow.run(row.id);
    }
  }

  /** Sets a match aside for good. */
  giveUp(match: string): void {
    const found = this.#statements.match.get(match);
    if (found) this.#statements.breakMatch.run(Number(found["id"]));
    this.#places.delete(match);
    this.#unmarked.delete(match);
  }

  /** Rows behind the mark that are not there any more, when that was last looked at. */
  get gaps(): number {
    return this.#gaps;
  }

  /** Finds out where the log ends, and reads what stands behind the mark. */
  load(): void {
    this.#places.clear();
    this.#unmarked.clear();
    this.#aside.clear();
    const marked = Number(this.#statements.mark.get()?.["marked"] ?? 0);
    let last = marked;
    let rows = 0;
    for (const found of this.#statements.rowsAfter.iterate(marked)) {
      const row = readRow(found);
      if (row.id <= last) throw outOfOrder();
      last = row.id;
      rows += 1;
      this.#replay(row, isSound(row, found));
    }
    this.#marked = marked;
    this.#next = last + 1;
    this.#gaps = last - marked - rows;
  }

  /** `false`: the match is there, or its code leads to one that is not over. */
  create(name: MatchName, rows: readonly string[], now: number): boolean {
    const { match, code, game } = name;
    if (this.#statements.match.get(match) || this.#isInUse(code)) return false;
    const seal = sealOf([match, code, game, 0, 0, now]);
    const id = orOutOfOrder(() =>
      this.#statements.addMatch.run(match, code, game, now, seal),
    ).lastInsertRowid;
    this.#write(
      { id: Number(id), match, code, game, epoch: 1, n: 0, over: false, touched: now, last: 0 },
      rows,
      now,
    );
    return true;
  }

  /** `false`: the match does not stand there. */
  append(match: string, at: Position, rows: readonly string[], over: boolean, now: number): boolean {
    const place = this.#placeOf(match);
    if (place?.epoch !== at.epoch || place.n !== at.n) return false;
    this.#write({ ...place, over: place.over || over }, rows, now);
    return true;
  }

  takeOver(match: string, now: number): KeptRows | null {
    const kept = this.read(match);
    const place = this.#placeOf(match);
    if (!kept || !place) return null;
    const epoch = place.epoch + 1;
    this.#write({ ...place, epoch }, [null], now);
    return { ...kept, epoch };
  }

  read(match: string): KeptRows | null {
    return orDamaged(match, () => {
      const place = this.#placeOf(match);
      return place && { epoch: place.epoch, rows: this.#walk(place).flatMap(({ text }) => text ?? []) };
    });
  }

  headOf(idOrCode: string): MatchHead | null {
    return orDamaged(idOrCode, () => {
      const place = this.#placeOf(idOrCode) ?? this.#placeOf(this.#matchOf(idOrCode));
      return place && headOf(place);
    });
  }

  /** Forgets some of the matches whose time is over. Gives how many. */
  forget({ finished, unfinished }: Keeping, now: number): number {
    this.mark();
    const old = [
      ...this.#statements.old.all(1, now - finished, STEP),
      ...this.#statements.old.all(0, now - unfinished, STEP),
    ].slice(0, STEP);
    for (const { id, match } of old) this.#forget(Number(id), String(match));
    return old.length;
  }

  /** Writes the marks, if it is time for them. */
  markIfDue(): void {
    const rows = this.#next - 1 - this.#marked;
    if (this.#unmarked.size >= MARK_EVERY || rows >= MOST_UNMARKED) this.mark();
  }

  mark(): void {
    for (const match of this.#unmarked) {
      const place = this.#places.get(match);
      if (place)
        this.#statements.moveMatch.run(
          place.last,
          Number(place.over),
          place.touched,
          sealOfPlace(place),
          place.id,
        );
    }
    // Where such a match ends is not known: its seal is broken, so that it stays aside.
    for (const id of this.#aside.values()) this.#statements.breakMatch.run(id);
    this.#marked = this.#next - 1;
    this.#statements.setMark.run(this.#marked);
    this.#unmarked.clear();
    if (this.#places.size > REMEMBERED) this.#places.clear();
  }

  #write(place: Place, texts: readonly (string | null)[], now: number): void {
    let { n, last } = place;
    for (const text of texts) {
      if (text !== null) n += 1;
      const row: Row = {
        id: this.#next,
        match: place.id,
        epoch: place.epoch,
        n,
        over: Number(place.over),
        at: now,
        before: last,
        text,
      };
      orOutOfOrder(() => this.#statements.addRow.run(...valuesOf(row), sealOf(valuesOf(row))));
      last = row.id;
      this.#next += 1;
    }
    this.#remember({ ...place, n, last, touched: now });
  }

  #remember(place: Place): void {
    this.#places.set(place.match, place);
    this.#unmarked.add(place.match);
  }

  /** A row behind the mark, as it is read again. */
  #replay(row: Row, sound: boolean): void {
    const place = this.#ownerOf(row);
    // Of a mark that was lost, rows are read again that are known.
    if (place === null || row.id <= place.last) return;
    const follows = sound && row.match === place.id && row.before === place.last;
    if (follows) this.#remember(moved(place, row));
    else this.#aside.set(place.match, place.id);
  }

  /**
   * Whose row this is. What it says itself may be damaged: then it is the match's that ended at the row before it.
   * `null`: nobody's, of a match that is gone.
   */
  #ownerOf(row: Row): Place | null {
    const named = this.#unreadPlace(row.match);
    if (named?.last === row.before) return named;
    const before = this.#statements.row.get(row.before);
    const other = before ? this.#unreadPlace(Number(before["match"])) : null;
    return other?.last === row.before ? other : named;
  }

  /** A match by its rowid, ending where `matches` says, or nowhere if that is damaged. */
  #unreadPlace(id: number): Place | null {
    const found = this.#statements.matchById.get(id);
    if (!found) return null;
    const place = placeIn(found);
    const known = this.#places.get(place.match);
    return known ?? (found["crc"] === sealOfPlace(place) ? place : { ...place, last: -1 });
  }

  #placeOf(match: string | null): Place | null {
    if (match === null) return null;
    if (this.#aside.has(match)) throw new DamagedMatch(match, "its last rows are damaged");
    const known = this.#places.get(match);
    if (known) return known;
    const found = this.#statements.match.get(match);
    if (!found) return null;
    const place = placeIn(found);
    if (found["crc"] !== sealOfPlace(place)) throw new DamagedMatch(match, "its head is damaged");
    const at = moved(place, this.#rowOf(place, place.last));
    this.#places.set(match, at);
    return at;
  }

  /** The match that a code leads to. */
  #matchOf(code: string): string | null {
    const found = this.#statements.byCode.get(code);
    return found ? String(found["match"]) : null;
  }

  #isInUse(code: string): boolean {
    try {
      return this.#placeOf(this.#matchOf(code))?.over === false;
    } catch (error) {
      if (error instanceof DamagedMatch) return false;
      throw error;
    }
  }

  /** All rows of a match, the first first. */
  #walk(place: Place): Row[] {
    const rows: Row[] = [];
    let { n } = place;
    for (let id = place.last; id !== 0; ) {
      const row = this.#rowOf(place, id);
      if (row.n !== n || row.before >= id) throw new DamagedMatch(place.match, `row ${id} does not fit`);
      if (row.text !== null) n -= 1;
      rows.push(row);
      id = row.before;
    }
    if (n !== 0) throw new DamagedMatch(place.match, "its first rows are missing");
    return rows.toReversed();
  }

  #rowOf(place: Place, id: number): Row {
    const found = this.#statements.row.get(id);
    if (!found) throw new DamagedMatch(place.match, `row ${id} is missing`, true);
    const row = readRow(found);
    if (row.match !== place.id || !isSound(row, found)) {
      throw new DamagedMatch(place.match, `row ${id} is damaged`);
    }
    return row;
  }

  #forget(id: number, match: string): void {
    for (const row of this.#rowsToForget(match)) this.#statements.removeRow.run(row);
    this.#statements.removeMatch.run(id);
    this.#places.delete(match);
    this.#unmarked.delete(match);
    this.#aside.delete(match);
  }

  /** Of a damaged match nothing but its name is forgotten. */
  #rowsToForget(match: string): number[] {
    try {
      const place = this.#placeOf(match);
      return place ? this.#walk(place).map(({ id }) => id) : [];
    } catch (error) {
      if (error instanceof DamagedMatch) return [];
      throw error;
    }
  }
}
