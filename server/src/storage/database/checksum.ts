import { crc32 } from "node:zlib";

/** Returns the CRC-32 by which a store detects damage to a row. SQL has it as `checksum(...)` (file.ts). */
export function checksumOf(values: readonly unknown[]): number {
  return crc32(values.join("\n"));
}
