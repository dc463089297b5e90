import { crc32 } from "node:zlib";

/** A checksum by which damage is noticed. */
export function sealOf(values: readonly (string | number | null)[]): number {
  return crc32(values.join("\n"));
}
