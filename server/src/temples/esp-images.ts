/* What the files are that ESP-IDF builds for a chip, by what they begin with. */

/** The beginning of an image, and the place of an app's description (`esp_image_header_t`, `esp_app_desc_t`). */
const HEADER = {
  magic: { at: 0, value: 0xe9 },
  descriptionMagic: { at: 32, value: 0xabcd5432 },
  version: 48,
  project: 80,
  text: 32,
} as const;

/** Bytes of an app that `readAppVersion` needs. */
export const APP_HEADER_SIZE = 112;

/** The project's name in images of temples (devices/esp32/CMakeLists.txt). */
const PROJECT = "templo";

/** An entry of a table of partitions (`esp_partition_info_t`). */
const ENTRY = { size: 32, magic: 0x50aa, type: 2, subtype: 3, offset: 4 } as const;
const APP = 0x00;
const DATA = 0x01;
/** Subtypes: where an app may be that runs first, and which of several runs. */
const FIRST_APP: readonly number[] = [0x00, 0x10];
const OTADATA = 0x00;

/** Bytes of the flash in which ESP-IDF stores which app runs. */
const OTADATA_SIZE = 0x2000;

/** Returns the version of a temple's firmware, like `1.2.0`; `null`: these are not the first bytes of one. */
export function readAppVersion(header: Buffer): string | null {
  if (header.length < APP_HEADER_SIZE || !isBootImage(header)) return null;
  if (header.readUInt32LE(HEADER.descriptionMagic.at) !== HEADER.descriptionMagic.value) return null;
  const version = textAt(header, HEADER.version);
  return textAt(header, HEADER.project) === PROJECT && /^[\w.+-]+$/.test(version) ? version : null;
}

/** Whether the content begins as what a chip can boot: an app or a bootloader. */
export function isBootImage(content: Buffer): boolean {
  return content[HEADER.magic.at] === HEADER.magic.value;
}

/** Whether the content is that of flash which says nothing of which app runs: then the first one does. */
export function isBlank(content: Buffer): boolean {
  return content.length === OTADATA_SIZE && content.every((byte) => byte === 0xff);
}

export interface Partitions {
  /** Where the app is that runs first, in bytes from the flash's beginning. */
  readonly app: number;
  /** Where it is stored which app runs. */
  readonly otadata: number;
}

/** Reads a table of partitions; `null`: it is none, or not one of a temple that can be updated. */
export function readPartitions(content: Buffer): Partitions | null {
  const found: { app?: number; otadata?: number } = {};
  for (let at = 0; at + ENTRY.size <= content.length; at += ENTRY.size) {
    if (content.readUInt16LE(at) !== ENTRY.magic) break;
    const [type, subtype] = [content[at + ENTRY.type], content[at + ENTRY.subtype] ?? -1];
    const offset = content.readUInt32LE(at + ENTRY.offset);
    if (type === APP && FIRST_APP.includes(subtype)) found.app ??= offset;
    if (type === DATA && subtype === OTADATA) found.otadata ??= offset;
  }
  const { app, otadata } = found;
  return app === undefined || otadata === undefined ? null : { app, otadata };
}

/** Reads a text that ends with its first zero. */
function textAt(header: Buffer, at: number): string {
  return header.toString("latin1", at, at + HEADER.text).split("\0")[0] ?? "";
}
