/** The record of a finished match as anyone can download it (docs/fair-dice.md): writing, reading, chains. */
export * from "./chain.ts";
export { formatHeader, formatRecord } from "./format.ts";
export { parsePublicEnd, parsePublicEntry, parsePublicHeader } from "./parse.ts";
export { type LineFlaw, readRecord, type RecordRead } from "./read.ts";
export {
  PLAYED_BY,
  type PlayedBy,
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMAT,
  RECORD_FORMATS,
  type RecordedSeat,
  type RecordFormat,
  type SeatSignatures,
} from "./types.ts";
