import type { Condition } from "../../conditions.ts";
import { format, formatList, type Sentence } from "../../texts/format.ts";
import { type CommandWords, type Reader, refusalSentence, seatSentence } from "../../texts/forms.ts";
import { filled, tellerOf } from "../../texts/teller.ts";
import { faceOf } from "../cards.ts";
import type { ConditionCode } from "../conditions.ts";
import type { Event } from "../events.ts";
import {
  type Awaiting,
  type Card,
  type Command,
  type Outcome,
  type RefusalCode,
  SEATS,
  type Seat,
  type View,
} from "../vocabulary.ts";
import { cardName, placeName } from "./cards.ts";
import type { SpaceAztecsTexts } from "./en.ts";

/** Returns a reader who calls the seats by their numbers. */
export function readerOf(seat: Seat | null, texts: SpaceAztecsTexts): Reader<Seat> {
  return { seat, nameOf: (other) => texts.seats[other] };
}

/** Returns an event as sentences of a log; none for `asked`, which changes nothing. */
export function eventSentences(
  event: Event,
  texts: SpaceAztecsTexts,
  reader: Reader<Seat>,
): readonly Sentence[] {
  const tell = tellerOf(texts.events, reader);
  const nameOf = (card: Card) => cardName(card, texts);
  switch (event.type) {
    case "round-began":
    case "choosing-began":
      return [tell.plain(event.type)];
    case "pile-taken":
      return [tell.seat("pile-taken", event.seat, { place: placeName(event.place, texts) })];
    case "card-chosen": {
      const { seat, card } = event;
      if (card === undefined) return [tell.seat("card-chosen", seat)];
      return [tell.seat("card-chosen-known", seat, { card: nameOf(card) })];
    }
    case "times-told":
      return [
        ...SEATS.flatMap((seat) => {
          const time = event.times[seat];
          return time === undefined ? [] : [tell.seat("time-told", seat, { time })];
        }),
        tell.seat("token-taken", event.starting),
      ];
    case "card-turned-up":
    case "codex-laid":
      return [tell.seat(event.type, event.seat, { card: nameOf(event.card) })];
    case "temple-built": {
      const { seat, card, covers } = event;
      const temple = nameOf(card);
      if (covers.length === 0) return [tell.seat("temple-empty", seat, { temple })];
      return [
        tell.seat("temple-built", seat, { temple, cards: formatList(covers.map(nameOf), texts.language) }),
      ];
    }
    case "aztec-settled": {
      const { seat, card, under } = event;
      if (under === null) return [tell.seat("aztec-settled", seat, { card: nameOf(card) })];
      return [tell.seat("aztec-sheltered", seat, { card: nameOf(card), temple: nameOf(under) })];
    }
    case "saucer-left": {
      const { seat, took } = event;
      const saucer = nameOf(event.card);
      if (took.length === 0) return [tell.seat("saucer-empty", seat, { saucer })];
      return took.map(({ from, card }) => tell.pair("abducted", seat, from, { saucer, card: nameOf(card) }));
    }
    case "conceded":
      return [tell.seat("conceded", event.seat)];
    case "ended":
      return outcomeSentences(event.outcome, texts, reader);
    case "asked":
      return [];
  }
}

/** Returns how a match ended: why, who won, and what the others have. */
export function outcomeSentences(
  { by, standings }: Outcome,
  texts: SpaceAztecsTexts,
  reader: Reader<Seat>,
): readonly Sentence[] {
  const tell = tellerOf(texts.events, reader);
  const first = standings.filter(({ place }) => place === 1);
  const [winner, ...more] = first;
  const why = tell.plain(`outcome-${by}`);
  if (winner === undefined) return [why];
  const shared = more.length > 0;
  const names = first.map(({ seat }) => reader.nameOf(seat));
  const won = shared
    ? tell.plain("winners-shared", { names: formatList(names, texts.language) })
    : tell.seat("winner", winner.seat, { points: winner.score.total });
  const others = shared ? standings : standings.filter(({ place }) => place > 1);
  const scores = others.map(({ seat, score }) => tell.seat("scored", seat, { points: score.total }));
  return [why, won, ...scores];
}

/** Returns a condition as a sentence that says whether it is met. */
export function conditionSentence(
  { code, met, values }: Condition<ConditionCode>,
  texts: SpaceAztecsTexts,
  reader: Reader<Seat>,
): Sentence {
  const { met: yes, unmet: no } = texts.conditions[code];
  const { who, place } = values;
  const seat = SEATS.find((each) => each === who);
  return {
    text: met ? yes : no,
    values: {
      ...values,
      ...(seat !== undefined && { who: reader.nameOf(seat) }),
      ...(typeof place === "number" && { place: placeName(place, texts) }),
    },
  };
}

/** Returns what a seat has to decide, as a sentence. */
export function decisionSentence(
  { seat, decision }: Awaiting,
  texts: SpaceAztecsTexts,
  reader: Reader<Seat>,
): Sentence {
  return seatSentence(texts.decisions[decision], seat, reader);
}

/** Returns a command that the viewer may send, as a button and what happens then. */
export function commandWords(
  command: Command,
  { table }: View,
  texts: SpaceAztecsTexts,
  reader: Reader<Seat>,
): CommandWords {
  const { commands } = texts;
  switch (command.type) {
    case "take": {
      const cards = table.places[command.place - 1]?.cards ?? 0;
      return filled(commands.take, { place: placeName(command.place, texts), cards });
    }
    case "choose":
      return filled(commands.choose, {
        card: cardName(command.card, texts),
        time: faceOf(command.card).time,
      });
    case "shelter":
      return filled(commands[command.covered ? "shelter-covered" : "shelter-visible"]);
    case "abduct":
      return filled(commands.abduct, { cards: victims(command.targets, texts, reader) });
    case "concede":
      return filled(commands.concede);
  }
}

/**
 * Returns a refusal as a sentence.
 * @param tried the refused command and the view in which it was sent, for the names
 */
export function refusalWords(
  code: RefusalCode,
  texts: SpaceAztecsTexts,
  reader: Reader<Seat>,
  tried?: { readonly command: Command; readonly view: View },
): Sentence {
  const refusal = texts.refusals[code];
  if (tried?.command.type !== "take") return refusalSentence(refusal, {});
  const { place } = tried.command;
  const found = tried.view.table.places[place - 1];
  if (found === undefined) return refusalSentence(refusal, {});
  return refusalSentence(refusal, {
    place: placeName(place, texts),
    ...(found.heldBy !== null && { who: reader.nameOf(found.heldBy) }),
  });
}

/** Returns the Aztecs to take, e.g. `"Priest of Jun and Turkey of Marisol"`. */
function victims(
  targets: { readonly [seat: string]: Card },
  texts: SpaceAztecsTexts,
  reader: Reader<Seat>,
): string {
  const named = SEATS.flatMap((seat) => {
    const card = targets[seat];
    if (card === undefined) return [];
    const values = { card: cardName(card, texts), whom: reader.nameOf(seat) };
    return [format(texts.cardOf, values, texts.language)];
  });
  return formatList(named, texts.language);
}
