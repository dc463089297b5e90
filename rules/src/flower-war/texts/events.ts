import { format, formatList, type Sentence } from "../../texts/format.ts";
import type { Reader } from "../../texts/forms.ts";
import { type Teller, tellerOf } from "../../texts/teller.ts";
import { LAST_COUNT } from "../ending.ts";
import type { Event } from "../events.ts";
import type { HeldCard, Options, Outcome, Seat } from "../vocabulary.ts";
import { cardWords } from "./cards.ts";
import { cardName, spaceName } from "./names.ts";
import type { FlowerWarTexts } from "./en.ts";

/** The options that decide how an event reads. */
export type TellingOptions = Pick<Options, "discRules" | "apocalypseTrigger">;

type FlowerWarTeller = Teller<FlowerWarTexts["events"], Seat>;

/** Returns an event as sentences of a log; none for `asked`, which changes nothing. */
// oxlint-disable-next-line max-lines-per-function -- one case for each kind of event
export function eventSentences(
  event: Event,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
  options: TellingOptions,
): readonly Sentence[] {
  const tell = tellerOf(texts.events, reader);
  switch (event.type) {
    case "turn-began":
      return [tell.seat(event.extra ? "extra-turn-began" : "turn-began", event.seat)];
    case "ticked":
      return [
        tell.plain(`ticked-${event.ruling}`, { count: event.count }),
        ...(event.count === LAST_COUNT - 1 ? [tell.plain("last-round")] : []),
      ];
    case "forestalled":
    case "battle-ended":
      return [tell.plain(event.type)];
    case "rained":
      return [tell.plain("rained", { racks: event.spaces.length })];
    case "rolled": {
      const dice = formatList(event.dice.map(String), texts.language);
      return [tell.seat(event.dice.length === 1 ? "rolled" : "rolled-two", event.seat, { dice })];
    }
    case "moved":
      return [moved(event, tell)];
    case "collected": {
      const { seat, space, skulls } = event;
      return [tell.seat("collected", seat, { space: spaceName(space), skulls })];
    }
    case "shaken":
    case "invaded":
      return [tell.plain(event.type, { space: spaceName(event.space) })];
    case "disc-earned": {
      const { seat, from, disc } = event;
      return [
        from === null
          ? tell.seat("disc-earned", seat, { disc })
          : tell.pair("disc-taken", seat, from, { disc }),
      ];
    }
    case "apocalypse-triggered":
      return triggered(event, texts, tell, options);
    case "refilled":
      return [refilled(event, tell)];
    case "top-card-acted": {
      const values = { card: cardName(event.card, texts), space: spaceName(event.space) };
      return [tell.plain(event.spent ? "top-card-spent" : "top-card-acted", values)];
    }
    case "tribute-paid":
    case "stake-paid":
    case "skulls-paid": {
      const { type, from, to, skulls } = event;
      return [tell.pair(type, from, to, { skulls })];
    }
    case "battle-began": {
      const { attacker, defender, dice } = event;
      return [
        tell.pair("battle-began", attacker, defender, { attack: dice.attacker, defence: dice.defender }),
      ];
    }
    case "challenged":
      return [tell.pair("challenged", event.seat, event.target)];
    case "passed":
    case "extra-turn-won":
    case "canoe-launched":
    case "conceded":
      return [tell.seat(event.type, event.seat)];
    case "battle-card-played": {
      const { seat, roll } = event;
      const rolled = roll === null ? [] : [tell.seat("omen-rolled", seat, { roll })];
      return [cardPlayed(event, texts, tell), ...rolled];
    }
    case "card-played":
      return [cardPlayed(event, texts, tell)];
    case "battle-won":
      return [tell.pair("battle-won", event.winner, event.loser)];
    case "card-paid":
    case "card-taken": {
      const { type, from, to, deck, gave, got } = event;
      const [who, whom] = type === "card-paid" ? [from, to] : [to, from];
      const known = knownCard(gave ?? got, texts);
      const values = { deck: texts.decks[deck].card, ...known };
      return [tell.pair(known === null ? type : `${type}-known`, who, whom, values)];
    }
    case "card-drawn": {
      const { type, seat, deck, held } = event;
      const known = knownCard(held, texts);
      const values = { deck: texts.decks[deck].card, ...known };
      return [tell.seat(known === null ? type : `${type}-known`, seat, values)];
    }
    case "reshuffled":
      return [tell.plain("reshuffled", { pile: texts.decks[event.deck].name, cards: event.cards })];
    case "day-card-drawn":
      return [dayCardDrawn(event, texts, tell)];
    case "chose": {
      const { seat, target, god } = event;
      if (god === null) return [tell.pair("chose", seat, target)];
      return [tell.pair("chose-god", seat, target, { god: texts.gods[god].name })];
    }
    case "skulls-taken":
    case "skulls-lost":
    case "traded": {
      const { type, seat, skulls } = event;
      return [tell.seat(type, seat, { skulls })];
    }
    case "offered": {
      const god = texts.gods[event.god].name;
      if (event.from === null) return [tell.plain("offered-from-supply", { god })];
      return [tell.seat("offered", event.from, { god })];
    }
    case "rack-filled":
      return [tell.plain("rack-filled", { skulls: event.skulls, space: spaceName(event.space) })];
    case "copy-received":
      return [tell.seat("copy-received", event.seat, { disc: event.disc })];
    case "sacrificed": {
      const god = texts.gods[event.god].name;
      return [tell.seat(event.free ? "sacrificed-free" : "sacrificed", event.seat, { god })];
    }
    case "discarded":
      return [tell.seat("discarded", event.seat, { card: cardName(event.card, texts) })];
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
  const tell = tellerOf(events, reader);
  if (winner !== null)
    return tell.seat(by === "signs" || by === "last-tribe" ? `outcome-${by}` : "outcome-best-tribe", winner);
  return tell.plain(by === "out-of-days" ? "outcome-out-of-days" : "outcome-apocalypse");
}

type EventOf<T extends Event["type"]> = Extract<Event, { readonly type: T }>;

function moved({ seat, space, steps, landing }: EventOf<"moved">, tell: FlowerWarTeller): Sentence {
  const values = { space: spaceName(space) };
  if (!landing) return tell.seat("moved-only", seat, values);
  return steps === null
    ? tell.seat("moved-by-card", seat, values)
    : tell.seat("moved", seat, { ...values, steps });
}

function triggered(
  { keeper, discs, ruling }: EventOf<"apocalypse-triggered">,
  texts: FlowerWarTexts,
  tell: FlowerWarTeller,
  { discRules, apocalypseTrigger }: TellingOptions,
): readonly Sentence[] {
  const values = { count: discs.length, discs: formatList(discs, texts.language) };
  const changing = discRules && apocalypseTrigger !== 260 ? discs : [];
  return [
    discs.length === 0 ? tell.plain("triggered-by-offerings") : tell.plain("triggered-by-discs", values),
    ...changing.map((disc) => tell.plain("rule-changes", { change: texts.discs.changes[disc] })),
    keeper === null ? tell.plain("every-turn-counts") : tell.seat("keeper", keeper),
    tell.plain(`ruling-${ruling ?? "none"}`),
  ];
}

function refilled({ space, supply, lake }: EventOf<"refilled">, tell: FlowerWarTeller): Sentence {
  const fromLake = lake.tlaloc + lake.huitzilopochtli;
  const values = { space: spaceName(space), skulls: supply, lake: fromLake };
  if (fromLake === 0) return tell.plain("refilled", values);
  return tell.plain(supply === 0 ? "refilled-lake-only" : "refilled-lake", values);
}

function cardPlayed(
  { seat, card, cost }: EventOf<"card-played" | "battle-card-played">,
  texts: FlowerWarTexts,
  tell: FlowerWarTeller,
): Sentence {
  const name = cardName(card, texts);
  if (cost === 0) return tell.seat("card-played-free", seat, { card: name });
  return tell.seat("card-played", seat, { card: name, cost });
}

function dayCardDrawn(
  { seat, card, kept, resolves }: EventOf<"day-card-drawn">,
  texts: FlowerWarTexts,
  tell: FlowerWarTeller,
): Sentence {
  const { name, short } = cardWords(card, texts);
  if (kept !== null) return tell.seat("day-card-kept", seat, { card: name });
  if (!resolves) return tell.seat("day-card-idle", seat, { card: name });
  const does = format(short.text, short.values, texts.language);
  return tell.seat("day-card-drawn", seat, { card: name, does });
}

function knownCard(held: HeldCard | undefined, texts: FlowerWarTexts): { readonly card: string } | null {
  return held === undefined ? null : { card: cardName(held.card, texts) };
}
