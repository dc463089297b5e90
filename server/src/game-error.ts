/** A function of a game threw, which is a bug of the game. `cause` is the thrown error. */
export class GameError extends Error {
  override readonly name = "GameError";
  /** The game and the function: what errors of one kind have in common. */
  readonly place: string;

  /** @param call the function, such as `write` or `game.decide` */
  constructor(game: string, call: string, cause: unknown) {
    super(`${call} of the game ${game} threw ${describeThrown(cause)}`, { cause });
    this.place = `${game} ${call}`;
  }
}

function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  return typeof thrown === "string" ? JSON.stringify(thrown) : `a value of the type ${typeof thrown}`;
}
