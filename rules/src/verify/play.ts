import type { Game, GameTypes } from "../game.ts";
import {
  type PublicEnd,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMATS,
} from "../public-record/index.ts";
import { begin } from "../record.ts";
import { firstDifference, same } from "../same.ts";
import { advance, couldOthersAct, hasTakeBacks, type Position, takeableIn } from "../take-back.ts";
import { type Flawed, flawed } from "./flaws.ts";
import { TableEntries } from "./table-entries.ts";

/** The state after a match's entries, or the first one that is wrong. */
export type Played<T extends GameTypes> = Flawed | { readonly state: T["state"] };

/** Decides every command again. The state follows the rules' own events, never those of the record. */
export function replayCommands<T extends GameTypes>(
  game: Game<T>,
  header: PublicHeader,
  seed: string,
  entries: readonly PublicEntry[],
): Played<T> {
  const { seats } = header;
  const mayTakeBack = header.takeBacks === true && hasTakeBacks(game);
  let position: Position<T> = { state: begin(game, { ...header, seed }), acts: [] };
  const tableEntries = new TableEntries(header);
  for (const [index, entry] of entries.entries()) {
    const n = index + 1;
    if (!seats.some(({ seat }) => seat === entry.seat)) return flawed(n, "unreadable");
    if (entry.n !== n) return flawed(n, "wrong-number", { expected: n, found: entry.n });
    if (tableEntries.includes(entry)) {
      const flaw = tableEntries.flawOf(entry, game.outcome(position.state) !== null);
      if (flaw !== null) return flawed(n, flaw.reason, flaw.details);
      continue;
    }
    tableEntries.note(entry);
    if (mayTakeBack && Reflect.get(entry.command, "type") === "take-back") {
      const flaw = flawOfTakeBack(game, header, position, entry);
      if (flaw !== null) return flaw;
      position = advance(game, position, entry);
      continue;
    }
    const decided = game.decide(position.state, entry.seat, entry.command);
    if (decided.events === undefined) return flawed(n, "refused", { found: decided.refused });
    if (!same(decided.command, entry.command)) {
      return flawed(n, "other-command", { expected: decided.command, found: entry.command });
    }
    const difference = firstDifference(decided.events, entry.events);
    if (difference !== null) return flawed(n, "other-events", difference);
    position = mayTakeBack
      ? advance(game, position, entry, decided.state)
      : { ...position, state: decided.state };
  }
  return { state: position.state };
}

/**
 * Returns what is wrong with an entry that takes an act back; `null`: nothing. It has to be the seat's own last act, by which nothing was
 * revealed. Who agreed is the server's word, but where no other seat could have acted none was asked.
 */
function flawOfTakeBack<T extends GameTypes>(
  game: Game<T>,
  { seats }: PublicHeader,
  position: Position<T>,
  entry: PublicEntry,
): Flawed | null {
  const { n, seat, command, events } = entry;
  const names = seats.map((each) => each.seat);
  const isOwn = ({ by }: { by?: string }) => by === undefined;
  const takeable = takeableIn<T, PublicEntry>(game, names, position, isOwn);
  const taken = Reflect.get(command, "n") as unknown;
  if (takeable?.n !== taken || takeable?.seat !== seat || !isOwn(entry)) {
    return flawed(n, "refused", { found: "no-take-back" });
  }
  const expected = { type: "take-back", n: taken };
  if (!same(command, expected)) return flawed(n, "other-command", { expected, found: command });
  const others = couldOthersAct(game, position, seat) ? names.filter((name) => name !== seat) : [];
  const said: unknown = Object(events[0]).agreed;
  const agreed = others.filter((name) => Array.isArray(said) && said.includes(name));
  const difference = firstDifference([{ type: "taken-back", n: taken, agreed }], events);
  return difference === null ? null : flawed(n, "other-events", difference);
}

/**
 * Returns the first entry of a strict format that says wrongly whether a bot played it; `null`: there is none. A bot plays all entries of
 * its seat until a person joins there; once it has replaced a person, or a judge has freed the seat, all later ones. Format 3 says in `joined` and `removed` who did.
 */
export function flawOfPlayers(
  { format, seats }: PublicHeader,
  { replaced = [], joined = {}, removed = {} }: PublicEnd,
  entries: readonly PublicEntry[],
): Flawed | null {
  const bots = new Set(
    seats.flatMap(({ seat, kind }) => (kind === "bot" && !replaced.includes(seat) ? seat : [])),
  );
  const mayReplace = (seat: string, n: number) =>
    format === RECORD_FORMATS[2] || numberIn(removed, seat) === n;
  const freed = new Set<unknown>();
  for (const { n, seat, by, command } of entries) {
    if (by === "judge") {
      if (Reflect.get(command, "type") === "table-free-seat") freed.add(Reflect.get(command, "to"));
      continue;
    }
    if (freed.has(seat) && by !== "bot") return flawed(n, "wrong-by", { expected: "bot", found: by });
    if (numberIn(joined, seat) === n) bots.delete(seat);
    if (by === "bot" ? bots.has(seat) : !bots.has(seat)) continue;
    if (by !== "bot") return flawed(n, "wrong-by", { expected: "bot", found: by });
    if (!mayReplace(seat, n)) return flawed(n, "wrong-by", { found: "bot" });
    bots.add(seat);
  }
  return null;
}

const numberIn = (numbers: { readonly [seat: string]: number }, seat: string): number | null =>
  Object.hasOwn(numbers, seat) ? (numbers[seat] ?? null) : null;

/** Returns what is wrong with the seats that `joined` names; `null`: nothing. */
export function flawOfJoined(
  { seats }: PublicHeader,
  { replaced = [], joined = {} }: PublicEnd,
  entries: readonly PublicEntry[],
): Flawed | null {
  const bots = seats.filter(({ seat, kind }) => kind === "bot" && !replaced.includes(seat));
  const wrong = Object.entries(joined).find(([seat, n]) => {
    const entry = entries[n - 1];
    const isBefore = entries.slice(0, n - 1).some((each) => each.seat === seat);
    return entry?.seat !== seat || entry.by === "bot" || !isBefore || !bots.some((bot) => bot.seat === seat);
  });
  return wrong === undefined ? null : flawed("end", "bad-joined", { found: joined });
}

/** Returns what is wrong with the seats that `removed` names; `null`: nothing. */
export function flawOfRemoved(
  { seats }: PublicHeader,
  { replaced = [], joined = {}, removed = {} }: PublicEnd,
  entries: readonly PublicEntry[],
): Flawed | null {
  const since = (seat: string) => numberIn(joined, seat) ?? (replaced.includes(seat) ? 0 : null);
  const people = new Map(seats.map(({ seat, kind }) => [seat, kind === "human" ? 0 : since(seat)]));
  const wrong = Object.entries(removed).find(([seat, n]) => {
    const entry = entries[n - 1];
    const first = people.get(seat) ?? null;
    return entry?.seat !== seat || entry.by !== "bot" || first === null || n <= first;
  });
  return wrong === undefined ? null : flawed("end", "bad-removed", { found: removed });
}
