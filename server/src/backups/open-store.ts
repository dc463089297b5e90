import type { BackupPlace, BackupStore } from "./backup-store.ts";
import { FolderStore } from "./folder-store.ts";
import { S3Store } from "./s3-store.ts";

/** @throws `BackupError` with `backup-store` */
export function openBackupStore({ to, s3 }: BackupPlace): BackupStore {
  return to.startsWith("s3://") ? new S3Store(to, s3) : new FolderStore(to);
}
