import type { Condition } from "../../conditions.ts";
import { format, formatList, type Sentence, type Values } from "../../texts/format.ts";
import { type CommandWords, type Reader, refusalSentence, seatSentence } from "../../texts/forms.ts";
import { filled } from "../../texts/teller.ts";
import { currentSpace, dayCount, spaceAhead } from "../board.ts";
import type { ConditionCode } from "../conditions.ts";
import { costOf } from "../costs.ts";
import { isOfferingFree } from "../discs.ts";
import { openSteps } from "../steps.ts";
import { tradePrice } from "../offerings.ts";
import {
  type Awaiting,
  type Card,
  type Command,
  GODS,
  type God,
  type RefusalCode,
  SEATS,
  type Seat,
  type View,
} from "../vocabulary.ts";
import { cardWords } from "./cards.ts";
import type { FlowerWarTexts } from "./en.ts";
import { cardName, spaceName } from "./names.ts";

/** Returns a condition as a sentence that says whether it is met. */
export function conditionSentence(
  { code, met, values }: Condition<ConditionCode>,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
): Sentence {
  const { met: yes, unmet: no } = texts.conditions[code];
  const { who, space, god } = values;
  const seat = SEATS.find((each) => each === who);
  const named = GODS.find((each) => each === god);
  return {
    text: met ? yes : no,
    values: {
      ...values,
      ...(seat !== undefined && { who: reader.nameOf(seat) }),
      ...(typeof space === "number" && { space: spaceName(space) }),
      ...(named !== undefined && { god: texts.gods[named].name }),
    },
  };
}

/** Returns what a seat has to decide, as a sentence. */
export function decisionSentence(
  { seat, decision, card }: Awaiting,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
): Sentence {
  const values = card === undefined ? {} : { card: cardName(card, texts) };
  return seatSentence(texts.decisions[decision], seat, reader, values);
}

/** Returns a command that the viewer may send, as a button and what happens then. */
export function commandWords(
  command: Command,
  view: View,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
): CommandWords {
  return filled(texts.commands[commandKey(command, view)], commandValues(command, view, texts, reader));
}

/**
 * Returns a refusal as a sentence.
 * @param tried the refused command and the view in which it was sent, for the exact numbers
 */
export function refusalWords(
  code: RefusalCode,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
  tried?: { readonly command: Command; readonly view: View },
): Sentence {
  const values = tried === undefined ? {} : refusedValues(tried.command, tried.view, texts, reader);
  return refusalSentence(texts.refusals[code], values);
}

function commandKey(command: Command, { table }: View): keyof FlowerWarTexts["commands"] {
  switch (command.type) {
    case "pass":
      return table.awaiting?.decision === "challenge" ? "pass-challenge" : "pass";
    case "choose":
      return command.god === undefined ? "choose" : "choose-god";
    case "sacrifice":
      return isOfferingFree(table, command.god) ? "sacrifice-free" : "sacrifice";
    case "play-card":
      if (command.seat !== undefined) return "play-card-seat";
      if (command.god !== undefined) return "play-card-god";
      return command.space === undefined ? "play-card" : "play-card-space";
    default:
      return command.type;
  }
}

const DECK_OF: { readonly [G in God]: "war" | "rain" } = { huitzilopochtli: "war", tlaloc: "rain" };

function commandValues(command: Command, view: View, texts: FlowerWarTexts, reader: Reader<Seat>): Values {
  const { table } = view;
  switch (command.type) {
    case "move":
      return {
        steps: command.steps,
        space: spaceName(spaceAhead(table, currentSpace(table), command.steps)),
      };
    case "challenge":
      return { whom: reader.nameOf(command.seat) };
    case "choose":
      return { ...shortOf(table.awaiting?.card, texts), ...targets(command, texts, reader) };
    case "sacrifice":
      return { god: texts.gods[command.god].name, deck: texts.decks[DECK_OF[command.god]].card };
    case "trade":
      return { cost: tradePrice(table) };
    case "play-card":
      return { ...heldCard(command.card, view, texts), ...targets(command, texts, reader) };
    case "play-battle-card":
    case "pay-card":
    case "discard-card":
    case "discard":
      return heldCard(command.card, view, texts);
    default:
      return {};
  }
}

function targets(
  { seat, god, space }: { readonly seat?: Seat; readonly god?: God; readonly space?: number },
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
): Values {
  return {
    ...(seat !== undefined && { whom: reader.nameOf(seat) }),
    ...(god !== undefined && { god: texts.gods[god].name }),
    ...(space !== undefined && { space: spaceName(space) }),
  };
}

function heldCard(id: string, { hand }: View, texts: FlowerWarTexts): Values {
  const card = hand.find((held) => held.id === id)?.card;
  return card === undefined ? {} : { card: cardName(card, texts), ...shortOf(card, texts) };
}

function shortOf(card: Card | undefined, texts: FlowerWarTexts): Values {
  if (card === undefined) return {};
  const { short } = cardWords(card, texts);
  return { does: format(short.text, short.values, texts.language) };
}

function refusedValues(command: Command, view: View, texts: FlowerWarTexts, reader: Reader<Seat>): Values {
  const { table, seat } = view;
  const awaited = table.awaiting?.seat;
  return {
    ...(awaited !== undefined && { who: reader.nameOf(awaited) }),
    ...("card" in command && heldCard(command.card, view, texts)),
    ...("card" in command && costValues(command.card, view)),
    ...(command.type === "trade" && { cost: tradePrice(table) }),
    ...(command.type === "move" && {
      open: formatList(openSteps(table).map(String), texts.language, "disjunction"),
    }),
    ...(seat !== null && { skulls: table.tribes[seat]?.skulls ?? 0 }),
  };
}

function costValues(id: string, { table, hand }: View): Values {
  const card = hand.find((held) => held.id === id)?.card;
  if (card === undefined) return {};
  const space = currentSpace(table);
  return { cost: costOf(table, card), room: dayCount(table, space), space: spaceName(space) };
}
