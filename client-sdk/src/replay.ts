/** Replays the record of a finished match (docs/fair-dice.md), position by position. Needs no connection. */
import type { ClientTypes, GameMap, GameName } from "@flower-war/protocol";
import { randomBelow, systemRandom } from "@flower-war/protocol/ports";
import {
  begin,
  FLAWS,
  type Flaw,
  type GameTypes,
  isAgreed,
  type LineFlaw,
  type OptionRanges,
  type PlayedBy,
  type RecordedSeat,
  RULES_VERSION,
  readRecord,
  versionOf,
} from "@flower-war/rules";
import type { PositionEstimate, RandomBelow, Review } from "@flower-war/rules/bots";
import { type Branch, Branches, hasBranches } from "@flower-war/rules/study";
import type { StudyBranch, StudyPosition } from "@flower-war/protocol/studies";
import type { AwaitedDecision, OutcomeOf } from "./match-types.ts";
import { Refusal } from "./refusal.ts";

export type { RecordedSeat } from "@flower-war/rules";
export type { PositionEstimate, Review } from "@flower-war/rules/bots";

/** One accepted command and the events that followed; nothing is hidden. */
export interface ReplayEntry<G extends GameName = GameName> {
  /** The entry's number, from 1, without gaps. */
  readonly n: number;
  readonly seat: GameMap[G]["seat"];
  /** The party that played it for the seat; missing if a client of the seat did, or in a record of format 1. */
  readonly by?: PlayedBy;
  /** Whether the seat's player asked for a hint before it; missing if not, or if the record's format has no hints. */
  readonly hint?: true;
  readonly command: GameMap[G]["command"];
  readonly events: readonly GameMap[G]["event"][];
}

/** The parts of a game's rules that a replay uses. */
export interface ReplayRules<T extends ClientTypes> {
  /** As in `ClientGame`. */
  readonly version?: number | undefined;
  readonly options: OptionRanges<T["options"]>;
  setup(options: T["options"], count: number, seed: string): T["state"];
  evolve(state: T["state"], event: T["event"]): T["state"];
  awaiting(state: T["state"]): readonly { readonly seat: T["seat"]; readonly decision: T["decision"] }[];
  view(state: T["state"], viewer: T["seat"] | "public"): T["view"];
  legal(view: T["view"], seat: T["seat"]): readonly T["command"][];
  decide(
    state: T["state"],
    seat: T["seat"] | null,
    command: unknown,
  ):
    | { readonly command: T["command"]; readonly events: readonly T["event"][]; readonly state: T["state"] }
    | { readonly refused: T["refusal"]; readonly events?: undefined };
}

/** A line of positions: the match, or a branch. */
export interface ReplayLine<G extends GameName = GameName> {
  /** The steps of a branch, numbered from 1. */
  readonly entries: readonly ReplayEntry<G>[];
  /** As in `Replay`; position 0 of a branch is the position that it begins from. */
  view(n: number, seat: GameMap[G]["seat"] | null): GameMap[G]["view"];
  awaiting(n: number): readonly AwaitedDecision<G>[];
  legal(n: number, seat: GameMap[G]["seat"]): readonly GameMap[G]["command"][];
}

/** Loads a game's rules. In a bundle each game is a chunk of its own. @param version as in `GameLoader` */
type RulesLoader<G extends GameName> = (version: number) => Promise<ReplayRules<GameMap[G]>>;

const RULES: { readonly [G in GameName]: RulesLoader<G> } = {
  "flower-war": async () => (await import("./rules/flower-war.ts")).flowerWar,
  mexica: async () => (await import("./rules/flower-war.ts")).mexica,
  "space-aztecs": async () => (await import("./rules/space-aztecs.ts")).spaceAztecs,
  tieqchieq: async () => (await import("./rules/tieqchieq.ts")).tieqchieq,
};

/** Returns the event with which an act was taken back, if it is one. */
const takenBackIn = ([event]: readonly { readonly type: string }[]) =>
  event?.type === "taken-back" ? (event as { readonly type: string; readonly n: number }) : null;

/** A replay of a match of any game; `game` says which. */
export type AnyReplay = { [G in GameName]: Replay<G> }[GameName];

/** A finished match: every position from the first to the last, as any seat saw it. */
export class Replay<G extends GameName = GameName> implements ReplayLine<G> {
  /** The match's id. */
  readonly match: string;
  readonly game: G;
  /** As in `Match`. */
  readonly version: number;
  /** In turn order. */
  readonly seats: readonly RecordedSeat[];
  readonly entries: readonly ReplayEntry<G>[];
  readonly outcome: OutcomeOf<G>;
  readonly #rules: ReplayRules<GameMap[G]>;
  readonly #branches: Branches<GameTypes>;
  /** The states after 0, 1, 2, ... entries that were computed so far. */
  readonly #states: GameMap[G]["state"][];

  /** @internal */
  constructor(rules: ReplayRules<GameMap[G]>, { game, header, entries, end }: ParsedRecord<G>) {
    this.match = header.match;
    this.game = game;
    this.version = versionOf(rules);
    this.seats = header.seats;
    this.entries = entries;
    this.outcome = end.outcome;
    this.#rules = rules;
    this.#states = [begin(rules, { ...header, seed: end.seed })];
    const match = { length: entries.length, state: (n: number) => this.#state(n) };
    this.#branches = new Branches<GameTypes>(rules, game, match);
  }

  /** Whether its positions can have branches: not in a host's own games. */
  get hasBranches(): boolean {
    return hasBranches(this.game);
  }

  /**
   * Returns what a viewer saw after `n` entries, as the game's rules define it.
   * @param n from 0, the beginning, to `entries.length`
   * @param seat `null`: a spectator
   */
  view(n: number, seat: GameMap[G]["seat"] | null): GameMap[G]["view"] {
    return this.#rules.view(this.#state(n), seat ?? "public");
  }

  /** Returns the decisions that the match waited for after `n` entries. */
  awaiting(n: number): readonly AwaitedDecision<G>[] {
    if (n === this.entries.length && isAgreed(this.outcome)) return [];
    return this.#rules.awaiting(this.#state(n));
  }

  /** Returns the commands that a seat could give after `n` entries; none if it was not awaited. */
  legal(n: number, seat: GameMap[G]["seat"]): readonly GameMap[G]["command"][] {
    return this.#rules.legal(this.view(n, seat), seat);
  }

  /**
   * Returns the match, or a branch of it: a continuation by the rules, with its own dice and decks. A branch is computed once, and
   * extended as it grows.
   * @param id a branch's; `""`: the match
   * @param branches all branches of the study
   * @throws `Refusal` with `unknown-position`: there is no such branch, or the rules refuse one of its steps
   */
  line(id: string, branches: readonly StudyBranch[]): ReplayLine<G> {
    if (id === "") return this;
    const branch = this.#branches.branch(id, branches) as Branch<GameMap[G]> | null;
    if (branch === null) throw unknownPosition();
    const view = (n: number, seat: GameMap[G]["seat"] | null) =>
      this.#rules.view(branch.state(n), seat ?? "public");
    return {
      entries: branch.entries,
      view,
      awaiting: (n) => this.#rules.awaiting(branch.state(n)),
      legal: (n, seat) => this.#rules.legal(view(n, seat), seat),
    };
  }

  /** @internal */
  stateAt({ line, n }: StudyPosition, branches: readonly StudyBranch[]): GameMap[G]["state"] {
    const found = this.#branches.find(line, branches);
    if (found === null || !Number.isInteger(n) || n < 0 || n > found.length) throw unknownPosition();
    return found.state(n) as GameMap[G]["state"];
  }

  #state(n: number): GameMap[G]["state"] {
    if (!Number.isInteger(n) || n < 0 || n > this.entries.length) {
      throw new RangeError(`n is a number of entries from 0 to ${this.entries.length}`);
    }
    for (let known = this.#states.length - 1; known < n; known += 1) {
      const [state, entry] = [this.#states[known], this.entries[known]];
      if (state === undefined || entry === undefined) throw new RangeError(`no position ${known}`);
      // After an act is taken back the match is as it was before that. Pauses and extra time change nothing of it.
      const taken = takenBackIn(entry.events);
      const isPause = entry.events[0]?.type.startsWith("table-") === true;
      const after = () =>
        isPause ? state : entry.events.reduce((before, event) => this.#rules.evolve(before, event), state);
      this.#states.push((taken && this.#states[taken.n - 1]) ?? after());
    }
    const state = this.#states[n];
    if (state === undefined) throw new RangeError(`no position ${n}`);
    return state;
  }
}

/**
 * Reads a match's record of either format, as `host.record()` returns it. The dice are not checked: `verifyRecord` does that.
 * Rejects with a `Refusal`: `unreadable`, `cut` (its last line is missing), `unknown-game`, or `unknown-rules` if another
 * version of the rules made it.
 * @param games rules of games of your own, in addition to the SDK's
 */
export async function readReplay(
  record: string,
  games: { readonly [G in GameName]?: RulesLoader<G> } = {},
): Promise<AnyReplay> {
  return open(parseRecord(record), { ...RULES, ...games }) as Promise<AnyReplay>;
}

/** The time budget of a review, and its source of chance. */
interface ReviewOptions {
  /** Returns the part of its time that is over, 0 to 1. From 1 on it ends as soon as it has a first estimate of each position. */
  readonly spent: () => number;
  /** Returns an integer from 0 to `n` - 1. Default: by `crypto`. The same numbers and the same `spent` give the same review. */
  readonly random?: RandomBelow;
}

/**
 * Estimates each seat's chance to come first over a match of the SDK's games, and finds the three largest falls of a seat's chance, with the moves of a
 * skilled bot there. Easy bots play on from positions of the match, with the dealt cards as they were and new dice and decks.
 * Run it in a worker: each step takes about 10 ms of processor time. Yields the estimates so far, which get better with each step.
 * Rejects as `readReplay` does.
 */
export async function reviewRecord(
  record: string,
  { spent, random = (n) => randomBelow(systemRandom, n) }: ReviewOptions,
): Promise<Generator<Review, void>> {
  const parsed = parseRecord(record);
  await open(parsed, RULES);
  const { review } = await import("@flower-war/rules/bots");
  return review(parsed.game, parsed, random, spent);
}

/**
 * Estimates each seat's chance to come first from one position of a match of the SDK's games, or of a branch, and finds the move of a skilled bot
 * there. Otherwise as `reviewRecord`.
 * Rejects as `readReplay` does, or with `unknown-position`.
 * @param branches all branches of the study
 */
export async function estimatePosition(
  record: string,
  position: StudyPosition,
  branches: readonly StudyBranch[],
  { spent, random = (n) => randomBelow(systemRandom, n) }: ReviewOptions,
): Promise<Generator<PositionEstimate, void>> {
  const replay = await open(parseRecord(record), RULES);
  const state = replay.stateAt(position, branches);
  const { estimate } = await import("@flower-war/rules/bots");
  const seats = replay.seats.map(({ seat }) => seat);
  return estimate(replay.game, state, seats, random, spent);
}

async function open<G extends GameName>(
  parsed: ParsedRecord<G>,
  games: { readonly [Each in GameName]: RulesLoader<Each> },
): Promise<Replay<G>> {
  if (!Object.hasOwn(games, parsed.game)) throw flawed("unknown-game");
  const { version = String(versionOf({})) } = parsed.header;
  const rules = await games[parsed.game](Number(version));
  if (String(versionOf(rules)) !== version) throw flawed("unknown-rules");
  return new Replay(rules, parsed);
}

/** A record whose lines are of the right kind. */
interface ParsedRecord<G extends GameName> {
  readonly game: G;
  readonly header: {
    readonly match: string;
    readonly version?: string;
    readonly options: Partial<GameMap[G]["options"]>;
    readonly seats: readonly RecordedSeat[];
  };
  readonly entries: readonly ReplayEntry<G>[];
  readonly end: { readonly seed: string; readonly outcome: OutcomeOf<G> };
}

function parseRecord(record: string): ParsedRecord<GameName> {
  const read = readRecord(record);
  if ("reason" in read) throw flawed(codeOf(read));
  const { header, entries, end } = read;
  if (header.rules !== RULES_VERSION) throw flawed("unknown-rules");
  const [flaw] = read.flaws;
  if (flaw !== undefined) throw flawed(codeOf(flaw));
  if (entries.some(({ n }, index) => n !== index + 1)) throw flawed("unreadable");
  return { game: header.game, header, entries, end } as unknown as ParsedRecord<GameName>;
}

/** Any fault in the form of a line makes the record unreadable. */
const codeOf = ({ reason }: LineFlaw): Flaw => (reason === "cut" ? "cut" : "unreadable");

const unknownPosition = (): Refusal =>
  new Refusal({ code: "unknown-position", message: "the study has no such position" });

const flawed = (code: Flaw): Refusal => new Refusal({ code, message: FLAWS[code] });
