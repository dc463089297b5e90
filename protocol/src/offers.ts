import type { Agreement } from "@flower-war/rules";

/** An offer to end a match, open until everybody whom it asks has accepted it, somebody declines it, or it lapses. */
export interface Offer {
  /** Names the offer in answers to it. */
  readonly id: string;
  readonly what: Agreement;
  /** The seat that made it. */
  readonly by: string;
  /** The seats that agree, that of its maker first. */
  readonly accepted: readonly string[];
  /** The seats that are asked and have not answered, in turn order. */
  readonly asked: readonly string[];
  /** When it lapses, ms since 1970. */
  readonly until: number;
}

/** Writes `offer` of a match's state. @param offer `null`: none is open */
export function writeOffer(offer: Offer | null): string {
  return offer === null ? "" : JSON.stringify(offer);
}

/** Reads `offer` of a match's state; `null`: none is open. */
export function readOffer(text: string): Offer | null {
  return text === "" ? null : (JSON.parse(text) as Offer);
}
