import type { DatabaseFlaw } from "@flower-war/protocol/operator";

/** Thrown when a database cannot be opened; the message is a sentence for the operator. */
export class DatabaseOpenError extends Error {
  override readonly name = "DatabaseOpenError";
  readonly code: DatabaseOpenCode;

  constructor(code: DatabaseOpenCode, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

export type DatabaseOpenCode =
  /** A later version of Flower War wrote it. */
  | "database-newer"
  /** Another program wrote it. */
  | "database-foreign"
  /** Another server has it open. */
  | "database-held"
  /** It cannot be read or written, or is damaged where an intact one is required. */
  | "database-unusable";

/**
 * Thrown when one item of a plugin's tables, such as a match of the journal, cannot be read. It concerns that item alone.
 */
export class DamagedItem extends Error {
  override readonly name = "DamagedItem";
  readonly item: string;
  /** Whether recovering the whole file may bring the item back. */
  readonly isRecoverable: boolean;

  constructor(item: string, reason: string, isRecoverable = false) {
    super(`${item}: ${reason}`);
    this.item = item;
    this.isRecoverable = isRecoverable;
  }
}

/** Thrown when a file cannot replace the database. */
export class DatabaseFlawError extends Error {
  override readonly name = "DatabaseFlawError";
  readonly flaw: DatabaseFlaw;

  constructor(flaw: DatabaseFlaw) {
    super(`not a database that can be used: ${flaw}`);
    this.flaw = flaw;
  }
}

/** Thrown when a disk has too little room. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
}

/** Thrown when it is unknown whether something is committed: the disk did not confirm it, or the file is gone. */
export class UnknownCommit extends Error {
  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

/** Returns what the operator is told of an error while opening. */
export function describeOpenError(
  file: string,
  error: unknown,
): { readonly code: DatabaseOpenCode; readonly sentence: string } {
  if (error instanceof DatabaseOpenError) return { code: error.code, sentence: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  return { code: "database-unusable", sentence: `${file} cannot be used: ${reason}.` };
}

// Primary result codes of SQLite (https://sqlite.org/rescode.html).
const ERROR = 1;
const BUSY = 5;
const IO_ERROR = 10;
const CORRUPT = 11;
const FULL = 13;
const CONSTRAINT = 19;
const NOT_A_DATABASE = 26;

/** Builds the error for rows that contradict each other although SQLite can read them: one that `isCorrupt`. */
export function corruptError(reason: string): Error {
  return Object.assign(new Error(reason), { errcode: CORRUPT });
}

/** Whether the file's content is invalid. */
export function isCorrupt(error: unknown): boolean {
  const isOutOfRange = error instanceof Error && Reflect.get(error, "code") === "ERR_OUT_OF_RANGE";
  return isOutOfRange || [CORRUPT, NOT_A_DATABASE].includes(resultCodeOf(error));
}

/** Whether a statement names a table or column that does not exist. */
export function isSchemaMismatch(error: unknown): boolean {
  return resultCodeOf(error) === ERROR;
}

/** Whether the disk failed: what it was to store may be there, or come back. */
export function isIoError(error: unknown): boolean {
  return resultCodeOf(error) === IO_ERROR;
}

/** Whether the disk has no room left. */
export function isDiskFull(error: unknown): boolean {
  return resultCodeOf(error) === FULL || (error instanceof Error && Reflect.get(error, "code") === "ENOSPC");
}

/** Whether a backup's first step came within a transaction of its connection: Node 24 then rejects with SQLite's code for success. */
export function hasMetTransaction(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, "errcode") === 0;
}

export function isBusy(error: unknown): boolean {
  return resultCodeOf(error) === BUSY;
}

export function isConstraint(error: unknown): boolean {
  return resultCodeOf(error) === CONSTRAINT;
}

/** Returns SQLite's primary result code; 0: the error is not from SQLite. */
function resultCodeOf(error: unknown): number {
  const errcode: unknown = error instanceof Error ? Reflect.get(error, "errcode") : undefined;
  return typeof errcode === "number" ? errcode & 0xff : 0;
}
