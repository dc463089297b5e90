import type { AnyMatch } from "@flower-war/client-sdk";

/**
 * Returns the seats that a person can take, in turn order: open ones while a match gathers; those of bots that a countdown
 * seated, until the first command.
 */
export function freeSeatsOf({ status, seats, state }: AnyMatch): readonly string[] {
  const kind = status === "gathering" ? "open" : "bot";
  const isFree =
    status === "gathering" || (status === "playing" && state.start === "countdown" && state.n === 0);
  return isFree ? seats.filter((person) => person.kind === kind).map(({ seat }): string => seat) : [];
}
