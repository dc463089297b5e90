import { format, formatList, type Sentence } from "../../texts/format.ts";
import { type Reader, seatSentence, seatPairSentence } from "../../texts/forms.ts";
import { LAST_COUNT } from "../ending.ts";
import type { Event } from "../events.ts";
import type { Catastrophe, HeldCard, Options, Outcome, Seat } from "../vocabulary.ts";
import { cardWords } from "./cards.ts";
import { cardName, spaceName } from "./names.ts";
import type { FlowerWarTexts } from "./en.ts";

/** The options that decide how an event reads. */
export type TellingOptions = Pick<Options, "discRules" | "apocalypseTrigger">;

/** Returns an event as sentences of a log; none for `asked`, which changes nothing. */
// oxlint-disable-next-line max-lines-per-function -- one case for each kind of event
export function eventSentences(
  event: Event,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
  options: TellingOptions,
): readonly Sentence[] {
  const { events } = texts;
  switch (event.type) {
    case "turn-began":
      return [
        seatSentence(event.extra ? events["extra-turn-began"] : events["turn-began"], event.seat, reader),
      ];
    case "ticked":
      return [
        { text: events[`ticked-${event.ruling}`], values: { count: event.count } },
        ...(event.count === LAST_COUNT - 1 ? [{ text: events["last-round"], values: {} }] : []),
      ];
    case "forestalled":
      return [{ text: events.forestalled, values: {} }];
    case "rained":
      return [{ text: events.rained, values: { racks: event.spaces.length } }];
    case "rolled": {
      const dice = formatList(event.dice.map(String), texts.language);
      return [
        seatSentence(event.dice.length === 1 ? events.rolled : events["rolled-two"], event.seat, reader, {
          dice,
        }),
      ];
    }
    case "moved":
      return [moved(event, texts, reader)];
    case "collected": {
      const { seat, space, skulls } = event;
      return [seatSentence(events.collected, seat, reader, { space: spaceName(space), skulls })];
    }
    case "shaken":
    case "invaded":
      return [{ text: events[event.type], values: { space: spaceName(event.space) } }];
    case "disc-earned": {
      const { seat, from, disc } = event;
      if (from === null) return [seatSentence(events["disc-earned"], seat, reader, { disc })];
      return [seatPairSentence(events["disc-taken"], seat, from, reader, { disc })];
    }
    case "apocalypse-triggered":
      return triggered(event, texts, reader, options);
    case "refilled":
      return [refilled(event, texts)];
    case "top-card-acted": {
      const values = { card: cardName(event.card, texts), space: spaceName(event.space) };
      return [{ text: event.spent ? events["top-card-spent"] : events["top-card-acted"], values }];
    }
    case "tribute-paid":
    case "stake-paid":
    case "skulls-paid": {
      const { type, from, to, skulls } = event;
      return [seatPairSentence(events[type], from, to, reader, { skulls })];
    }
    case "battle-began": {
      const { attacker, defender, dice } = event;
      const values = { attack: dice.attacker, defence: dice.defender };
      return [seatPairSentence(events["battle-began"], attacker, defender, reader, values)];
    }
    case "challenged":
      return [seatPairSentence(events.challenged, event.seat, event.target, reader)];
    case "passed":
    case "extra-turn-won":
    case "canoe-launched":
    case "conceded":
      return [seatSentence(events[event.type], event.seat, reader)];
    case "battle-card-played": {
      const { seat, roll } = event;
      const rolled = roll === null ? [] : [seatSentence(events["omen-rolled"], seat, reader, { roll })];
      return [cardPlayed(event, texts, reader), ...rolled];
    }
    case "card-played":
      return [cardPlayed(event, texts, reader)];
    case "battle-won":
      return [seatPairSentence(events["battle-won"], event.winner, event.loser, reader)];
    case "battle-ended":
      return [{ text: events["battle-ended"], values: {} }];
    case "card-paid":
    case "card-taken": {
      const { type, from, to, deck, gave, got } = event;
      const [who, whom] = type === "card-paid" ? [from, to] : [to, from];
      const known = knownCard(gave ?? got, texts);
      const text = known === null ? events[type] : events[`${type}-known`];
      return [seatPairSentence(text, who, whom, reader, { deck: texts.decks[deck].card, ...known })];
    }
    case "card-drawn": {
      const { seat, deck, held } = event;
      const known = knownCard(held, texts);
      const text = known === null ? events["card-drawn"] : events["card-drawn-known"];
      return [seatSentence(text, seat, reader, { deck: texts.decks[deck].card, ...known })];
    }
    case "reshuffled":
      return [
        { text: events.reshuffled, values: { pile: texts.decks[event.deck].name, cards: event.cards } },
      ];
    case "day-card-drawn":
      return [dayCardDrawn(event, texts, reader)];
    case "chose": {
      const { seat, target, god } = event;
      if (god === null) return [seatPairSentence(events.chose, seat, target, reader)];
      return [seatPairSentence(events["chose-god"], seat, target, reader, { god: texts.gods[god].name })];
    }
    case "skulls-taken":
    case "skulls-lost":
    case "traded": {
      const { type, seat, skulls } = event;
      return [seatSentence(events[type], seat, reader, { skulls })];
    }
    case "offered": {
      const god = texts.gods[event.god].name;
      if (event.from === null) return [{ text: events["offered-from-supply"], values: { god } }];
      return [seatSentence(events.offered, event.from, reader, { god })];
    }
    case "rack-filled":
      return [
        { text: events["rack-filled"], values: { skulls: event.skulls, space: spaceName(event.space) } },
      ];
    case "copy-received":
      return [seatSentence(events["copy-received"], event.seat, reader, { disc: event.disc })];
    case "sacrificed": {
      const text = event.free ? events["sacrificed-free"] : events.sacrificed;
      return [seatSentence(text, event.seat, reader, { god: texts.gods[event.god].name })];
    }
    case "discarded":
      return [seatSentence(events.discarded, event.seat, reader, { card: cardName(event.card, texts) })];
    case "ended":
      return [outcomeSentence(event.outcome, texts, reader)];
    case "asked":
      return [];
  }
}

/** Returns how a match ended, as a sentence. */
export function outcomeSentence(
  { by, winner }: Outcome,
  { events }: FlowerWarTexts,
  reader: Reader<Seat>,
): Sentence {
  if (winner !== null) {
    return seatSentence(
      by === "last-tribe" ? events["outcome-last-tribe"] : events["outcome-signs"],
      winner,
      reader,
    );
  }
  const text = by === "out-of-days" ? events["outcome-out-of-days"] : events["outcome-apocalypse"];
  return { text, values: {} };
}

type EventOf<T extends Event["type"]> = Extract<Event, { readonly type: T }>;

function moved(
  { seat, space, steps, landing }: EventOf<"moved">,
  { events }: FlowerWarTexts,
  reader: Reader<Seat>,
): Sentence {
  const values = { space: spaceName(space) };
  if (!landing) return seatSentence(events["moved-only"], seat, reader, values);
  if (steps === null) return seatSentence(events["moved-by-card"], seat, reader, values);
  return seatSentence(events.moved, seat, reader, { ...values, steps });
}

function triggered(
  { keeper, discs, ruling }: EventOf<"apocalypse-triggered">,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
  { discRules, apocalypseTrigger }: TellingOptions,
): readonly Sentence[] {
  const { events } = texts;
  const values = { count: discs.length, discs: formatList(discs, texts.language) };
  const cause =
    discs.length === 0
      ? { text: events["triggered-by-offerings"], values: {} }
      : { text: events["triggered-by-discs"], values };
  const changing = discRules && apocalypseTrigger !== 260 ? discs : [];
  return [
    cause,
    ...changing.map((disc) => ({
      text: events["rule-changes"],
      values: { change: texts.discs.changes[disc] },
    })),
    keeper === null
      ? { text: events["every-turn-counts"], values: {} }
      : seatSentence(events.keeper, keeper, reader),
    { text: events[`ruling-${rulingName(ruling)}`], values: {} },
  ];
}

function rulingName(ruling: Catastrophe | null): Catastrophe | "none" {
  return ruling ?? "none";
}

function refilled({ space, supply, lake }: EventOf<"refilled">, { events }: FlowerWarTexts): Sentence {
  const fromLake = lake.tlaloc + lake.huitzilopochtli;
  const values = { space: spaceName(space), skulls: supply, lake: fromLake };
  if (fromLake === 0) return { text: events.refilled, values };
  return { text: supply === 0 ? events["refilled-lake-only"] : events["refilled-lake"], values };
}

function cardPlayed(
  { seat, card, cost }: EventOf<"card-played" | "battle-card-played">,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
): Sentence {
  const name = cardName(card, texts);
  if (cost === 0) return seatSentence(texts.events["card-played-free"], seat, reader, { card: name });
  return seatSentence(texts.events["card-played"], seat, reader, { card: name, cost });
}

function dayCardDrawn(
  { seat, card, kept, resolves }: EventOf<"day-card-drawn">,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
): Sentence {
  const { events, language } = texts;
  const { name, short } = cardWords(card, texts);
  if (kept !== null) return seatSentence(events["day-card-kept"], seat, reader, { card: name });
  if (!resolves) return seatSentence(events["day-card-idle"], seat, reader, { card: name });
  const does = format(short.text, short.values, language);
  return seatSentence(events["day-card-drawn"], seat, reader, { card: name, does });
}

function knownCard(held: HeldCard | undefined, texts: FlowerWarTexts): { readonly card: string } | null {
  return held === undefined ? null : { card: cardName(held.card, texts) };
}
