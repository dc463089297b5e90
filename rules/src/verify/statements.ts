import { isAgreed } from "../agreement.ts";
import { handsSeat } from "../hand-over.ts";
import type { PublicEntry, RecordedSeat } from "../public-record/index.ts";
import type { Witness } from "../witness/witness.ts";
import type { SignedSeat } from "./signatures.ts";

/** Numbers of entries, from the first to the last of each range. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** The facts that a verified record proves. Programs decide by the code; the sentence is for people. */
export const PROVED = {
  dice: "every die, every shuffle and every event follows from the secret, the nonces and the commands",
  shown: "this is the match that the witness was shown, entry by entry",
  signed: "whoever has these seats' keys has signed all that the seats were shown and sent",
} as const;

/** The facts that a verified record does not prove. */
export const OPEN = {
  "no-witness":
    "that anybody was shown this match: the server could have shown another one, with other dice, commands and keys, and only a witness can tell",
  "told-later": "that these entries were so when they happened: the witness was told of them afterwards",
  unseen: "anything of these entries to the witness, who did not see them",
  unsigned: "who played for these seats and what they were shown: they have not signed all of it",
  unsealed: "that these seats did not know the nonces of others when they gave theirs",
  withheld: "that these seats did not reveal their nonces in time: the server says so",
  "played-for": "that the players of these entries did not answer or were removed: the server says so",
  "taken-back": "that the people whom these entries name agreed to take acts back: the server says so",
  paused: "that the people whom these entries name agreed to pause, or to give time: the server says so",
  "handed-over":
    "who has played since these entries, which handed their seats over: the server says so, and the seats' keys are not theirs",
  judged:
    "that a judge, whom the seats of these entries named, gave their commands, and that the player of a freed seat was away: the server says so",
  agreed: "that the people of the table agreed to this end",
  secret: "that the server told nobody the secret while the match was played",
} as const;

/** One thing that is proved, or is not. */
export interface Statement<Code extends string = string> {
  readonly code: Code;
  readonly message: string;
  /** The seats of which it is said. */
  readonly seats?: readonly string[];
  /** The entries of which it is said. */
  readonly entries?: Ranges;
}

/** The findings that the statements about a record follow from. */
export interface Facts {
  readonly seats: readonly RecordedSeat[];
  readonly entries: readonly PublicEntry[];
  readonly outcome: object;
  readonly signatures: readonly SignedSeat[];
  /** `null`: there is none. */
  readonly witness: Witness | null;
}

export function statementsProved({ signatures, witness }: Facts): readonly Statement<keyof typeof PROVED>[] {
  const say = sayingOf(PROVED);
  const signed = signersOf(signatures);
  return [
    say("dice"),
    ...(isShown(witness) ? [say("shown", { entries: rangeOf(1, witness.n) })] : []),
    ...(signed.length > 0 ? [say("signed", { seats: signed })] : []),
  ];
}

export function statementsOpen(facts: Facts): readonly Statement<keyof typeof OPEN>[] {
  const say = sayingOf(OPEN);
  const { seats, entries, outcome, signatures, witness } = facts;
  const signed = signersOf(signatures);
  const people = seats.filter(({ kind }) => kind === "human");
  const later = isShown(witness) ? gapsOf(witness.live, witness.n) : [];
  const unseen = isShown(witness) ? rangeOf(witness.n + 1, entries.length) : [];
  const humans = people.map(({ seat }) => seat);
  const playedFor = entries.filter(
    ({ seat, by }) =>
      by !== undefined && humans.includes(seat) && !(isShown(witness) && seat === witness.seat),
  );
  const namesOf = (some: readonly RecordedSeat[]) => ({ seats: some.map(({ seat }) => seat) });
  const about = (code: keyof typeof OPEN, what: { seats?: readonly string[]; entries?: Ranges }) =>
    (what.seats ?? what.entries ?? []).length > 0 ? [say(code, what)] : [];
  return [
    ...(isShown(witness) ? [] : [say("no-witness")]),
    ...about("told-later", { entries: later }),
    ...about("unseen", { entries: unseen }),
    ...about("unsigned", namesOf(people.filter(({ seat }) => !signed.includes(seat)))),
    ...about("unsealed", namesOf(people.filter(({ from, seal }) => from === "player" && seal === undefined))),
    ...about("withheld", namesOf(people.filter(({ from }) => from === "withheld"))),
    ...about("played-for", { entries: rangesOf(playedFor.map(({ n }) => n)) }),
    ...about("taken-back", { entries: rangesOf(entries.filter(hasAgreed("take-back")).map(({ n }) => n)) }),
    ...about("paused", { entries: rangesOf(entries.filter(hasAgreed("table-")).map(({ n }) => n)) }),
    ...about("handed-over", { entries: rangesOf(entries.filter(handsSeat).map(({ n }) => n)) }),
    ...about("judged", { entries: rangesOf(entries.filter(({ by }) => by === "judge").map(({ n }) => n)) }),
    ...(isAgreed(outcome) ? [say("agreed")] : []),
    say("secret"),
  ];
}

/** Returns the seats that have signed all that they could. */
function signersOf(signatures: readonly SignedSeat[]): readonly string[] {
  return signatures.flatMap(({ seat, signed, unsigned }) =>
    signed.length > 0 && unsigned.length === 0 ? seat : [],
  );
}

/** Whether a witness has seen the match begin; one that has not knows no more than what was noted. */
export function isShown(witness: Witness | null): witness is Witness {
  return witness !== null && witness.header !== null;
}

/** Whether people were asked and agreed to what a command of the table does. */
const hasAgreed =
  (type: string) =>
  ({ command, events: [event] }: PublicEntry): boolean =>
    String(Reflect.get(command, "type")).startsWith(type) && (Object(event).agreed ?? []).length > 0;

const sayingOf =
  <Code extends string>(sentences: { readonly [code in Code]: string }) =>
  (code: Code, about: Pick<Statement, "seats" | "entries"> = {}): Statement<Code> => ({
    code,
    message: sentences[code],
    ...about,
  });

const rangeOf = (from: number, to: number): Ranges => (from <= to ? [[from, to]] : []);

/** Returns numbers, which are in order, as ranges. */
function rangesOf(numbers: readonly number[]): Ranges {
  const ends = numbers.filter((n, i) => numbers[i + 1] !== n + 1);
  const starts = numbers.filter((n, i) => numbers[i - 1] !== n - 1);
  return starts.map((start, i) => [start, ends[i] ?? start] as const);
}

/** Returns the numbers from 1 to `last` that are in none of the ranges, which are in order. */
export function gapsOf(ranges: Ranges, last: number): Ranges {
  const ends = [0, ...ranges.map(([, to]) => to)];
  const starts = [...ranges.map(([from]) => from), last + 1];
  return starts.flatMap((start, i) => rangeOf((ends[i] ?? 0) + 1, start - 1));
}
