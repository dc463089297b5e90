import { refusesBattleCard } from "./battle-cards.ts";
import { heldCard, signOfCard } from "./cards.ts";
import { refusesChoice, refusesDiscardCard } from "./choice.ts";
import { challengeable } from "./landing.ts";
import { openSteps } from "./movement.ts";
import { refusesSacrifice, refusesTrade } from "./sacrifice.ts";
import { inPlay } from "./seats.ts";
import { refusesTurnCard } from "./turn-cards.ts";
import type { Command, Decision, HeldCard, Refusal, Seat, Table } from "./vocabulary.ts";

/** The commands that answer each decision (canon section 13). */
const ANSWERS: { readonly [D in Decision]: readonly Command["type"][] } = {
  roll: ["roll"],
  move: ["move"],
  battle: ["play-battle-card", "pass"],
  pay: ["pay-card"],
  challenge: ["challenge", "pass"],
  choose: ["choose"],
  discard: ["discard-card"],
  sacrifice: ["sacrifice", "trade", "play-card", "discard", "end-turn"],
  cards: ["play-card", "discard", "end-turn"],
};

/**
 * The first reason against a command, in the order of canon section 14; `null`: it is accepted. It is looked for in what
 * the sender may see, the table and its own hand.
 */
export function refusalOf(
  table: Table,
  hand: readonly HeldCard[],
  seat: Seat | null,
  command: Command,
): Refusal | null {
  if (table.awaiting === null) return "match-over";
  if (seat === null || !inPlay(table, seat)) return "not-seated";
  if (command.type === "concede") return null;
  if (table.awaiting.seat !== seat) return "not-your-decision";
  if (!ANSWERS[table.awaiting.decision].includes(command.type)) return "wrong-phase";
  switch (command.type) {
    case "roll":
    case "pass":
    case "end-turn":
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
