import type { Agreement } from "@flower-war/rules";
import type { StartMode } from "./match-state.ts";

/** An offer to end a match, open until all players whom it asks have accepted it, one declines it, or it lapses. */
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

/** The match in which a finished one is played again. */
export interface Rematch {
  /** The id of that match. */
  readonly match: string;
  /** The seats of the finished match whose players asked for it, in the order in which they did. */
  readonly seats: readonly string[];
}

/**
 * The rest of a match's state, which changes rarely; most of it stays as in `NO_DETAILS`. One string holds it all
 * (`MatchState.details`), for each field of the state costs every client who joins about 30 bytes.
 */
export interface MatchDetails {
  /** How a gathering match starts. */
  readonly start: StartMode;
  /** With `start` `countdown`: when bots take the open seats, ms since 1970. Else 0. */
  readonly startsAt: number;
  /** The agreement that ended it; `""`: none. Then the game's outcome tells how it ended, if it has. */
  readonly ending: "" | Agreement;
  /** The open offer to end it; `null`: none. */
  readonly offer: Offer | null;
  /** Whether an abort can still be offered. */
  readonly canAbort: boolean;
  /** When the one person who stayed can `claim`, ms since 1970; 0: no player has stayed alone. */
  readonly claimsAt: number;
  /** The players of a finished match who want a rematch, and its id; `null`: none do. */
  readonly rematch: Rematch | null;
  /** The id of the match of which this one is the rematch; `""`: of none. */
  readonly previous: string;
  /** The end of the time in which only those who played before can sit down at a rematch, ms since 1970. Else 0. */
  readonly keptUntil: number;
  /** Whether others can join by the short code. Always so in a public match, else while its host shows it. */
  readonly codeShown: boolean;
  /** Whether the table has no chat. */
  readonly silent: boolean;
  /** The seals by seat (`Seal.seal`), until the match begins. */
  readonly seals: { readonly [seat: string]: string };
  /** The seals are fixed: every client of a sealed seat reveals its nonce. Until the match begins, or who sits changes. */
  readonly revealing: boolean;
  /**
   * While `revealing`: the first line of the record as it will be, in which sealed nonces are `""` (`formatTerms`); `""`: the server shows
   * no terms.
   */
  readonly terms: string;
  /**
   * The awaited seats whose clocks stand still because of an outage, and since when, ms since 1970: what was left then is left still.
   * `null`: all run.
   */
  readonly stopped: Readonly<Record<string, number>> | null;
}

/** The defaults of the fields in `details`. */
export const NO_DETAILS: MatchDetails = {
  start: "full",
  startsAt: 0,
  ending: "",
  offer: null,
  canAbort: false,
  claimsAt: 0,
  rematch: null,
  previous: "",
  keptUntil: 0,
  codeShown: true,
  silent: false,
  seals: {},
  revealing: false,
  terms: "",
  stopped: null,
};

/** Writes `details` of a match's state: as JSON those that differ from `NO_DETAILS`, `""` if none does. */
export function writeDetails(details: MatchDetails): string {
  const told = Object.entries(details).filter(
    ([name, value]) => value !== NO_DETAILS[name as keyof MatchDetails],
  );
  return told.length === 0 ? "" : JSON.stringify(Object.fromEntries(told));
}

/** Reads `details` of a match's state. */
export function readDetails(text: string): MatchDetails {
  return text ? { ...NO_DETAILS, ...(JSON.parse(text) as Partial<MatchDetails>) } : NO_DETAILS;
}
