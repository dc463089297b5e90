import { type Admitted, admit, type Standing } from "../admit.ts";
import { refusesBattleCard } from "./battle-cards.ts";
import { heldCard, signOfCard } from "./cards.ts";
import { refusesChoice, refusesDiscardCard } from "./choice.ts";
import { challengeable } from "./landing.ts";
import { openSteps } from "./movement.ts";
import { refusesSacrifice, refusesTrade } from "./sacrifice.ts";
import { seatsInPlay } from "./seats.ts";
import { refusesTurnCard } from "./turn-cards.ts";
import type { Command, Decision, HeldCard, Refusal, Seat, Table } from "./vocabulary.ts";

/** The decisions that each command answers (canon section 13); to concede, nobody has to be asked. */
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

/** The command of a seat that may give it now, or the first common reason against it (canon section 14). */
export function admitted(table: Table, seat: Seat | null, command: Command | null): Admitted<Seat, Command> {
  const standing: Standing<Seat, Decision> = {
    over: table.awaiting === null,
    seated: seatsInPlay(table),
    decisions: table.awaiting === null ? [] : [table.awaiting],
  };
  return admit(standing, seat, command, ({ type }) => ANSWERS[type]);
}

/**
 * The first of the game's own reasons against a command that is admitted, in the order of canon section 14; `null`: it is
 * accepted. It is looked for in what the sender may see, the table and its own hand.
 */
export function refusalOf(
  table: Table,
  hand: readonly HeldCard[],
  seat: Seat,
  command: Command,
): Refusal | null {
  switch (command.type) {
    case "roll":
    case "pass":
    case "end-turn":
    case "concede":
      return null;
    case "move":
      return openSteps(table).includes(command.steps) ? null : "bad-steps";
    case "challenge":
      return challengeable(table).includes(command.seat) ? null : "bad-target";
    case "choose":
      return refusesChoice(table, seat, command.seat, command.god);
    case "sacrifice":
      return refusesSacrifice(table, command.god);
    case "trade":
      return refusesTrade(table);
    case "pay-card":
    case "discard":
    case "discard-card":
    case "play-card":
    case "play-battle-card":
      return refusalOfCard(table, hand, seat, command);
  }
}

function refusalOfCard(
  table: Table,
  hand: readonly HeldCard[],
  seat: Seat,
  command: Extract<Command, { readonly card: string }>,
): Refusal | null {
  const held = heldCard(hand, command.card);
  if (held === undefined) return "not-in-hand";
  switch (command.type) {
    case "pay-card":
      return null;
    case "discard":
      return signOfCard(held.card) === null ? null : "not-playable-now";
    case "discard-card":
      return refusesDiscardCard(hand, held);
    case "play-card":
      return refusesTurnCard(table, held.card, command);
    case "play-battle-card":
      return refusesBattleCard(table, seat, held.card);
  }
}
