/** Why a database cannot be opened, for the operator; `code` outlives the wording. */
export class DatabaseRefused extends Error {
  readonly code: DatabaseCode;

  constructor(code: DatabaseCode, sentence: string) {
    super(sentence);
    this.name = "DatabaseRefused";
    this.code = code;
  }
}

export type DatabaseCode =
  /** A later version of Flower War wrote it. */
  | "database-newer"
  /** It is somebody else's database. */
  | "database-foreign"
  /** Another server has it open. */
  | "database-held"
  /** Neither read nor written. */
  | "database-unusable";

/** What the operator is told of an error at the start. */
export function whyNotOpen(file: string, error: unknown): { code: DatabaseCode; sentence: string } {
  if (error instanceof DatabaseRefused) return { code: error.code, sentence: error.message };
  const reason = error instanceof Error ? error.message : String(error);
  return { code: "database-unusable", sentence: `${file} cannot be used: ${reason}.` };
}

// Primary result codes of SQLite (https://sqlite.org/rescode.html).
const ERROR = 1;
const BUSY = 5;
const CORRUPT = 11;
const CONSTRAINT = 19;
const NOT_A_DATABASE = 26;

/** What the file holds makes no sense. */
export function isCorrupt(error: unknown): boolean {
  const outOfRange = error instanceof Error && Reflect.get(error, "code") === "ERR_OUT_OF_RANGE";
  return outOfRange || [CORRUPT, NOT_A_DATABASE].includes(resultOf(error));
}

/** A statement of ours names what is not there. */
export function isSchemaWrong(error: unknown): boolean {
  return resultOf(error) === ERROR;
}

export function isBusy(error: unknown): boolean {
  return resultOf(error) === BUSY;
}

export function isConstraint(error: unknown): boolean {
  return resultOf(error) === CONSTRAINT;
}

/** SQLite's primary result code; 0: it is not from SQLite. */
function resultOf(error: unknown): number {
  const errcode: unknown = error instanceof Error ? Reflect.get(error, "errcode") : undefined;
  return typeof errcode === "number" ? errcode & 0xff : 0;
}
