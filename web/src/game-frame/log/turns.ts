import type { GameMap, GameName } from "@flower-war/client-sdk";
import type { LoggedEvent } from "../../session/match-history.ts";
import { type CountedTurn, turnsOf } from "../turn-counter.ts";
import { beginsTurn, isJudges, seatOf } from "../turn-events.ts";

/** One sentence of the log, or a few that belong together. */
export interface LogLine {
  readonly key: string;
  /** The number of the entry that it describes. */
  readonly n: number;
  /** The seat that it is about; that of the command which caused it, if the event names none; `null`: the judge did it. */
  readonly seat: string | null;
  /** All texts among the event's fields: they include the seats that the event names. */
  readonly about: readonly string[];
  /** When the server took that command, ms since 1970 by its clock. */
  readonly at: number;
  readonly words: string;
}

/** What happened in one turn or round. */
export interface LogTurn {
  readonly key: string;
  /** The turn's number, from 1; `null`: unknown, since the match's beginning is not known yet. */
  readonly number: number | null;
  /** Whose turn it is; `null`: all seats', or unknown. */
  readonly seat: string | null;
  readonly lines: readonly LogLine[];
}

interface OpenTurn extends LogTurn {
  readonly counted: CountedTurn;
  readonly lines: LogLine[];
}

/** Games that are played in rounds, which belong to all seats. */
const IN_ROUNDS: readonly GameName[] = ["space-aztecs"];

/** Events of a match, and how to put them in words. */
interface EventsOfMatch<G extends GameName> {
  readonly game: G;
  readonly events: readonly LoggedEvent<G>[];
  /** Whether the events go back to the match's beginning. */
  readonly fromBeginning: boolean;
  /** Returns an event in words; `null`: it gets no line. `followed`: whether another one of its entry comes after it. */
  readonly describe: (event: GameMap[G]["event"], followed: boolean) => string | null;
}

/** Groups events by turns. The event with which an ordinary turn begins is the turn itself, and no line of it. */
export function groupByTurn<G extends GameName>({
  game,
  events,
  fromBeginning,
  describe,
}: EventsOfMatch<G>): readonly LogTurn[] {
  const turns: OpenTurn[] = [];
  const all = turnsOf(game, events);
  for (const [i, { key, n, seat, at, event }] of events.entries()) {
    const counted = all[i] as CountedTurn;
    const open = turns.at(-1);
    // The open turn is none any more.
    if (open && open.counted !== counted && open.counted.number >= counted.number) {
      turns.pop();
      turns.at(-1)?.lines.push(...open.lines);
    }
    if (turns.at(-1)?.counted !== counted)
      turns.push({
        key,
        counted,
        number: fromBeginning ? counted.number : null,
        seat: counted.seat === undefined ? seatOfFirst(game, fromBeginning, seat) : counted.seat,
        lines: [],
      });
    const words = beginsTurn(event) && !isExtra(event) ? null : describe(event, events[i + 1]?.n === n);
    if (words === null) continue;
    const about = Object.values(event).filter((value) => typeof value === "string");
    turns
      .at(-1)
      ?.lines.push({ key, n, seat: isJudges(event) ? null : (seatOf(event) ?? seat), about, at, words });
  }
  return turns.filter(({ lines }, index) => lines.length > 0 || index === turns.length - 1);
}

/**
 * Returns a function that groups a growing list of events. Each event is described once, and a turn that has not changed stays the
 * same object, so that it is not drawn again.
 */
export function createLogWriter<G extends GameName>(
  game: G,
  describe: EventsOfMatch<G>["describe"],
): (events: readonly LoggedEvent<G>[], fromBeginning: boolean) => readonly LogTurn[] {
  const described = new WeakMap<object, string | null>();
  const describeOnce: EventsOfMatch<G>["describe"] = (event, followed) => {
    const known = described.get(event);
    if (known !== undefined) return known;
    const words = describe(event, followed);
    described.set(event, words);
    return words;
  };
  let before: readonly LogTurn[] = [];
  return (events, fromBeginning) => {
    const turns = groupByTurn({ game, events, fromBeginning, describe: describeOnce });
    before = turns.map((turn, index) => {
      const known = before[index];
      return known !== undefined && isSame(known, turn) ? known : turn;
    });
    return before;
  };
}

const isSame = (one: LogTurn, other: LogTurn): boolean =>
  one.key === other.key && one.number === other.number && one.lines.length === other.lines.length;

/** Whether a player has their first turn of the match in this one. The first round is that of all. */
export function isFirstTurnOf(seat: string, turn: LogTurn, turns: readonly LogTurn[]): boolean {
  return turn.number !== null && turns.find((each) => each.seat === null || each.seat === seat) === turn;
}

/** Returns the newest line; `null`: nothing has happened yet. */
export function lastLineOf(turns: readonly LogTurn[]): LogLine | null {
  return turns.findLast(({ lines }) => lines.length > 0)?.lines.at(-1) ?? null;
}

/** Returns the index of the first turn after the viewer's last one; `null`: they had none, or nothing came after it. */
export function firstSinceOwn(turns: readonly LogTurn[], seat: string | null): number | null {
  if (seat === null) return null;
  const own = turns.findLastIndex((turn, index) => index < turns.length - 1 && isOwn(turn, seat));
  return own === -1 ? null : own + 1;
}

/** Returns what happened to the viewer in a turn of others, else its last line. */
export function summaryOf({ lines, seat: owner }: LogTurn, seat: string | null): readonly string[] {
  const own = owner === seat ? [] : lines.filter((line) => concerns(line, seat));
  return (own.length > 0 ? own : lines.slice(-1)).map(({ words }) => words);
}

/**
 * Returns the lines of the open turn that the viewer was not told yet: in their own turn all, else those about them.
 * @param told the key of the newest line that they were told
 */
export function newsFor(turns: readonly LogTurn[], seat: string | null, told?: string): readonly LogLine[] {
  const open = turns.at(-1);
  if (open === undefined) return [];
  const { lines } = open;
  const fresh = lines.slice(lines.findIndex(({ key }) => key === told) + 1);
  return open.seat === seat ? fresh : fresh.filter((line) => concerns(line, seat));
}

/** Whether a line is about a seat: what it did, or what was done to it. */
const concerns = ({ seat: whose, about }: LogLine, seat: string | null): boolean =>
  seat !== null && (whose === seat || about.includes(seat));

/** Returns what happened since the viewer's last turn, turn by turn; empty: they had none, or nothing happened. */
export function turnsSinceOwn(turns: readonly LogTurn[], seat: string | null): readonly LogTurn[] {
  const first = firstSinceOwn(turns, seat);
  if (first === null) return [];
  return turns.slice(first).filter((turn) => turn.seat !== seat && turn.lines.length > 0);
}

/** Returns the line that phones show below the board: the newest one or, while the viewer has to decide, what happened since their last turn. */
export function lineInShort(
  turns: readonly LogTurn[],
  seat: string | null,
  isAsked: boolean,
): Pick<LogLine, "seat" | "words"> | null {
  const since = isAsked ? turnsSinceOwn(turns, seat) : [];
  const last = since.at(-1)?.lines.at(-1);
  return last === undefined ? lastLineOf(turns) : { seat: last.seat, words: wordsSince(since, seat) };
}

/** Returns a summary of turns: first those that concern the viewer. */
export function wordsSince(turns: readonly LogTurn[], seat: string | null): string {
  const isOwn = (turn: LogTurn) => turn.lines.some((line) => concerns(line, seat));
  return [...turns.filter(isOwn), ...turns.filter((turn) => !isOwn(turn))]
    .flatMap((turn) => summaryOf(turn, seat))
    .join(" ");
}

/** Whether a turn is a seat's; a round is each seat's that did something in it. */
function isOwn(turn: LogTurn, seat: string): boolean {
  return turn.seat === null ? turn.lines.some((line) => line.seat === seat) : turn.seat === seat;
}

/** The first command of a match comes from the seat whose turn is the first. */
function seatOfFirst(game: GameName, fromBeginning: boolean, seat: string): string | null {
  return fromBeginning && !IN_ROUNDS.includes(game) ? seat : null;
}

const isExtra = (event: { readonly type: string }): boolean => "extra" in event && event.extra === true;
