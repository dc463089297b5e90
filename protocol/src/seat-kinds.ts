/**
 * Who has a seat. `bot`: one of the server's own bots. `bot-account`: a player who is a program; its seat is else like that of a person,
 * who is `human`.
 */
export type SeatKind = "open" | "human" | "bot" | "bot-account";

/** Whether who has such a seat plays over a connection. */
export function isPlayer(kind: SeatKind): kind is "human" | "bot-account" {
  return kind === "human" || kind === "bot-account";
}
