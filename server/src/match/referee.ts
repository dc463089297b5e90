import {
  begin,
  fold,
  type Game,
  type GameTypes,
  type RecordEntry,
  type RecordHeader,
} from "@flower-war/rules";
import type { Queue } from "../queue.ts";
import type { StoredResult } from "../storage/journal/journal.ts";
import type { MatchLog } from "../storage/journal/match-log.ts";
import { AcceptedIds } from "./accepted-ids.ts";
import type { Submitted } from "./temples/contract.ts";

/** A command on its way to the referee. */
export interface Submission {
  /** The command's id, unique in the match: a repeated one gets the first answer. */
  readonly id: string;
  /** The sender's seat; `null`: it has none. */
  readonly seat: string | null;
  readonly command: unknown;
  /** Called when the command's turn comes: a code refuses it, `null` leaves it to the rules. */
  readonly objection?: () => string | null;
}

interface RefereeCallbacks<T extends GameTypes> {
  /** @param at when it was journaled, ms since 1970 */
  readonly onEntry: (entry: RecordEntry<T>, at: number) => void;
  /** Called when a command's turn comes: a code refuses it, `null` leaves it to its own objection and the rules. */
  readonly objection: () => string | null;
  /** Returns what is stored of the match when it ends with this entry. */
  readonly resultOf: (outcome: T["outcome"], last: RecordEntry<T>) => StoredResult;
}

/**
 * Plays one match: decides commands one at a time, and applies only what the journal holds. It knows no sockets; `onEntry`
 * is called with each entry before its answer goes out.
 */
export class Referee<T extends GameTypes> {
  readonly #game: Game<T>;
  readonly #log: MatchLog;
  readonly #queue: Queue;
  readonly #callbacks: RefereeCallbacks<T>;
  readonly #accepted: AcceptedIds;
  #state: T["state"];

  /**
   * @param log of a match that began with this header
   * @param queue the match's queue; every append runs in it
   */
  constructor(
    game: Game<T>,
    log: MatchLog,
    header: RecordHeader<T>,
    queue: Queue,
    callbacks: RefereeCallbacks<T>,
  ) {
    this.#game = game;
    this.#log = log;
    this.#queue = queue;
    this.#callbacks = callbacks;
    this.#state = begin(game, header);
    this.#accepted = new AcceptedIds(header.seed);
  }

  get state(): T["state"] {
    return this.#state;
  }

  /** Number of entries so far. */
  get n(): number {
    return this.#accepted.count;
  }

  /** Applies a journaled entry of the past: nothing is decided or drawn again. */
  restore(entry: RecordEntry<T>): void {
    this.#apply(entry, fold(this.#game, this.#state, entry.events));
  }

  /**
   * Decides a command when those before it are done. A refused one leaves no trace and may be sent again with the same id.
   * Rejects if the rules or the journal fail: then nothing has happened. Rejects too if `onEntry` throws: then it has.
   */
  submit(submission: Submission): Promise<Submitted> {
    return this.#queue.run(() => this.#decide(submission));
  }

  /** Tells whether the command of this id was accepted, when those before it are done. */
  hasAccepted(id: string): Promise<boolean> {
    return this.#queue.run(async () => this.#accepted.find(id) !== null);
  }

  async #decide({ id, seat, command, objection }: Submission): Promise<Submitted> {
    const first = this.#accepted.find(id);
    if (first !== null) return { n: first };
    const objected = this.#callbacks.objection() ?? objection?.() ?? null;
    if (objected !== null) return { refused: objected };
    const decided = this.#game.decide(this.#state, seat, command);
    if (decided.events === undefined) return { refused: decided.refused };
    if (seat === null) throw new Error("the rules accepted a command without a seat");
    const entry = { n: this.n + 1, id, seat, command: decided.command, events: decided.events };
    const outcome = this.#game.outcome(decided.state);
    const result = outcome === null ? undefined : this.#callbacks.resultOf(outcome, entry);
    const at = await this.#log.append([{ type: "entry", entry }], result !== undefined, result);
    this.#apply(entry, decided.state);
    this.#callbacks.onEntry(entry, at);
    return { n: entry.n };
  }

  #apply({ id }: RecordEntry<T>, after: T["state"]): void {
    this.#state = after;
    this.#accepted.add(id);
  }
}
