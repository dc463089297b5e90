import { createHash } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { commitmentOf } from "../src/fairness.ts";
import {
  chainOf,
  formatHeader,
  formatRecord,
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMAT,
} from "../src/public-record/index.ts";
import { canonicalOnce, isSigned, publicKeyOf, sealOf, sign } from "../src/witness/index.ts";
import type { RecordedMatch } from "./matches.ts";

/** A match as its record of format 2 has it, in which people sealed, played and signed everything. */
export interface SignedMatch {
  readonly match: RecordedMatch;
  readonly header: PublicHeader;
  readonly entries: readonly PublicEntry[];
  readonly end: PublicEnd;
}

const hash = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Seals and signs a match as its people would. @param outcome how it ended */
export function signMatch(match: RecordedMatch, outcome: object): SignedMatch {
  const { game, rules, options, stream, seed } = match.header;
  const secret = hash(`secret of ${seed}`);
  const id = hash(seed).slice(0, 12);
  const keys = new Map(match.header.seats.map((seat) => [seat, hash(`key of ${seat}, ${seed}`)]));
  const header: PublicHeader = {
    format: RECORD_FORMAT,
    match: id,
    game,
    rules,
    options,
    seats: [...keys].map(([seat, key]) => {
      const nonce = hash(`nonce of ${seat}, ${seed}`).slice(0, 22);
      return { seat, kind: "human", nonce, from: "player", seal: sealOf(nonce), key: publicKeyOf(key) };
    }),
    stream,
    commitment: commitmentOf(secret),
  };
  const entries = match.entries.map(({ n, seat, command, events }) => ({ n, seat, command, events }));
  const signatures = [...keys].map(([seat, key]) => {
    const heads = chainOf(match.game, formatHeader(header), entries, seat);
    const signed = heads.flatMap((head, n) =>
      isSigned(n, n === entries.length) ? [[n, sign({ match: id, seat, n, head }, key)]] : [],
    );
    return [seat, Object.fromEntries(signed)] as const;
  });
  return {
    match,
    header,
    entries,
    end: { secret, seed, outcome, signatures: Object.fromEntries(signatures) },
  };
}

/** Writes a match's record. */
export function writeRecord({ header, entries, end }: SignedMatch): string {
  return formatRecord(header, entries, end);
}

/** Computes what all seats saw, against which a server compares the heads that they signed, with the means of a server. */
export function computeChains({ match, header, entries }: SignedMatch): readonly (readonly string[])[] {
  const line = formatHeader(header);
  const means = {
    hash: (head: string, text: string) => createHash("sha256").update(head, "hex").update(text).digest("hex"),
    textOf: canonicalOnce(),
  };
  return match.header.seats.map((seat) => chainOf(match.game, line, entries, seat, means));
}
