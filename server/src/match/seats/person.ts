import type { TablePolicy } from "@flower-war/protocol";
import { orUnavailable } from "../../cluster/unavailable.ts";
import type { Histories } from "../../history/histories.ts";
import type { Finishes } from "../../history/store/history-store.ts";
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
  /** How many of their latest matches they finished; missing: it was not asked. */
  readonly finishes?: Finishes;
  /** The ids of players whom they shall not meet; missing: none. */
  readonly apart?: readonly string[];
  /** The number of the protocol that their client speaks; missing: 0, or an older server asks. */
  readonly protocol?: number | undefined;
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

/** What tells whom a table lets in, and how they play. */
interface Knowing {
  readonly match: { readonly policy: Pick<TablePolicy, "admission"> };
  readonly services: { readonly histories: Pick<Histories, "readFinishes"> };
}

/**
 * Adds how many of their matches a person finished, if the host asks for that.
 * @throws `RefusalError` with `unavailable`
 */
export async function withFinishes({ match, services }: Knowing, person: Person): Promise<Person> {
  const { player, isAccount = false, isBot = false } = person;
  if (match.policy.admission !== "finishers" || !isAccount || isBot || player === null) return person;
  return { ...person, finishes: await orUnavailable(services.histories.readFinishes(player)) };
}
