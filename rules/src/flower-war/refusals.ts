import { type Admitted, admit, type CommandContext } from "../admit.ts";
import { checkBattleCard } from "./battle.ts";
import { heldCard, signOfCard } from "./cards.ts";
import { checkChoice, checkDiscardCard } from "./choice.ts";
import { challengeableSeats } from "./landing.ts";
import { openSteps } from "./steps.ts";
import { checkSacrifice, checkTrade } from "./offerings.ts";
import { isInPlay } from "./seats.ts";
import { checkTurnCard } from "./turn-cards.ts";
import type { Command, Decision, HeldCard, RefusalCode, Seat, Table } from "./vocabulary.ts";

/** The decisions that each command answers (canon section 13). Conceding needs no decision. */
const ANSWERS: { readonly [C in Command["type"]]: readonly Decision[] | "none" } = {
  roll: ["roll"],
  move: ["move"],
  "play-battle-card": ["battle"],
  pass: ["battle", "challenge"],
  "pay-card": ["pay"],
  challenge: ["challenge"],
  choose: ["choose"],
  "discard-card": ["discard"],
  sacrifice: ["sacrifice"],
  trade: ["sacrifice"],
  "play-card": ["sacrifice", "cards"],
  discard: ["sacrifice", "cards"],
  "end-turn": ["sacrifice", "cards"],
  concede: "none",
};

/** Checks the common reasons against a command (canon section 14). */
export function admitCommand(
  table: Table,
  seat: Seat | null,
  command: Command | null,
): Admitted<Seat, Command> {
  const context: CommandContext<Seat, Decision> = {
    over: table.awaiting === null,
    isSeated: (each) => isInPlay(table, each),
    decisions: table.awaiting === null ? [] : [table.awaiting],
  };
  return admit(context, seat, command, ({ type }) => ANSWERS[type]);
}

/**
 * Returns the first of the game's own reasons against an admitted command, in the order of canon section 14; `null` if
 * it is accepted. It depends only on what the sender may see: the table and its own hand.
 */
export function checkCommand(
  table: Table,
  hand: readonly HeldCard[],
  seat: Seat,
  command: Command,
): RefusalCode | null {
  switch (command.type) {
    case "roll":
    case "pass":
    case "end-turn":
    case "concede":
      return null;
    case "move":
      return openSteps(table).includes(command.steps) ? null : "bad-steps";
    case "challenge":
      return challengeableSeats(table).includes(command.seat) ? null : "bad-target";
    case "choose":
      return checkChoice(table, seat, command.seat, command.god);
    case "sacrifice":
      return checkSacrifice(table, command.god);
    case "trade":
      return checkTrade(table);
    case "pay-card":
    case "discard":
    case "discard-card":
    case "play-card":
    case "play-battle-card":
      return checkCard(table, hand, seat, command);
  }
}

function checkCard(
  table: Table,
  hand: readonly HeldCard[],
  seat: Seat,
  command: Extract<Command, { readonly card: string }>,
): RefusalCode | null {
  const held = heldCard(hand, command.card);
  if (held === undefined) return "not-in-hand";
  switch (command.type) {
    case "pay-card":
      return null;
    case "discard":
      return signOfCard(held.card) === null ? null : "not-playable-now";
    case "discard-card":
      return checkDiscardCard(hand, held);
    case "play-card":
      return checkTurnCard(table, held.card, command);
    case "play-battle-card":
      return checkBattleCard(table, seat, held.card);
  }
}
