import type { Sentence, Text, Values } from "./format.ts";
import {
  type CommandText,
  type CommandWords,
  type Reader,
  type SeatPairText,
  type SeatText,
  seatPairSentence,
  seatSentence,
} from "./forms.ts";

/** The keys of the texts of a form. */
type KeyOf<Events, Form> = { [K in keyof Events]: Events[K] extends Form ? K : never }[keyof Events];

/** Tells events to one reader, by the keys of their texts. */
export interface Teller<Events, Seat extends string> {
  /** A text without a name. */
  plain(key: KeyOf<Events, Text>, values?: Values): Sentence;
  /** A text about a seat. */
  seat(key: KeyOf<Events, SeatText>, who: Seat, values?: Values): Sentence;
  /** A text about a seat and another one. */
  pair(key: KeyOf<Events, SeatPairText>, who: Seat, whom: Seat, values?: Values): Sentence;
}

/** Returns what tells a game's events to a reader. */
export function tellerOf<Events extends object, Seat extends string>(
  events: Events,
  reader: Reader<Seat>,
): Teller<Events, Seat> {
  return {
    plain: (key, values = {}) => ({ text: events[key] as Text, values }),
    seat: (key, who, values) => seatSentence(events[key] as SeatText, who, reader, values),
    pair: (key, who, whom, values) =>
      seatPairSentence(events[key] as SeatPairText, who, whom, reader, values),
  };
}

/** Fills the texts of a command. */
export function filled({ button, does }: CommandText, values: Values = {}): CommandWords {
  return { button: { text: button, values }, does: { text: does, values } };
}
