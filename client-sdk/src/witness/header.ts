import {
  canonical,
  formatTerms,
  hasTerms,
  isFixedByTerms,
  sealOf,
  type TermsSeat,
} from "@flower-war/rules/witness";

/** A client's knowledge of its match before it sees the header. */
export interface Expected {
  readonly match: string;
  readonly game: string;
  readonly commitment: string;
  /** `null`: the client has none. */
  readonly seat: string | null;
  /** The client's own part of the dice; `null`: the server has taken none. */
  readonly own: OwnPart | null;
  /** Whether the server has taken the nonce itself. */
  readonly revealed: boolean;
  /** The terms under which the nonce was revealed; `null`: none were shown, as by servers up to 0.3. */
  readonly terms: string | null;
  /** Without terms: the seals of all seats as they were fixed when the nonce was revealed; `null`: not known. */
  readonly seals: { readonly [seat: string]: string } | null;
}

/** The match as a client is shown it when the nonces are to be revealed. */
export interface ShownTable extends Pick<Expected, "match" | "game" | "commitment"> {
  /** The client's. */
  readonly seat: string;
  readonly own: OwnPart;
  /** The kinds of the taken seats, in turn order. */
  readonly kinds: readonly (readonly [seat: string, kind: string])[];
}

/** A seat's part of the dice, and the key it signs with. All but the nonce are lower-case hex digits. */
export interface OwnPart {
  readonly nonce: string;
  readonly seal: string;
  readonly key: string;
}

/** The parts of the dice that a server can change against its word; `seats.<seat>`: the part of another seat. */
export type Breach =
  | "commitment"
  | "seal"
  | "nonce"
  | "key"
  | "terms"
  | "header"
  | "entry"
  | `seats.${string}`;

/** Returns what of the terms differs from the table as it is shown, or can still be chosen; `null`: nothing. */
export function breachOfTerms(line: string, { seat, own, kinds, ...table }: ShownTable): Breach | null {
  const terms = parse(line);
  const seats = terms && seatsOf(terms);
  if (!terms || !seats || canonical(terms) !== line || !hasTerms(terms["format"])) return "terms";
  if (terms["match"] !== table.match || terms["game"] !== table.game) return "terms";
  if (terms["commitment"] !== table.commitment) return "commitment";
  const recorded = seats.find((each) => each.seat === seat);
  if (recorded?.seal !== own.seal) return "seal";
  if ((recorded.key ?? "") !== own.key) return "key";
  if (seats.length !== kinds.length) return "terms";
  for (const [i, each] of seats.entries()) {
    const [name, kind] = kinds[i] ?? [];
    const isShown = each.seat === name && (each.kind === "bot") === (kind === "bot");
    if (!isShown || !isFixedByTerms(each)) return `seats.${each.seat}`;
  }
  return null;
}

/** Returns what of a header is not as this client knows it; `null`: nothing. */
export function breachOf(line: string, expected: Expected): Breach | null {
  const header = parse(line);
  if (header === null || canonical(header) !== line) return "header";
  if (header["match"] !== expected.match || header["game"] !== expected.game) return "header";
  if (header["commitment"] !== expected.commitment) return "commitment";
  const seats = seatsOf(header);
  if (seats === null) return "header";
  return breachOfOwn(seats, expected) ?? breachOfOthers(header, seats, expected);
}

/** Returns what a header says of a seat; `null`: nothing. */
export function headerSeat(line: string, seat: string): TermsSeat | null {
  return seatsOf(parse(line) ?? {})?.find((each) => each.seat === seat) ?? null;
}

function breachOfOwn(seats: readonly TermsSeat[], { seat, own, revealed, terms }: Expected): Breach | null {
  if (own === null) return null;
  const recorded = seats.find((each) => each.seat === seat);
  if (recorded === undefined) return "header";
  // On servers up to 0.3, who did not get to reveal is replaced by the seat's id.
  const isReplaced =
    terms === null &&
    (!revealed || own.nonce === "") &&
    recorded.from !== "player" &&
    recorded.nonce === seat;
  if (recorded.nonce !== own.nonce && !isReplaced) return "nonce";
  if (recorded.seal === undefined) return revealed && own.seal !== "" ? "seal" : null;
  if (recorded.seal !== own.seal) return "seal";
  return (recorded.key ?? "") === own.key ? null : "key";
}

/** All is as the terms say; without terms, the seals are those that were fixed. Nonces are those that were sealed. */
function breachOfOthers(
  header: Fields,
  seats: readonly TermsSeat[],
  { terms, seals, revealed }: Expected,
): Breach | null {
  const unsealed = seats.find(
    ({ seal, nonce, from }) => seal !== undefined && from === "player" && sealOf(nonce) !== seal,
  );
  if (unsealed !== undefined) return `seats.${unsealed.seat}`;
  if (terms !== null) return differenceTo(terms, header, seats);
  // A format that has terms cannot begin without them.
  if (revealed && hasTerms(header["format"])) return "terms";
  const other = seals && seats.find(({ seat, seal }) => seals[seat] !== seal);
  return other ? `seats.${other.seat}` : null;
}

/** Returns what of a header is not as the terms say; `null`: nothing. */
function differenceTo(terms: string, header: Fields, seats: readonly TermsSeat[]): Breach | null {
  if (formatTerms({ ...header, seats }) === terms) return null;
  const shown = seatsOf(parse(terms) ?? {}) ?? [];
  const isSame = (seat: TermsSeat, i: number) =>
    formatTerms({ seats: [seat] }) === formatTerms({ seats: shown.slice(i, i + 1) });
  const other = seats.length === shown.length ? seats.find((seat, i) => !isSame(seat, i)) : undefined;
  return other === undefined ? "header" : `seats.${other.seat}`;
}

type Fields = { readonly [name: string]: unknown };

function parse(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" ? (value as Fields | null) : null;
  } catch {
    return null;
  }
}

function seatsOf(header: Fields): readonly TermsSeat[] | null {
  const { seats } = header;
  return Array.isArray(seats) && seats.every(isSeat) ? seats : null;
}

function isSeat(value: unknown): value is TermsSeat {
  if (typeof value !== "object" || value === null) return false;
  const {
    seat,
    kind,
    nonce,
    from,
    seal = "",
    key = "",
  } = value as { readonly [K in keyof TermsSeat]?: unknown };
  return [seat, kind, nonce, from, seal, key].every((text) => typeof text === "string");
}
