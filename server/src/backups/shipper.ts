import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ProgramAnswers } from "@flower-war/protocol/operator";
import type pg from "pg";
import { LOCKS, PostgresClient, readLockOptions } from "../storage/postgres/connection.ts";
import { asBackupError, BackupError } from "./backup-error.ts";
import { writeBackupFile } from "./backup-file.ts";
import { type BackupKey, readBackupKey } from "./backup-key.ts";
import { type BackupName, COPY, expiredBackups, nameBackup } from "./backup-names.ts";
import type { BackupPlace, BackupStore } from "./backup-store.ts";
import { openBackupStore } from "./open-store.ts";
import type { Parts, PartsSource } from "./parts.ts";
import { PartsFile } from "./parts-file.ts";
import { openPostgresParts } from "./postgres-parts.ts";
import { openSqliteParts } from "./sqlite-parts.ts";

/** What a restored backup holds. */
export type VerifiedContents = ProgramAnswers["backup drill"]["contents"];

/** Restores a database in a scratch place and verifies it. @throws `BackupError` */
export type VerifyParts = (parts: Parts) => Promise<VerifiedContents>;

export interface ShipperOptions {
  readonly place: BackupPlace;
  /** A folder for temporary files, of this process alone. */
  readonly scratch: string;
  /** ms for which backups are kept. */
  readonly kept: number;
  /** `null`: backups are copies of a SQLite database. */
  readonly databaseUrl: string | null;
  /** How many migrations a SQLite database has. */
  readonly version: number;
  /** The names of the tables of a PostgreSQL. */
  readonly tables: readonly string[];
  readonly verify: VerifyParts;
}

/** A backup that was shipped, fetched back, restored and verified. */
export interface ShippedBackup {
  readonly name: string;
  /** The backup's moment, ms since 1970. */
  readonly at: number;
  readonly whole: boolean;
  /** Bytes in the store. */
  readonly bytes: number;
  readonly contents: VerifiedContents;
  /** How many backups were deleted by their age. */
  readonly deleted: number;
  /** Why old ones could not be deleted: it is tried again after the next one; `null`: they were, or none was due. */
  readonly undeleted: string | null;
}

/** What a process finds that begins to ship. */
export interface FoundBackups {
  /** The moment of the newest backup in the store: ms since 1970; `null`: there is none. */
  readonly newest: number | null;
}

/** The backups on which the next one builds: restored here, so that it needs to be fetched alone. */
interface Chain {
  readonly parts: PartsFile;
  /** The moments of its first and its last backup. */
  readonly begun: number;
  readonly last: number;
}

interface Begun {
  readonly store: BackupStore;
  readonly key: BackupKey;
  readonly client: pg.Client | null;
  readonly found: FoundBackups;
}

/** ms after which a backup is whole again. */
const CHAIN_LENGTH = 86_400_000;

/** ms that a statement may take: one that reads a whole table takes minutes. */
export const STATEMENT_TIMEOUT = 900_000;

/** Makes backups, ships them, fetches each back and verifies it. One at a time. */
export class Shipper {
  readonly #options: ShipperOptions;
  /** `null`: nothing was begun, or PostgreSQL's session was lost. */
  #begun: Begun | null = null;
  #chain: Chain | null = null;
  /** The name of a backup in the store that was not verified. The next one takes its place. */
  #unverified: string | null = null;
  #isDeletionDue = false;

  constructor(options: ShipperOptions) {
    this.#options = options;
  }

  /**
   * Makes sure that this process is the one that ships: with PostgreSQL it holds a lock from then on. Then the scratch folder is there, and
   * was emptied the first time.
   * @returns the store's contents then; `null`: another process ships
   * @throws `BackupError`
   */
  async begin(): Promise<FoundBackups | null> {
    if (this.#begun !== null) return this.#begun.found;
    const { place, scratch, databaseUrl } = this.#options;
    const key = await readBackupKey(place.keyFile);
    const store = openBackupStore(place);
    const client = databaseUrl === null ? null : await takeDuty(databaseUrl);
    if (client === "elsewhere") return null;
    try {
      const found = { newest: (await store.list()).at(-1)?.at ?? null };
      const rethrow = asBackupError("backup-target", `${scratch} cannot be used`);
      await rm(scratch, { recursive: true, force: true }).catch(rethrow);
      await mkdir(scratch, { recursive: true, mode: 0o700 }).catch(rethrow);
      this.#begun = { store, key, client, found };
      return found;
    } catch (error) {
      // With the lock: otherwise this process would take itself for another one that ships.
      await client?.end().catch(() => {});
      throw error;
    }
  }

  /**
   * Ships a backup. Call `begin` before.
   * @param copiedAt when the copy of a SQLite database in the scratch folder ended, which is removed: ms since 1970; `null`: PostgreSQL is read
   * @throws `BackupError`
   */
  async ship(copiedAt: number | null): Promise<ShippedBackup> {
    try {
      return await this.#ship(copiedAt);
    } catch (error) {
      await this.#reset();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#reset();
  }

  async #ship(copiedAt: number | null): Promise<ShippedBackup> {
    if (this.#begun === null) throw new Error("not begun");
    const { store, key } = this.#begun;
    const { at: now, source } = await this.#openSource(copiedAt);
    const isOver = this.#chain !== null && now - this.#chain.begun >= CHAIN_LENGTH;
    // Names tell which one is newer.
    const isSetBack = this.#chain !== null && now <= this.#chain.last;
    if (isOver || isSetBack) await this.#dropChain();
    const base = this.#chain;
    const backup = nameBackup(now, base?.last ?? null);
    const file = join(this.#options.scratch, backup.name);
    let bytes: number;
    try {
      await this.#write(file, backup, source, key);
      ({ size: bytes } = await stat(file));
      await store.put(backup.name, file);
    } finally {
      await rm(file, { force: true });
    }
    await this.#noteStored(store, backup.name);
    const contents = await this.#verify(store, key, backup, { begun: base?.begun ?? now, last: now });
    this.#isDeletionDue ||= base === null;
    const deletion = this.#isDeletionDue ? this.#deleteExpired(store, now) : { deleted: 0, undeleted: null };
    return { name: backup.name, at: now, whole: base === null, bytes, contents, ...(await deletion) };
  }

  /** Writes a backup's file. The source is held no longer than that. */
  async #write(file: string, backup: BackupName, source: PartsSource, key: BackupKey): Promise<void> {
    try {
      const before = new Map(this.#chain?.parts.header.parts);
      await writeBackupFile(file, backup, source, key, before).catch(
        asBackupError("backup-source", "no backup could be made"),
      );
    } finally {
      await source.close().catch(() => {});
      await rm(join(this.#options.scratch, COPY), { force: true });
    }
  }

  /** Removes the backup before if it was not verified: while none can be, one is kept. */
  async #noteStored(store: BackupStore, name: string): Promise<void> {
    const former = this.#unverified;
    this.#unverified = name;
    if (former !== null) await store.remove(former).catch(() => {});
  }

  async #openSource(copiedAt: number | null): Promise<{ readonly at: number; readonly source: PartsSource }> {
    const client = this.#begun?.client;
    const { scratch, version, tables } = this.#options;
    const rethrow = asBackupError("backup-source", "the database cannot be copied");
    if (client) {
      const source = await openPostgresParts(client, tables).catch(rethrow);
      return { at: source.at, source };
    }
    const source = await openSqliteParts(join(scratch, COPY), version).catch(rethrow);
    return { at: copiedAt ?? 0, source };
  }

  /** Fetches a backup that was shipped, restores it over the ones before, and verifies all. One that is damaged is removed. */
  async #verify(
    store: BackupStore,
    key: BackupKey,
    backup: BackupName,
    chain: Omit<Chain, "parts">,
  ): Promise<VerifiedContents> {
    try {
      const parts = this.#chain?.parts ?? (await PartsFile.create(join(this.#options.scratch, "parts")));
      this.#chain = { ...chain, parts };
      await parts.add(store, backup, key);
      const contents = await this.#options.verify(parts);
      this.#unverified = null;
      return contents;
    } catch (error) {
      const isUseless =
        error instanceof BackupError && ["backup-damaged", "backup-incomplete"].includes(error.code);
      if (isUseless) await store.remove(backup.name).catch(() => {});
      throw error;
    }
  }

  async #deleteExpired(
    store: BackupStore,
    now: number,
  ): Promise<Pick<ShippedBackup, "deleted" | "undeleted">> {
    let deleted = 0;
    try {
      const expired = expiredBackups(await store.list(), now, this.#options.kept);
      // The last first, so that no remaining backup builds on a deleted one.
      for (const { name } of expired.toReversed()) {
        await store.remove(name);
        deleted += 1;
      }
      this.#isDeletionDue = false;
      return { deleted, undeleted: null };
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
      return { deleted, undeleted: error.message };
    }
  }

  async #dropChain(): Promise<void> {
    const chain = this.#chain;
    this.#chain = null;
    await chain?.parts.close();
  }

  async #reset(): Promise<void> {
    const begun = this.#begun;
    this.#begun = null;
    await this.#dropChain();
    await begun?.client?.end().catch(() => {});
  }
}

/** Connects to PostgreSQL and takes the lock of the one server that ships backups. It ends with the connection. */
async function takeDuty(url: string): Promise<pg.Client | "elsewhere"> {
  const client = new PostgresClient({ ...readLockOptions(url), query_timeout: STATEMENT_TIMEOUT });
  try {
    await client.connect();
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1, $2) AS held", [
      ...LOCKS.backups,
    ]);
    if (rows[0]?.held) return client;
    await client.end();
    return "elsewhere";
  } catch (error) {
    client.end().catch(() => {});
    return asBackupError("backup-source", "PostgreSQL cannot be reached")(error);
  }
}
