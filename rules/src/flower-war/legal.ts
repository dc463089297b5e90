import { kindOf } from "./cards.ts";
import { choosesGod } from "./choice.ts";
import { openSteps } from "./movement.ts";
import { refusalOf } from "./refusals.ts";
import { inPlay } from "./seats.ts";
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

/** Every command that `decide` accepts from this seat now, from what the seat may see. */
export function legal({ table, hand }: View, seat: Seat): readonly Command[] {
  const { awaiting } = table;
  if (awaiting === null || !inPlay(table, seat)) return [];
  const answers = awaiting.seat === seat ? possibleAnswers(table, hand, awaiting) : [];
  const commands: readonly Command[] = [...answers, { type: "concede" }];
  return commands.filter((command) => refusalOf(table, hand, seat, command) === null);
}

/** Every command that could answer a decision; the refusals say which of them does. */
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
      return [...withEach(hand, "play-battle-card"), { type: "pass" }];
    case "challenge":
      return [...table.seats.map((seat): Command => ({ type: "challenge", seat })), { type: "pass" }];
    case "pay":
      return withEach(hand, "pay-card");
    case "choose":
      return choices(table, choosesGod(card));
    case "discard":
      return withEach(hand, "discard-card");
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
  return [...hand.flatMap((held) => plays(table, held)), ...withEach(hand, "discard"), { type: "end-turn" }];
}

/** A card played at every target of its kind. */
function plays(table: Table, { id, card }: HeldCard): readonly Command[] {
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

function choices({ seats }: Table, withGod: boolean): readonly Command[] {
  if (!withGod) return seats.map((seat) => ({ type: "choose", seat }));
  return seats.flatMap((seat) => GODS.map((god): Command => ({ type: "choose", seat, god })));
}

function withEach(
  hand: readonly HeldCard[],
  type: "play-battle-card" | "pay-card" | "discard-card" | "discard",
): readonly Command[] {
  return hand.map(({ id }) => ({ type, card: id }));
}
