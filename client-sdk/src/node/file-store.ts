import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type KeptSeat, nameOf, parseSeat, type SeatStore } from "../seats.ts";

const ENDING = ".seat.json";

/**
 * Keeps seats in a folder, one file each, which its owner alone may read. Several programs may use one folder.
 * @param folder made when it is not there
 */
export function fileStore(folder: string): SeatStore {
  const pathOf = (seat: KeptSeat) => join(folder, encodeURIComponent(nameOf(seat)) + ENDING);
  return {
    all: async () => {
      const files = (await readdir(folder).catch(nothingThere)).filter((file) => file.endsWith(ENDING));
      const texts = await Promise.all(
        files.map((file) => readFile(join(folder, file), "utf8").catch(nothing)),
      );
      return texts.flatMap((text) => parseSeat(text) ?? []);
    },
    keep: async (seat) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const half = `${pathOf(seat)}.${process.pid}`;
      await writeFile(half, JSON.stringify(seat), { mode: 0o600 });
      await rename(half, pathOf(seat));
    },
    forget: (seat) => rm(pathOf(seat), { force: true }),
  };
}

function nothingThere(error: unknown): string[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}

/** A file that another program has just taken away. */
const nothing = (): string => "";
