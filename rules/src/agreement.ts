import { same } from "./same.ts";

/**
 * Agreements of the people at a table, in any game: a `draw`, or an `abort`, after which the match counts as not
 * played. It is an agreement of the table and no rule of a game: the game's own `outcome` stays `null`.
 */
export const AGREEMENTS = ["draw", "abort"] as const;
export type Agreement = (typeof AGREEMENTS)[number];

/** How a match ended that its people ended by an agreement. It stands where the game's own outcome would. */
export interface AgreedOutcome {
  readonly by: Agreement;
  readonly winner: null;
}

export function agreedOutcome(by: Agreement): AgreedOutcome {
  return { by, winner: null };
}

/** Whether an outcome is that of an agreement, and not a game's own. */
export function isAgreed(outcome: object): outcome is AgreedOutcome {
  return AGREEMENTS.some((by) => same(outcome, agreedOutcome(by)));
}
