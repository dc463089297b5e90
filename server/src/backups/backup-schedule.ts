import { join } from "node:path";
import { backupFailures } from "../metrics/counters.ts";
import type { Ports } from "../ports.ts";
import { type Cancel, repeat } from "../time.ts";
import { asBackupError, BackupError, type BackupErrorCode } from "./backup-error.ts";
import { COPY } from "./backup-names.ts";
import type { BackupPlace } from "./backup-store.ts";
import type { FoundBackups, ShippedBackup } from "./shipper.ts";

/** What the server was told about its backups, and what their thread needs. */
export interface BackupSettings {
  readonly place: BackupPlace;
  /** A folder for temporary files. */
  readonly scratch: string;
  /** ms for which backups are kept. */
  readonly kept: number;
  /** ms from the beginning of one backup to that of the next. */
  readonly every: number;
  readonly databaseUrl: string | null;
  /** The paths of games from outside. */
  readonly games: readonly string[];
}

/** The thread's answer: its result, or the reason of a failure. */
export type BackupAnswer<T> =
  | { readonly done: T }
  | { readonly code: BackupErrorCode; readonly reason: string };

/** The thread. */
export interface BackupCalls {
  begin(settings: BackupSettings): Promise<BackupAnswer<FoundBackups | null>>;
  ship(copiedAt: number | null): Promise<BackupAnswer<ShippedBackup>>;
}

export interface BackupSchedulePorts extends Pick<Ports, "time" | "log"> {
  readonly settings: BackupSettings;
  readonly thread: BackupCalls;
  /** Copies a SQLite database into a file, whatever was there; `null`: the server uses PostgreSQL. */
  readonly copy: ((file: string) => Promise<void>) | null;
}

/** What metrics tell of the backups. */
export interface BackupState {
  /**
   * s since the moment of the newest verified backup; before this server has one, of the newest in the store, or since the start. `NaN`:
   * another server ships, or none does.
   */
  readonly age: number;
  /** s between two backups; `NaN`: there are none. */
  readonly interval: number;
  /** Bytes in the store of the newest one. */
  readonly bytes: number;
  /** How many of its matches cannot be read or played again. */
  readonly flawed: number;
}

/** The state of a server that ships none. */
export const NO_BACKUPS: BackupState = { age: Number.NaN, interval: Number.NaN, bytes: 0, flawed: 0 };

/** ms before the first backup, and at least between two. */
const PAUSE = 1_000;
/** ms that failures put off the next backup at most, each whole: they double the time between two. */
const LONGEST_DELAY = 900_000;

/** Ships backups on a schedule. One that fails is logged, counted and tried again later. */
export class BackupSchedule {
  readonly #ports: BackupSchedulePorts;
  #cancel: Cancel = () => {};
  #isStopped = false;
  /** When this server started, or another one shipped last: by `Time.now`, as `#since`. */
  #began: number;
  /** The moment of the newest backup; `null`: not known, or there is none. */
  #since: number | null = null;
  #newest: ShippedBackup | null = null;
  #isElsewhere = false;
  /** The code of the failure that was logged last; `null`: the last backup was made. */
  #failure: string | null = null;
  /** How many backups have failed since the last one was made. */
  #failures = 0;

  constructor(ports: BackupSchedulePorts) {
    this.#ports = ports;
    this.#began = ports.time.now();
  }

  start(): void {
    this.#cancel = repeat(this.#ports.time, PAUSE, () => this.#run());
  }

  /** A backup that is under way ends with its thread. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  get state(): BackupState {
    const { time, settings } = this.#ports;
    return {
      age: this.#isElsewhere ? Number.NaN : (time.now() - (this.#since ?? this.#began)) / 1000,
      interval: settings.every / 1000,
      bytes: this.#newest?.bytes ?? 0,
      flawed: this.#newest?.contents.matches.flawed.length ?? 0,
    };
  }

  /** Resolves with ms until the next one. */
  async #run(): Promise<number> {
    const { time, settings } = this.#ports;
    const begun = time.monotonic();
    try {
      await this.#backUp();
    } catch (error) {
      if (!this.#isStopped) this.#noteFailure(error);
    }
    const wait = Math.max(settings.every, Math.min(settings.every * 2 ** this.#failures, LONGEST_DELAY));
    return Math.max(PAUSE, wait - (time.monotonic() - begun));
  }

  async #backUp(): Promise<void> {
    const { time, settings, thread, copy } = this.#ports;
    const found = required(await thread.begin(settings));
    this.#isElsewhere = found === null;
    if (found === null) {
      [this.#began, this.#since, this.#newest] = [time.now(), null, null];
      return this.#noteEnd();
    }
    this.#since ??= found.newest;
    const file = join(settings.scratch, COPY);
    await copy?.(file).catch(asBackupError("backup-source", "the database cannot be copied"));
    const shipped = required(await thread.ship(copy === null ? null : time.now()));
    this.#newest = shipped;
    this.#since = shipped.at;
    this.#noteShipped(shipped);
  }

  #noteShipped({ name, whole, bytes, contents, deleted, undeleted }: ShippedBackup): void {
    const { log } = this.#ports;
    const { flawed } = contents.matches;
    const fields = { backup: name, bytes, matches: contents.matches.folded, deleted };
    if (whole) log.info(fields, "backup shipped and verified");
    else log.debug(fields, "backup shipped and verified");
    if (flawed.length > 0 && whole)
      log.warn(
        { code: "backup-flawed", matches: flawed.slice(0, 10) },
        "backup has matches that cannot be played again",
      );
    if (undeleted !== null) log.warn({ reason: undeleted }, "old backups not deleted");
    this.#noteEnd();
  }

  #noteEnd(): void {
    if (this.#failure !== null) this.#ports.log.info("backups are made again");
    this.#failure = null;
    this.#failures = 0;
  }

  #noteFailure(error: unknown): void {
    backupFailures.inc();
    this.#failures += 1;
    // It may be that no server ships.
    this.#isElsewhere = false;
    const { log } = this.#ports;
    const code = error instanceof BackupError ? error.code : "backup-failed";
    const fields = error instanceof BackupError ? { code, reason: error.message } : { code, err: error };
    if (code === this.#failure) log.debug(fields, "backup failed");
    else log.error(fields, "backup failed");
    this.#failure = code;
  }
}

/** @throws `BackupError` as the thread had it */
function required<T>(answer: BackupAnswer<T>): T {
  if ("done" in answer) return answer.done;
  throw new BackupError(answer.code, answer.reason);
}
