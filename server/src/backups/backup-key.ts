import { readFile, writeFile } from "node:fs/promises";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { asBackupError, BackupError } from "./backup-error.ts";

/** The key of backups: a file as `age-keygen` writes it, with which the tool `age` opens them too. */
export interface BackupKey {
  encrypt(content: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>>;
  /**
   * Opens a backup. Its stream fails where the backup was cut or changed.
   * @throws `BackupError` with `backup-key` if it was made for another key, `backup-damaged` if its beginning is damaged
   */
  decrypt(content: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>>;
}

/**
 * Reads the key from its file.
 * @throws `BackupError` with `backup-key`
 */
export async function readBackupKey(file: string): Promise<BackupKey> {
  const rethrow = asBackupError("backup-key", `${file} is no key of backups`);
  const text = await readFile(file, "utf8").catch(rethrow);
  const lines = text.split("\n").map((line) => line.trim());
  const identity = lines.find((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identity === undefined) return rethrow(new Error("it has no line AGE-SECRET-KEY-1..."));
  const [encrypter, decrypter] = [new Encrypter(), new Decrypter()];
  try {
    decrypter.addIdentity(identity);
    encrypter.addRecipient(await identityToRecipient(identity));
  } catch (error) {
    rethrow(error);
  }
  return {
    encrypt: (content) => encrypter.encrypt(content),
    decrypt: async (content) => {
      try {
        return await decrypter.decrypt(content);
      } catch (error) {
        // Its words for a file that is intact and for another key.
        if (error instanceof Error && error.message.includes("no identity matched"))
          throw new BackupError("backup-key", `the backup was made for another key than ${file}`, error);
        return asBackupError("backup-damaged", "the backup was cut or changed")(error);
      }
    },
  };
}

/**
 * Creates a key in a new file that its user alone may read.
 * @returns the public part, for `age --recipient`
 * @throws `BackupError` with `backup-key`, also if the file exists
 */
export async function createBackupKey(file: string): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const rethrow = asBackupError("backup-key", `${file} cannot be written`);
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { flag: "wx", mode: 0o600 }).catch(
    rethrow,
  );
  return recipient;
}
