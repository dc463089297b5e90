/* What went wrong, and at which command of a match. */

/** Characters of a value that are shown. */
const MOST = 300;

/** Returns the JSON of a value, cut if it is long. */
export function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MOST ? `${text.slice(0, MOST)}... (${text.length} characters)` : text;
}

/** Something went wrong at a command of a match: the message begins with the place. `cause`: what. */
export class MatchError extends Error {
  override readonly name = "MatchError";

  constructor(place: string, cause: unknown) {
    super(`${place}: ${messageOf(cause)}`, { cause });
  }
}

/** Returns an error that tells at which command of a match another one happened. @param played `null`: before it was chosen */
export function atCommand(
  n: number,
  played: { readonly seat: string; readonly command: object } | null,
  cause: unknown,
): Error {
  return new MatchError(
    played === null ? `before command ${n}` : `command ${n}, ${played.seat}'s ${shortJson(played.command)}`,
    cause,
  );
}

/** Returns what an error says, with its name if that tells more. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return shortJson(error);
  return error.name === "Error" || error instanceof MatchError
    ? error.message
    : `${error.name}: ${error.message}`;
}
