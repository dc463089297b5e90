import type { Agreement } from "@flower-war/rules";
import type { PlainTable } from "./schemas/streams.ts";

/**
 * The rest of a match's state, which changes rarely; most of it stays as in `NO_DETAILS`. One string holds it all
 * (`MatchState.details`), for each field of the state costs every client who joins about 30 bytes.
 */
export interface MatchDetails
  extends Readonly<
    Pick<
      PlainTable,
      | "start"
      | "offer"
      | "asks"
      | "canAbort"
      | "rematch"
      | "codeShown"
      | "silent"
      | "title"
      | "takeBacks"
      | "takeBack"
      | "pauses"
      | "paused"
      | "holidays"
      | "onHoliday"
      | "daysTaken"
      | "handOvers"
      | "offeredSeats"
      | "judges"
      | "judge"
      | "policy"
      | "seals"
      | "revealing"
      | "terms"
    >
  > {
  /** As in `PlainTable`; missing: 0. */
  readonly watchDelay?: number;
  /** As in `PlainTable`; missing: `false`. */
  readonly unwatched?: boolean;
  /** Whether a tournament has assigned its seats: none sits down, changes seats or is invited. Missing: `false`. */
  readonly assigned?: boolean;
  /** With `start` `countdown`: when bots take the open seats, ms since 1970. Else 0. */
  readonly startsAt: number;
  /** The agreement that ended it; `""`: none. Then the game's outcome tells how it ended, if it has. */
  readonly ending: "" | Agreement;
  /** When the one person who stayed can `claim`, ms since 1970; 0: none has stayed alone. */
  readonly claimsAt: number;
  /** The id of the match of which this one is the rematch; `""`: of none. */
  readonly previous: string;
  /** The end of the time in which only those who played before can sit down at a rematch, ms since 1970. Else 0. */
  readonly keptUntil: number;
  /**
   * The awaited seats whose clocks stand still because of an outage, a pause or a holiday, and since when, ms since 1970: their remaining time is unchanged since.
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
  asks: [],
  canAbort: false,
  claimsAt: 0,
  rematch: null,
  previous: "",
  keptUntil: 0,
  codeShown: true,
  silent: false,
  title: "",
  takeBacks: false,
  takeBack: null,
  pauses: 0,
  paused: null,
  holidays: 0,
  onHoliday: null,
  daysTaken: null,
  handOvers: "no",
  offeredSeats: [],
  judges: false,
  judge: null,
  policy: { admission: "anyone", slow: 0, quiet: false, silenced: [], blocked: [] },
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
