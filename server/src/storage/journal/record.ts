import {
  type Agreement,
  commitmentOf,
  completeOptions,
  type Game,
  type GameTypes,
  type PublicEntry,
  type PublicHeader,
  RECORD_FORMATS,
  type RecordEntry,
  type RecordHeader,
  tableEntries,
} from "@flower-war/rules";
import { playedBy } from "./command-ids.ts";
import type { Begun, Created, Fact, MatchPlan, Player, Witnessed } from "./facts.ts";
import type { StoredResult } from "./journal.ts";

/** A match's beginning: the part of the rules, its secret and its players. */
export interface MatchHeader<T extends GameTypes = GameTypes> extends RecordHeader<T> {
  /** The format of its record: 1 if it began on a server without witnesses. */
  readonly format: 1 | 2 | 3 | 4;
  /** Seats may take acts back; missing: they may not. */
  readonly takeBacks?: true;
  /** As in `MatchPlan`. */
  readonly pauses?: number;
  /** As in `MatchPlan`. */
  readonly holidays?: number;
  /** Seats may be handed over; missing: they may not. */
  readonly handOvers?: true;
  /** The host may name a judge; missing: they may not. */
  readonly judges?: true;
  /** The match's id. */
  readonly match: string;
  /** The match's secret (docs/fair-dice.md), 64 lower-case hex digits: never shown while the match runs. */
  readonly secret: string;
  /** The players of the seats at the beginning, in turn order. */
  readonly players: readonly Player[];
}

/** A match since it began. */
export interface PlayedMatch {
  readonly header: MatchHeader;
  /** The players of the seats now, in turn order: people may have taken seats of bots. */
  readonly players: readonly Player[];
  readonly entries: readonly RecordEntry<GameTypes>[];
  /** The numbers of the entries whose players had asked for a hint. */
  readonly hinted: ReadonlySet<number>;
  /** The signatures of seats. */
  readonly witnessed: readonly Witnessed[];
  /** The agreement that ended it; `null`: none. */
  readonly agreement: Agreement | null;
}

/**
 * Returns the first fact of a match.
 * @throws Error if these are not a match's facts
 */
export function createdOf<F extends Fact>([first]: readonly F[]): F & Created {
  if (first?.type !== "created") throw new Error("the first fact is not `created`");
  return first as F & Created;
}

/** Returns after how many ms spectators are shown what happens in a match. */
export function watchDelayOf({ watchDelay = 0 }: Pick<MatchPlan, "watchDelay">): number {
  return watchDelay * 1000;
}

/** Returns the plan of a match with complete options: those that are younger than the match have the values it was played with. */
export function completePlan({ plan }: Created, game: Pick<Game<GameTypes>, "options">): MatchPlan {
  return { ...plan, options: completeOptions(game, plan.options) };
}

/** Returns what a match began with. Its options are as stored: seats may have seen them so, as terms of the dice. */
export function headerOf(
  { plan, secret }: Created,
  { format, rules, stream, seats, seed, players }: Begun,
): MatchHeader {
  const { match, game, version, options, takeBacks, pauses, holidays, handOvers, judges } = plan;
  const named = { match, game, ...(version !== undefined && { version }), options };
  return {
    format: format ?? 1,
    ...(takeBacks && { takeBacks }),
    ...(pauses !== undefined && { pauses }),
    ...(holidays !== undefined && { holidays }),
    ...(handOvers !== undefined && { handOvers: true as const }),
    ...(judges && { judges }),
    ...named,
    secret,
    rules,
    stream,
    seats,
    seed,
    players,
  };
}

/** Returns what the record of a match says of its beginning. @param players who had each seat, in turn order */
export function publicHeaderOf(
  {
    format,
    match,
    game,
    rules,
    version,
    takeBacks,
    pauses,
    holidays,
    handOvers,
    judges,
    options,
    stream,
    secret,
    seats,
  }: Omit<MatchHeader, "seed" | "players">,
  players: readonly Player[],
): PublicHeader {
  return {
    format: RECORD_FORMATS[format],
    match,
    game,
    rules,
    ...(version !== undefined && { version: String(version) }),
    ...(takeBacks && { takeBacks }),
    ...(pauses !== undefined && { pauses }),
    ...(holidays !== undefined && { holidays }),
    ...(handOvers && { handOvers }),
    ...(judges && { judges }),
    options,
    seats: seats.map((seat, i) => {
      const player = players[i];
      if (!player) throw new Error(`seat ${seat} has no player`);
      const { kind, nonce, from, seal, key } = player;
      return { seat, kind, nonce, from, ...(seal && { seal }), ...(key && { key }) };
    }),
    stream,
    commitment: commitmentOf(secret),
  };
}

/**
 * Returns what is stored of a match when it ends.
 * @param players who has each seat, in turn order; with `id` if they are known here
 * @param outcome the game's, or that of an agreement
 * @param endedAt ms since 1970
 */
export function resultOf(
  { plan, at: createdAt }: Created & { readonly at: number },
  { seats, at: beganAt }: Begun & { readonly at: number },
  players: readonly (Player & { readonly id?: string })[],
  { outcome, entries, endedAt }: { outcome: object; entries: number; endedAt: number },
): StoredResult {
  const { match, code, game, version, options, invitation } = plan;
  const seated = seats.flatMap((seat, i) => {
    const player = players[i];
    if (!player) return [];
    const { name, id } = player;
    const kind = player.bot ? "bot-account" : player.kind;
    return [{ seat, kind, name, ...(id !== undefined && { player: id }) } as const];
  });
  const named = version !== undefined && { version };
  const result = { ...named, options, seats: seated, outcome, entries, createdAt, beganAt, endedAt };
  return { match, code, game, invitation, result };
}

/** Reads a match from its facts; `null`: it has not begun. */
export function readPlayedMatch(facts: readonly Fact[]): PlayedMatch | null {
  const [created] = facts;
  const at = facts.findIndex(({ type }) => type === "begun");
  const begun = facts[at];
  if (created?.type !== "created" || begun?.type !== "begun") return null;
  const entries = facts.flatMap((fact) => (fact.type === "entry" ? [fact.entry] : []));
  return {
    header: headerOf(created, begun),
    players: withReplacedBots(begun, facts.slice(at)),
    entries,
    hinted: hintedIn(facts),
    witnessed: facts.filter((fact) => fact.type === "witnessed"),
    agreement: facts.find((fact) => fact.type === "ended")?.by ?? null,
  };
}

/**
 * Returns the numbers of the entries before which their seats' players had asked for a hint: of commands that they gave themselves. What is
 * played after such an act was taken back is marked as it was.
 */
function hintedIn(facts: readonly Fact[]): ReadonlySet<number> {
  const hinted = new Set<number>();
  const asked = new Set<string>();
  for (const fact of facts) {
    if (fact.type === "hinted") asked.add(fact.seat);
    if (fact.type !== "entry") continue;
    const { n, seat, events } = fact.entry;
    const [event] = events as readonly { readonly type: string; readonly n?: number }[];
    if (event?.type === "taken-back") {
      if (hinted.has(event.n ?? 0)) asked.add(seat);
    } else if (isPlayers(fact.entry) && asked.delete(seat)) hinted.add(n);
  }
  return hinted;
}

/** Whether a seat's player gave the command of an entry themselves, by a client or a temple, and the game decided it. */
export function isPlayers(entry: RecordEntry<GameTypes>): boolean {
  const by = playedBy(entry);
  const [event] = entry.events;
  const isOfGame = !tableEntries.leavesGame(entry.events) && event?.type !== "taken-back";
  return (by === null || by === "bead") && isOfGame;
}

/** Returns the entries of a match as its record has them. */
export function publicEntries({ entries, hinted }: Pick<PlayedMatch, "entries" | "hinted">): PublicEntry[] {
  return entries.map((entry) => {
    const { n, seat, command, events } = entry;
    const by = playedBy(entry);
    return { n, seat, ...(by !== null && { by }), ...(hinted.has(n) && { hint: true }), command, events };
  });
}

/** Returns a match's players: people may have taken seats of bots since it began. */
function withReplacedBots({ seats, players }: Begun, later: readonly Fact[]): readonly Player[] {
  const names = new Map(
    later.flatMap((fact) => (fact.type === "seat-taken" ? [[fact.seat, fact.name]] : [])),
  );
  return players.map((player, i) => {
    const name = names.get(seats[i] ?? "");
    if (player.kind === "human" || name === undefined) return player;
    return { kind: "human", name, nonce: player.nonce, from: "stand-in" };
  });
}
