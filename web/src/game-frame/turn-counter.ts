import { OWN_GAMES } from "../session/own-games.ts";
import { beginsTurn, isJudges, seatOf, takenBackIn } from "./turn-events.ts";

/** An event, with the number of its entry and the seat that sent that. */
interface SentEvent {
  readonly n: number;
  readonly seat: string;
  readonly event: { readonly type: string };
}

/** A turn or round. */
export interface CountedTurn {
  /** From 1. */
  readonly number: number;
  /** The number of the entry with which it began. */
  readonly from: number;
  /** Whose it is; `null`: all seats'; `undefined`: the match's first one, of which no event says whose it is. */
  readonly seat: string | null | undefined;
}

/**
 * Returns the turn of each event of a match. The turn that an act began is none once the act is taken back: the one before goes on. In a
 * game that the page does not know a turn is what one seat does, unless its events say when turns begin.
 */
export function turnsOf(game: string, events: readonly SentEvent[]): readonly CountedTurn[] {
  const bySeat = OWN_GAMES.has(game) && !events.some(({ event }) => beginsTurn(event));
  const turns: CountedTurn[] = [];
  return events.map(({ n, seat, event }) => {
    if (turns.length > 1 && turns.at(-1)?.from === takenBackIn(event)) turns.pop();
    const begins = beginsTurn(event);
    const last = turns.at(-1);
    if (last && !begins && (!bySeat || isJudges(event) || seat === last.seat)) return last;
    const turn = {
      number: (last?.number ?? Number(begins)) + 1,
      from: n,
      seat: begins ? seatOf(event) : bySeat ? seat : undefined,
    };
    turns.push(turn);
    return turn;
  });
}
