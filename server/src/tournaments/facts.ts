import type { MatchPlan } from "../storage/journal/facts.ts";

/** How a tournament pairs: at once whoever waits, for a while; or all of them, round after round. */
export type TournamentKind = "arena" | "rounds";

/** How each match of a tournament is played: all of its plan but what differs from match to match. */
export type MatchOfTournament = Omit<
  MatchPlan,
  "match" | "code" | "invitation" | "host" | "start" | "previous" | "title" | "private" | "tournament"
>;

/** The decisions at a tournament's creation, which never change. */
export interface TournamentPlan {
  readonly name: string;
  readonly kind: TournamentKind;
  readonly organiser: { readonly player: string; readonly name: string };
  readonly match: MatchOfTournament;
  /** The name of the game's preset that has the match's options; missing: none has. */
  readonly preset?: string;
  /** The fewest seats that the game can be played with: a table may have fewer than `match.seats`. */
  readonly fewestSeats: number;
  /** When it starts, ms since 1970; `null`: when its organiser starts it. */
  readonly startsAt: number | null;
  /** ms for which an arena pairs; `null`: it has rounds. */
  readonly duration: number | null;
  /** The number of rounds; `null`: it is an arena. */
  readonly rounds: number | null;
  /** ms between two rounds. */
  readonly pause: number;
  /** ms after a match was created in which its players have to come. */
  readonly noShow: number;
  /** Whether bot accounts may play. */
  readonly bots: boolean;
  /** Whether only players with an account may play. */
  readonly accountsOnly: boolean;
}

/** A table of a tournament: a match, and who sits there, in the order of its seats. */
export interface PairedTable {
  /** The match's id, which is stored before the match is created: a server that takes over creates the same one. */
  readonly match: string;
  readonly players: readonly string[];
}

/** What has happened in a tournament. What follows from earlier facts, such as points, is in none. */
export type TournamentFact =
  | { readonly type: "created"; readonly plan: TournamentPlan }
  /** A player takes part, or again. */
  | { readonly type: "registered"; readonly player: string; readonly name: string; readonly bot?: true }
  /** A player is paired no more, until they register again, which whom the organiser removed may not. Missing `by`: they withdrew. */
  | { readonly type: "withdrew"; readonly player: string; readonly by?: "organiser" }
  | { readonly type: "started" }
  /** Tables were paired; of rounds it is all of a round, with those who have a bye. */
  | { readonly type: "paired"; readonly tables: readonly PairedTable[]; readonly byes: readonly string[] }
  /** These players of a match did not come: they lose it, and are withdrawn. */
  | { readonly type: "no-show"; readonly match: string; readonly players: readonly string[] }
  /** A match is over: the place of each of its players, from 1; `null`: none. */
  | { readonly type: "result"; readonly match: string; readonly places: readonly (number | null)[] }
  | { readonly type: "paused" }
  | { readonly type: "resumed" }
  /**
   * `organiser`: they ended it early, were deleted while it waited for them, or did not resume it; `operator`: an operator of the server ended it;
   * `too-few`: there were too few players. Missing: it was played to its end.
   */
  | { readonly type: "ended"; readonly by?: "organiser" | "operator" | "too-few" };

/** A fact, and when it happened, ms since 1970. */
export type DatedFact = TournamentFact & { readonly at: number };
