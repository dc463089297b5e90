import { type HandOverCommand, handOverOf } from "../../src/hand-over.ts";
import type { Flaw, games, PublicEntry } from "../../src/index.ts";
import { eventOfPause, type PauseCommand } from "../../src/pause.ts";
import { concededRecord, type Parts } from "./records.ts";

/** An entry without its number. */
type Added = Omit<PublicEntry, "n">;

/** A record with an entry of the table that its match does not allow any more. */
export interface Late {
  readonly what: string;
  readonly record: Parts;
  /** The number of that entry. */
  readonly n: number;
  readonly reason: Flaw;
}

const handing = (seat: string, type: HandOverCommand): Added => {
  const { command, event } = handOverOf(type);
  return { seat, command, events: [event] };
};
const pausing = (seat: string, command: PauseCommand, agreed: readonly string[] = []): Added => ({
  seat,
  command,
  events: [eventOfPause(command, agreed)],
});

/**
 * Returns the record of a match of format 4 between people, in which the first seat that is awaited concedes at once, and what it is made of.
 * @param count of seats; with two the match is over then
 */
function concededParts(game: keyof typeof games, count: number) {
  const { header, entries, end } = concededRecord(game, count);
  const seats = header.seats.map((each) =>
    each.kind === "bot" ? ({ ...each, kind: "human", from: "stand-in" } as const) : each,
  );
  const seat = entries[0]?.seat ?? "";
  const other = seats.find((each) => each.seat !== seat)?.seat ?? "";
  /** The record with such entries before its first one, after it, and after its last one. */
  const withAdded = (before: readonly Added[], after: readonly Added[] = [], last: readonly Added[] = []) => {
    const all = [...before, ...entries.slice(0, 1), ...after, ...entries.slice(1), ...last];
    return {
      header: { ...header, seats, format: "flower-war-record-4", pauses: 300, handOvers: true },
      entries: all.map((entry, i) => ({ ...entry, n: i + 1 })),
      end: { ...end, signatures: {} },
    } satisfies Parts;
  };
  return { seat, other, count: entries.length, withAdded };
}

/** Returns a record in which a seat does all that the table allows, then concedes. */
export function inTimeRecord(game: keyof typeof games, count: number): Parts {
  const { seat, other, withAdded } = concededParts(game, count);
  return withAdded([
    handing(seat, "table-offer-seat"),
    handing(seat, "table-keep-seat"),
    handing(seat, "table-offer-seat"),
    handing(seat, "table-hand-seat"),
    pausing(seat, { type: "table-pause", seconds: 60 }, [other]),
    pausing(other, { type: "table-give-time", to: seat, seconds: 60 }),
    pausing(seat, { type: "table-resume" }),
  ]);
}

/** Returns records with an entry of a seat that has conceded, or about it, in a match that goes on. */
export function lateForSeat(game: keyof typeof games, count: number): Late[] {
  const { seat, other, withAdded } = concededParts(game, count);
  const offer = handing(seat, "table-offer-seat");
  const pause = { type: "table-pause", seconds: 60 } as const;
  const cases: readonly [what: string, before: Added[], after: Added[], reason?: Flaw][] = [
    ["offers its seat", [], [offer]],
    ["keeps its seat", [offer], [handing(seat, "table-keep-seat")]],
    ["hands its seat over", [offer], [handing(seat, "table-hand-seat")]],
    ["pauses", [], [pausing(seat, pause)]],
    ["gives time", [], [pausing(seat, { type: "table-give-time", to: other, seconds: 60 })]],
    ["ends a pause", [], [pausing(other, pause), pausing(seat, { type: "table-resume" })]],
    ["gets time", [], [pausing(other, { type: "table-give-time", to: seat, seconds: 60 })]],
    ["agrees to a pause", [], [pausing(other, pause, [seat])], "other-events"],
  ];
  return cases.map(([what, before, after, reason = "refused"]) => ({
    what: `${what} after it conceded`,
    record: withAdded(before, after),
    n: before.length + 1 + after.length,
    reason,
  }));
}

/** Returns records with an entry after the match is over, of a seat that has not conceded. */
export function lateForMatch(game: keyof typeof games, count: number): Late[] {
  const { seat, other, count: entries, withAdded } = concededParts(game, count);
  const offer = handing(other, "table-offer-seat");
  const cases: readonly [what: string, before: Added[], last: Added][] = [
    ["offers its seat", [], offer],
    ["keeps its seat", [offer], handing(other, "table-keep-seat")],
    ["hands its seat over", [offer], handing(other, "table-hand-seat")],
    ["pauses", [], pausing(other, { type: "table-pause", seconds: 60 })],
    ["gives time", [], pausing(other, { type: "table-give-time", to: other, seconds: 60 })],
    ["gives time to another", [], pausing(other, { type: "table-give-time", to: seat, seconds: 60 })],
  ];
  return cases.map(([what, before, last]) => ({
    what: `${what} after the match is over`,
    record: withAdded(before, [], [last]),
    n: before.length + entries + 1,
    reason: "refused",
  }));
}
