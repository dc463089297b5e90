import type { SeatTaken } from "../../storage/journal/facts.ts";

/** A person who takes a seat. */
export interface Person {
  /** The name as others see it. */
  readonly name: string;
  /** The player's id; `null`: the person is not known here. */
  readonly player: string | null;
  /** Whether the player is a bot account; missing from servers that know none. */
  readonly isBot?: boolean;
  /** Whether the player has an account; missing: they have none, or an older server asks. */
  readonly isAccount?: boolean;
}

/** The sender of a request, as limits count it. */
export interface Origin {
  /** The player's id; `null`: they are not known here. */
  readonly player: string | null;
  /** `""`: not known. */
  readonly address: string;
  /** Whether the player has an account; missing: it is not known. */
  readonly isAccount?: boolean;
}

/** Returns the part of a fact that says who took a seat. */
export function formatPerson({ name, player, isBot }: Person): Pick<SeatTaken, "name" | "player" | "bot"> {
  if (player === null) return { name };
  return isBot ? { name, player, bot: true } : { name, player };
}
