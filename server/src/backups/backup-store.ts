import type { BackupName } from "./backup-names.ts";

export interface StoredBackup extends BackupName {
  readonly bytes: number;
}

/** Where backups are kept. Every method throws `BackupError` with `backup-store`. */
export interface BackupStore {
  /** Lists all backups, the oldest first. */
  list(): Promise<readonly StoredBackup[]>;
  /** Stores a file under a name: all of it or nothing. */
  put(name: string, file: string): Promise<void>;
  /** Reads a file. A stream that cannot be read further fails with `backup-store` too. */
  get(name: string): Promise<ReadableStream<Uint8Array>>;
  remove(name: string): Promise<void>;
}

/** How a bucket is reached, by the usual variables `AWS_*`. */
export interface S3Access {
  /** `http(s)://host:port` of the service. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Where backups go (`BACKUP_TO`), and how they are encrypted. */
export interface BackupPlace {
  /** A folder that exists, or `s3://bucket/prefix`. */
  readonly to: string;
  /** The file with the key. */
  readonly keyFile: string;
  /** `null`: without it no bucket can be used. */
  readonly s3: S3Access | null;
}
