import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Random, randomHex, systemRandom } from "@flower-war/protocol/ports";
import { keyOf, parseSeat, type SeatStore, type StoredSeat } from "../seat-store.ts";

const ENDING = ".seat.json";

/**
 * Returns a store in a folder, with one file for each seat that only its owner may read. Several programs may use one
 * folder.
 * @param folder created when the first seat is stored
 * @param random for the names of temporary files; default: the machine's
 */
export function fileStore(folder: string, random: Random = systemRandom): SeatStore {
  const pathOf = (seat: StoredSeat) => join(folder, encodeURIComponent(keyOf(seat)) + ENDING);
  return {
    list: async () => {
      const files = (await readdir(folder).catch(noFiles)).filter((file) => file.endsWith(ENDING));
      const texts = await Promise.all(
        files.map((file) => readFile(join(folder, file), "utf8").catch(noText)),
      );
      return texts.flatMap((text) => parseSeat(text) ?? []);
    },
    save: async (seat) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(seat);
      const temporary = `${path}.${randomHex(random, 8)}`;
      try {
        await writeFile(temporary, JSON.stringify(seat), { mode: 0o600 });
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    delete: (seat) => rm(pathOf(seat), { force: true }),
  };
}

/** Reads a folder that does not exist as empty. */
function noFiles(error: unknown): string[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}

/** Reads a file that another program has just deleted as empty. */
const noText = (): string => "";
