import type { MatchStatus } from "./vocabulary.ts";

/** The seats of a match in a listing. */
interface Offered {
  readonly status: MatchStatus;
  /** Free seats. */
  readonly open: number;
  /** Bots that people can replace, though the match has begun. */
  readonly replaceable: number;
}

/** Returns how many seats people can take there, open ones and those of bots. */
export function freeSeatsOf({ status, open, replaceable }: Offered): number {
  return status === "gathering" ? open : replaceable;
}

/** Whether a person can take a seat there. */
export function isJoinable(listing: Offered): boolean {
  return freeSeatsOf(listing) > 0;
}
