import { canonical, sealOf } from "@flower-war/rules/witness";

/** What a client knows of its match before it sees the header. */
export interface Expected {
  readonly match: string;
  readonly game: string;
  readonly commitment: string;
  /** `null`: the client has none. */
  readonly seat: string | null;
  /** Its own part of the dice; `null`: none that the server has taken. */
  readonly own: OwnPart | null;
  /** Whether the server has taken the nonce itself. */
  readonly revealed: boolean;
  /** The seals of all seats as they were fixed when the nonce was revealed; `null`: not known. */
  readonly seals: { readonly [seat: string]: string } | null;
}

/** What a seat adds to the dice, and the key it signs with. All but the nonce are lower-case hex digits. */
export interface OwnPart {
  readonly nonce: string;
  readonly seal: string;
  readonly key: string;
}

/** What of the dice a server can change against its word. */
export type Breach = "commitment" | "seal" | "nonce" | "key" | "header" | "entry";

/** A seat in a header. */
export interface HeaderSeat {
  readonly seat: string;
  readonly nonce: string;
  readonly from: string;
  readonly seal?: string;
  readonly key?: string;
}

/** Returns what of a header is not as this client knows it; `null`: nothing. */
export function breachOf(line: string, expected: Expected): Breach | null {
  const header = parse(line);
  if (header === null || canonical(header) !== line) return "header";
  if (header["match"] !== expected.match || header["game"] !== expected.game) return "header";
  if (header["commitment"] !== expected.commitment) return "commitment";
  const seats = seatsOf(header);
  if (seats === null) return "header";
  return breachOfOwn(seats, expected) ?? breachOfSeals(seats, expected);
}

/** Returns what a header says of a seat; `null`: nothing. */
export function headerSeat(line: string, seat: string): HeaderSeat | null {
  return seatsOf(parse(line) ?? {})?.find((each) => each.seat === seat) ?? null;
}

function breachOfOwn(seats: readonly HeaderSeat[], { seat, own, revealed }: Expected): Breach | null {
  if (own === null) return null;
  const recorded = seats.find((each) => each.seat === seat);
  if (recorded === undefined) return "header";
  // Who did not get to reveal is replaced by the seat's id.
  const isReplaced = (!revealed || own.nonce === "") && recorded.from !== "player" && recorded.nonce === seat;
  if (recorded.nonce !== own.nonce && !isReplaced) return "nonce";
  if (recorded.seal === undefined) return revealed && own.seal !== "" ? "seal" : null;
  if (recorded.seal !== own.seal) return "seal";
  return (recorded.key ?? "") === own.key ? null : "key";
}

/** The seals are those that were fixed, and those of the nonces. */
function breachOfSeals(seats: readonly HeaderSeat[], { seals }: Expected): Breach | null {
  const isOther = ({ seat, seal, nonce, from }: HeaderSeat) =>
    (seals !== null && seals[seat] !== seal) ||
    (seal !== undefined && from === "player" && sealOf(nonce) !== seal);
  return seats.some(isOther) ? "seal" : null;
}

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

function seatsOf(header: Record<string, unknown>): readonly HeaderSeat[] | null {
  const { seats } = header;
  return Array.isArray(seats) && seats.every(isHeaderSeat) ? seats : null;
}

function isHeaderSeat(value: unknown): value is HeaderSeat {
  if (typeof value !== "object" || value === null) return false;
  const { seat, nonce, from } = value as { readonly [K in keyof HeaderSeat]?: unknown };
  return [seat, nonce, from].every((text) => typeof text === "string");
}
