import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Makes the beginning of an image of ESP-IDF, as its build writes it. */
export function firmwareImage(version: string, project = "templo"): Buffer {
  const image = Buffer.alloc(4096, 0xff);
  image.fill(0, 0, 288);
  image.writeUInt8(0xe9, 0);
  image.writeUInt32LE(0xabcd5432, 32);
  image.write(version, 48, 32, "latin1");
  image.write(project, 80, 32, "latin1");
  return image;
}

/** Makes a table of partitions. @param entries type, subtype and offset of each */
export function partitionTable(entries: readonly (readonly [number, number, number])[] = PARTITIONS): Buffer {
  const table = Buffer.alloc(3072, 0xff);
  for (const [i, [type, subtype, offset]] of entries.entries()) {
    const at = 32 * i;
    table.fill(0, at, at + 32);
    table.writeUInt16LE(0x50aa, at);
    table.writeUInt8(type, at + 2);
    table.writeUInt8(subtype, at + 3);
    table.writeUInt32LE(offset, at + 4);
  }
  return table;
}

/** The partitions of devices/esp32/partitions.csv. */
const PARTITIONS = [
  [0x01, 0x02, 0x9000],
  [0x01, 0x00, 0xe000],
  [0x00, 0x10, 0x10000],
  [0x00, 0x11, 0x200000],
] as const;

/** What else a new temple needs in flash, as a build writes it; by the ends of the files' names. */
export const INSTALL_PARTS = {
  bootloader: Buffer.alloc(64, 0xe9),
  partitions: partitionTable(),
  otadata: Buffer.alloc(0x2000, 0xff),
};

/** Writes all files that a browser installs on a chip. */
export function writeInstallFiles(folder: string, chip: string, version: string): void {
  writeFileSync(join(folder, `templo-${chip}.bin`), firmwareImage(version));
  for (const [part, content] of Object.entries(INSTALL_PARTS))
    writeFileSync(join(folder, `templo-${chip}-${part}.bin`), content);
}
