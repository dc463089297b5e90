/** Who takes a seat. */
export interface Person {
  /** As the others see it. */
  readonly name: string;
  /** The player's id; `null`: the person is not known here. */
  readonly player: string | null;
}

/** Returns the part of a fact that says who took a seat. */
export function formatPerson({ name, player }: Person): { readonly name: string; readonly player?: string } {
  return player === null ? { name } : { name, player };
}
