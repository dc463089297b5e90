import type { Condition } from "../../conditions.ts";
import { format, formatList, type Sentence, type Values } from "../../texts/format.ts";
import {
  type CommandText,
  type CommandWords,
  type Reader,
  refusalSentence,
  seatPairSentence,
  seatSentence,
} from "../../texts/forms.ts";
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
  const { events } = texts;
  switch (event.type) {
    case "round-began":
    case "choosing-began":
      return [{ text: events[event.type], values: {} }];
    case "pile-taken":
      return [
        seatSentence(events["pile-taken"], event.seat, reader, { place: placeName(event.place, texts) }),
      ];
    case "card-chosen": {
      const { seat, card } = event;
      if (card === undefined) return [seatSentence(events["card-chosen"], seat, reader)];
      return [seatSentence(events["card-chosen-known"], seat, reader, { card: cardName(card, texts) })];
    }
    case "times-told":
      return [
        ...SEATS.flatMap((seat) => {
          const time = event.times[seat];
          return time === undefined ? [] : [seatSentence(events["time-told"], seat, reader, { time })];
        }),
        seatSentence(events["token-taken"], event.starting, reader),
      ];
    case "card-turned-up":
    case "codex-laid":
      return [seatSentence(events[event.type], event.seat, reader, { card: cardName(event.card, texts) })];
    case "temple-built": {
      const { seat, card, covers } = event;
      const temple = cardName(card, texts);
      if (covers.length === 0) return [seatSentence(events["temple-empty"], seat, reader, { temple })];
      const cards = formatList(
        covers.map((each) => cardName(each, texts)),
        texts.language,
      );
      return [seatSentence(events["temple-built"], seat, reader, { temple, cards })];
    }
    case "aztec-settled": {
      const { seat, card, under } = event;
      const name = cardName(card, texts);
      if (under === null) return [seatSentence(events["aztec-settled"], seat, reader, { card: name })];
      return [
        seatSentence(events["aztec-sheltered"], seat, reader, { card: name, temple: cardName(under, texts) }),
      ];
    }
    case "saucer-left": {
      const { seat, took } = event;
      const saucer = cardName(event.card, texts);
      if (took.length === 0) return [seatSentence(events["saucer-empty"], seat, reader, { saucer })];
      return took.map(({ from, card }) =>
        seatPairSentence(events.abducted, seat, from, reader, { saucer, card: cardName(card, texts) }),
      );
    }
    case "conceded":
      return [seatSentence(events.conceded, event.seat, reader)];
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
  const { events, language } = texts;
  const first = standings.filter(({ place }) => place === 1);
  const [winner, ...more] = first;
  const why = { text: events[`outcome-${by}`], values: {} };
  if (winner === undefined) return [why];
  const shared = more.length > 0;
  const names = formatList(
    first.map(({ seat }) => reader.nameOf(seat)),
    language,
  );
  const points = winner.score.total;
  const won = shared
    ? { text: events["winners-shared"], values: { names } }
    : seatSentence(events.winner, winner.seat, reader, { points });
  const others = shared ? standings : standings.filter(({ place }) => place > 1);
  const scores = others.map(({ seat, score }) =>
    seatSentence(events.scored, seat, reader, { points: score.total }),
  );
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
      return filled(command.covered ? commands["shelter-covered"] : commands["shelter-visible"], {});
    case "abduct":
      return filled(commands.abduct, { cards: victims(command.targets, texts, reader) });
    case "concede":
      return filled(commands.concede, {});
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

function filled({ button, does }: CommandText, values: Values): CommandWords {
  return { button: { text: button, values }, does: { text: does, values } };
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
