import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Random, randomHex, systemRandom } from "@flower-war/protocol/ports";
import { keyOf, parseSeat, type SeatStore } from "../seat-store.ts";
import { idOf, parseStoredWitness, type WitnessStore, witnessKey } from "../witness/stored-witness.ts";

/**
 * Returns a store in a folder, with one file for each seat that only its owner may read. Several programs may use one
 * folder.
 * @param folder created when the first seat is stored
 * @param random for the names of temporary files; default: the machine's
 */
export function fileStore(folder: string, random: Random = systemRandom): SeatStore {
  const files = new JsonFiles(folder, ".seat.json", random);
  return {
    list: async () => (await files.list()).flatMap((text) => parseSeat(text) ?? []),
    save: (seat) => files.save(keyOf(seat), seat),
    delete: (seat) => files.delete(keyOf(seat)),
  };
}

/**
 * Returns a store in a folder, with one file for each witness that only its owner may read. The folder may be that of a `fileStore`.
 * @param folder created when the first witness is stored
 * @param random for the names of temporary files; default: the machine's
 */
export function fileWitnessStore(folder: string, random: Random = systemRandom): WitnessStore {
  const files = new JsonFiles(folder, ".witness.json", random);
  return {
    list: async () => (await files.list()).flatMap((text) => parseStoredWitness(text) ?? []),
    load: async (id) => parseStoredWitness(await files.load(witnessKey(id))),
    save: (stored) => files.save(witnessKey(idOf(stored)), stored),
    delete: (id) => files.delete(witnessKey(id)),
  };
}

/** Files of one kind in a folder, by key. A file is replaced at once or not at all. */
class JsonFiles {
  readonly #folder: string;
  readonly #ending: string;
  readonly #random: Random;

  constructor(folder: string, ending: string, random: Random) {
    this.#folder = folder;
    this.#ending = ending;
    this.#random = random;
  }

  /** Returns the texts of all files. */
  async list(): Promise<readonly string[]> {
    const files = (await readdir(this.#folder).catch(noFiles)).filter((file) => file.endsWith(this.#ending));
    return Promise.all(files.map((file) => readFile(join(this.#folder, file), "utf8").catch(noText)));
  }

  load(key: string): Promise<string> {
    return readFile(this.#pathOf(key), "utf8").catch(noText);
  }

  async save(key: string, value: object): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.#pathOf(key);
    const temporary = `${path}.${randomHex(this.#random, 8)}`;
    try {
      await writeFile(temporary, JSON.stringify(value), { mode: 0o600 });
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  delete(key: string): Promise<void> {
    return rm(this.#pathOf(key), { force: true });
  }

  #pathOf(key: string): string {
    return join(this.#folder, encodeURIComponent(key) + this.#ending);
  }
}

/** Reads a folder that does not exist as empty. */
function noFiles(error: unknown): string[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}

/** Reads a file that is missing, or that another program has just deleted, as empty. */
const noText = (): string => "";
