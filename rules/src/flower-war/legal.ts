import { kindOf } from "./cards.ts";
import { asksForGod } from "./choice.ts";
import { openSteps } from "./steps.ts";
import { checkCommand } from "./refusals.ts";
import { isInPlay } from "./seats.ts";
import {
  type Awaiting,
  type Command,
  GODS,
  type HeldCard,
  type Seat,
  SPACES,
  type Table,
  type View,
} from "./vocabulary.ts";

/** Returns every command that `decide` accepts from this seat now, computed from what the seat may see. */
export function legal({ table, hand }: View, seat: Seat): readonly Command[] {
  const { awaiting } = table;
  if (awaiting === null || !isInPlay(table, seat)) return [];
  const answers = awaiting.seat === seat ? possibleAnswers(table, hand, awaiting) : [];
  const commands: readonly Command[] = [...answers, { type: "concede" }];
  return commands.filter((command) => checkCommand(table, hand, seat, command) === null);
}

/** Returns every command that could answer a decision, including some that are refused. */
function possibleAnswers(
  table: Table,
  hand: readonly HeldCard[],
  { decision, card }: Awaiting,
): readonly Command[] {
  switch (decision) {
    case "roll":
      return [{ type: "roll" }];
    case "move":
      return openSteps(table).map((steps): Command => ({ type: "move", steps }));
    case "battle":
      return [...commandPerCard(hand, "play-battle-card"), { type: "pass" }];
    case "challenge":
      return [...table.seats.map((seat): Command => ({ type: "challenge", seat })), { type: "pass" }];
    case "pay":
      return commandPerCard(hand, "pay-card");
    case "choose":
      return choiceCommands(table, asksForGod(card));
    case "discard":
      return commandPerCard(hand, "discard-card");
    case "sacrifice":
      return [
        ...GODS.map((god): Command => ({ type: "sacrifice", god })),
        { type: "trade" },
        ...cardPhaseAnswers(table, hand),
      ];
    case "cards":
      return cardPhaseAnswers(table, hand);
  }
}

function cardPhaseAnswers(table: Table, hand: readonly HeldCard[]): readonly Command[] {
  return [
    ...hand.flatMap((held) => playCommands(table, held)),
    ...commandPerCard(hand, "discard"),
    { type: "end-turn" },
  ];
}

/** Returns the commands that play a card at each target of its kind. */
function playCommands(table: Table, { id, card }: HeldCard): readonly Command[] {
  const play = { type: "play-card", card: id } as const;
  switch (kindOf(card).turn?.target) {
    case undefined:
      return [];
    case null:
      return [play];
    case "seat":
      return table.seats.map((seat) => ({ ...play, seat }));
    case "god":
      return GODS.map((god) => ({ ...play, god }));
    case "space":
      return SPACES.map((_, index) => ({ ...play, space: index + 1 }));
  }
}

function choiceCommands({ seats }: Table, withGod: boolean): readonly Command[] {
  if (!withGod) return seats.map((seat) => ({ type: "choose", seat }));
  return seats.flatMap((seat) => GODS.map((god): Command => ({ type: "choose", seat, god })));
}

function commandPerCard(
  hand: readonly HeldCard[],
  type: "play-battle-card" | "pay-card" | "discard-card" | "discard",
): readonly Command[] {
  return hand.map(({ id }) => ({ type, card: id }));
}
