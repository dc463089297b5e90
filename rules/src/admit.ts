/**
 * Why any game refuses a command, in the order in which the reasons are looked for. A game's own reasons come after.
 */
export const COMMON_REFUSALS = [
  "malformed",
  "match-over",
  "not-seated",
  "not-your-decision",
  "wrong-phase",
] as const;
export type CommonRefusal = (typeof COMMON_REFUSALS)[number];

/** How a match stands, as far as it says who may command what. */
export interface Standing<S extends string, D extends string> {
  readonly over: boolean;
  /** The seats that take part: those of the match that are not out. */
  readonly seated: readonly S[];
  /** What each seat is asked for now, seats that have answered already included if the game tells them so by itself. */
  readonly decisions: readonly { readonly seat: S; readonly decision: D }[];
}

/** The command of a seat that may give it now, or the first common reason against it. */
export type Admitted<S, C> =
  | { readonly seat: S; readonly command: C; readonly refused?: undefined }
  | { readonly refused: CommonRefusal };

/**
 * Looks for the reasons that all games share against a command.
 * @param command `null`: what was sent is none of the game's commands
 * @param seat the sender's; `null`: it has none
 * @param answers the decisions that a command answers; `"none"`: it may be given unasked
 */
export function admit<S extends string, D extends string, C>(
  { over, seated, decisions }: Standing<S, D>,
  seat: S | null,
  command: C | null,
  answers: (command: C) => readonly D[] | "none",
): Admitted<S, C> {
  if (command === null) return { refused: "malformed" };
  if (over) return { refused: "match-over" };
  if (seat === null || !seated.includes(seat)) return { refused: "not-seated" };
  const answered = answers(command);
  if (answered === "none") return { seat, command };
  const asked = decisions.filter((decision) => decision.seat === seat);
  if (asked.length === 0) return { refused: "not-your-decision" };
  const fits = asked.some(({ decision }) => answered.includes(decision));
  return fits ? { seat, command } : { refused: "wrong-phase" };
}
