/** Why any game refuses a command, in the order in which the reasons are checked. A game's own reasons come after. */
export const COMMON_REFUSALS = [
  "malformed",
  "match-over",
  "not-seated",
  "not-your-decision",
  "wrong-phase",
] as const;
export type CommonRefusalCode = (typeof COMMON_REFUSALS)[number];

/** The part of a match that decides which commands a seat may give. */
export interface CommandContext<S extends string, D extends string> {
  readonly over: boolean;
  /** Whether a seat takes part: it belongs to the match and is not out. */
  isSeated(seat: S): boolean;
  /**
   * The decisions that the match waits for. A game may list seats that have answered already, to refuse a second answer
   * with a code of its own instead of `not-your-decision`.
   */
  readonly decisions: readonly { readonly seat: S; readonly decision: D }[];
}

/** The command with its seat, or the first common reason against it. */
export type Admitted<S, C> =
  | { readonly seat: S; readonly command: C; readonly refused?: undefined }
  | { readonly refused: CommonRefusalCode };

/**
 * Checks the reasons against a command that all games share.
 * @param seat the sender's; `null` for a sender without one
 * @param command `null` if what was sent is none of the game's commands
 * @param answers returns the decisions that a command answers; `"none"` if it needs no decision
 */
export function admit<S extends string, D extends string, C>(
  context: CommandContext<S, D>,
  seat: S | null,
  command: C | null,
  answers: (command: C) => readonly D[] | "none",
): Admitted<S, C> {
  if (command === null) return { refused: "malformed" };
  if (context.over) return { refused: "match-over" };
  if (seat === null || !context.isSeated(seat)) return { refused: "not-seated" };
  const answered = answers(command);
  if (answered === "none") return { seat, command };
  let refused: CommonRefusalCode = "not-your-decision";
  for (const awaited of context.decisions) {
    if (awaited.seat !== seat) continue;
    if (answered.includes(awaited.decision)) return { seat, command };
    refused = "wrong-phase";
  }
  return { refused };
}
