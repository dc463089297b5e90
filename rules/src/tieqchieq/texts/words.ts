import type { Condition } from "../../conditions.ts";
import { format, formatList, type Sentence, type Values } from "../../texts/format.ts";
import { type CommandWords, type Reader, refusalSentence, seatSentence } from "../../texts/forms.ts";
import { filled, tellerOf } from "../../texts/teller.ts";
import { ENDS, featureOf, otherSeat, squareAt, stepOf, territoryOf } from "../board.ts";
import type { ConditionCode } from "../conditions.ts";
import type { Event } from "../events.ts";
import { SIDES } from "../battle.ts";
import { canStepOn, targetOf } from "../movement.ts";
import {
  type Awaiting,
  type Coin,
  type Command,
  type Outcome,
  type RefusalCode,
  SEATS,
  type Seat,
  type Square,
  type Table,
  type View,
} from "../vocabulary.ts";
import type { TieqchieqTexts } from "./en.ts";
import type { LandingKey, PlaceKind } from "./types.ts";

/** Returns a reader who calls the seats by their colours. */
export function readerOf(seat: Seat | null, texts: TieqchieqTexts): Reader<Seat> {
  return { seat, nameOf: (other) => texts.seats[other].name };
}

/** Returns what a square is to a colour. */
export function placeKindOf(seat: Seat, square: Square): PlaceKind {
  const owner = territoryOf(square);
  if (owner !== null) return owner === seat ? "territory-own" : "territory-enemy";
  return featureOf(seat, square) ?? (featureOf(otherSeat(seat), square) === "plus" ? "plus-other" : "plain");
}

/**
 * Returns an event as sentences of a log.
 * @param followed whether another event of the same command came after it: then a toss was in vain. Default: no
 */
export function eventSentences(
  event: Event,
  texts: TieqchieqTexts,
  reader: Reader<Seat>,
  followed = false,
): readonly Sentence[] {
  const tell = tellerOf(texts.events, reader);
  switch (event.type) {
    case "tossed": {
      const roll = event.coins.filter((coin) => coin === 1).length;
      const used = followed ? "tossed-in-vain" : "tossed";
      return [tell.seat(roll === 0 ? "tossed-nothing" : used, event.seat, { roll })];
    }
    case "introduced":
    case "moved":
    case "came-home":
    case "plus-reached":
    case "stayed":
    case "conceded": {
      const { type, seat, ...values } = event;
      return [tell.seat(type, seat, values)];
    }
    case "battled": {
      const { attacker, square, coins, winner } = event.battle;
      const values = { square, coins: coinWords(coins, texts) };
      return [
        tell.pair(winner === attacker ? "battle-won" : "battle-lost", attacker, otherSeat(attacker), values),
      ];
    }
    case "turn-began":
      return [tell.seat(event.extra ? "extra-turn-began" : "turn-began", event.seat)];
    case "ended":
      return [outcomeSentence(event.outcome, texts, reader)];
  }
}

/** Returns how a match ended, as a sentence. */
export function outcomeSentence(
  { by, winner, home }: Outcome,
  { events }: TieqchieqTexts,
  reader: Reader<Seat>,
): Sentence {
  const tell = tellerOf(events, reader);
  if (winner === null) return tell.plain("outcome-draw");
  const loser = otherSeat(winner);
  return tell.pair(`outcome-${by}`, winner, loser, { home: home[loser] });
}

/** Returns a condition as a sentence that says whether it is met. */
export function conditionSentence(
  { code, met, values }: Condition<ConditionCode>,
  texts: TieqchieqTexts,
  reader: Reader<Seat>,
): Sentence {
  const { met: yes, unmet: no } = texts.conditions[code];
  const seat = SEATS.find((each) => each === values["who"]);
  return { text: met ? yes : no, values: { ...values, ...(seat && { who: reader.nameOf(seat) }) } };
}

/** Returns what a seat has to decide, as a sentence. */
export function decisionSentence(
  { seat, decision }: Awaiting,
  texts: TieqchieqTexts,
  reader: Reader<Seat>,
): Sentence {
  return seatSentence(texts.decisions[decision], seat, reader);
}

/** Returns a command that the viewer may send, as a button and what happens then. */
export function commandWords(command: Command, { table }: View, texts: TieqchieqTexts): CommandWords {
  const { commands } = texts;
  switch (command.type) {
    case "toss":
      return filled(commands.toss);
    case "plus": {
      const square = table.plusAt;
      if (!command.step || square === null) return filled(commands["plus-stay"], { square: square ?? "" });
      return filled(commands["plus-step"], landing(table, stepOf(table.turn, square) + 1, texts));
    }
    case "concede":
      return filled(commands.concede);
    case "introduce":
    case "move": {
      const { step } = targetOf(table, table.turn, command);
      const from = command.type === "move" ? { from: command.from } : {};
      const lands = step === undefined ? {} : landing(table, step, texts);
      return filled(commands[command.type], { ...from, ...lands });
    }
  }
}

/**
 * Returns a refusal as a sentence.
 * @param tried the view in which the refused command was sent, for the exact numbers
 */
export function refusalWords(
  code: RefusalCode,
  texts: TieqchieqTexts,
  reader: Reader<Seat>,
  tried?: { readonly view: View },
): Sentence {
  const table = tried?.view.table;
  const values = table === undefined ? {} : { who: reader.nameOf(table.turn), roll: table.roll };
  return refusalSentence(texts.refusals[code], values);
}

/** Returns where the active seat's token lands on a step, and what follows from it in words. */
function landing(table: Table, step: number, texts: TieqchieqTexts): Values {
  const { turn } = table;
  const square = squareAt(turn, step);
  const to = square ?? ENDS[turn];
  const key: LandingKey = square === null ? "home" : landingOn(table, square);
  return { to, landing: format(texts.landings[key], { to }, texts.language) };
}

/** Returns what a landing does. A plus without a way on does nothing (canon section 7.3). */
function landingOn(table: Table, square: Square): LandingKey {
  const { turn, tokens } = table;
  if (tokens[otherSeat(turn)].at.includes(square)) return "battle";
  const feature = featureOf(turn, square) ?? "plain";
  return feature === "plus" && !canStepOn(table, turn, square) ? "plain" : feature;
}

/** Returns a battle's coins by the colours that they show, e.g. `"red and yellow"`. */
function coinWords(coins: readonly Coin[], { sides, language }: TieqchieqTexts): string {
  const shown = coins.map((coin) => sides[SIDES.red === coin ? "red" : "yellow"]);
  return formatList(shown, language);
}
