import { reasonOf } from "../storage/postgres/reason-of.ts";

/**
 * Why a backup was not made, or cannot be used. The codes are stable; docs/operate.md says what to do.
 *
 * - `backup-store`: the folder or bucket cannot be read or written.
 * - `backup-key`: the key file cannot be read, holds no key, or is not the one that a backup was made for.
 * - `backup-damaged`: a backup was cut or changed.
 * - `backup-incomplete`: a backup that it builds on is missing.
 * - `backup-newer`: a newer version wrote it.
 * - `backup-missing`: there is none, or none as old as asked for.
 * - `backup-source`: what the server stores in cannot be copied now.
 * - `backup-target`: it cannot be restored there: the place is taken or of the other kind of database, or its disk or rights do not allow it.
 */
export type BackupErrorCode =
  | "backup-store"
  | "backup-key"
  | "backup-damaged"
  | "backup-incomplete"
  | "backup-newer"
  | "backup-missing"
  | "backup-source"
  | "backup-target";

/** Thrown by all that makes and reads backups. The message is a sentence for the operator, without its end. */
export class BackupError extends Error {
  override readonly name = "BackupError";
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Returns what turns any error of a step into a `BackupError`, for `catch`. @param what begins the message */
export function asBackupError(code: BackupErrorCode, what: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof BackupError) throw error;
    // An error of fetch says "fetch failed" alone.
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new BackupError(code, `${what}: ${reasonOf(reason)}`, error);
  };
}
