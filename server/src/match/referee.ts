import {
  begin,
  fold,
  type Game,
  type GameTypes,
  type RecordEntry,
  type RecordHeader,
} from "@flower-war/rules";
import type { MatchLog } from "../journal/match-log.ts";
import type { Queue } from "../queue.ts";
import type { Submitted } from "./temple-seam.ts";

/** A command on its way to the referee. */
export interface Submission {
  /** Its name, unique in the match: whoever asks again by it gets the first answer. */
  readonly id: string;
  /** The sender's seat; `null`: it has none. */
  readonly seat: string | null;
  readonly command: unknown;
  /** Refuses with this code when the command's turn comes; `null`: leaves it to the rules. */
  readonly objection?: () => string | null;
}

/**
 * Plays one match: decides commands one at a time, and lets happen only what the journal holds. It knows no sockets;
 * who wants to show what happened is told by `onEntry`, before the answer goes out.
 */
export class Referee<T extends GameTypes> {
  readonly #game: Game<T>;
  readonly #log: MatchLog;
  readonly #queue: Queue;
  readonly #onEntry: (entry: RecordEntry<T>, at: number) => void;
  /** The entry that each command made, by the command's name. */
  readonly #answers = new Map<string, number>();
  #state: T["state"];

  /**
   * @param log of a match that has begun with this header
   * @param queue the one in which everything happens that the log tells
   * @param onEntry `at`: when it was journaled, ms since 1970
   */
  constructor(
    game: Game<T>,
    log: MatchLog,
    header: RecordHeader<T>,
    queue: Queue,
    onEntry: (entry: RecordEntry<T>, at: number) => void,
  ) {
    this.#game = game;
    this.#log = log;
    this.#queue = queue;
    this.#onEntry = onEntry;
    this.#state = begin(game, header);
  }

  get state(): T["state"] {
    return this.#state;
  }

  /** Entries so far. */
  get n(): number {
    return this.#answers.size;
  }

  /** Folds in an entry of before, as the journal tells it: nothing is decided or drawn anew. */
  recall(entry: RecordEntry<T>): void {
    this.#enter(entry, fold(this.#game, this.#state, entry.events));
  }

  /**
   * Decides a command when those before it are done. Refused ones leave no trace and may be tried again by the same id.
   * Rejects if the rules or the journal fail: then nothing has happened. Rejects too if `onEntry` throws: then it has.
   */
  submit(submission: Submission): Promise<Submitted> {
    return this.#queue.run(() => this.#decide(submission));
  }

  /** Whether the command of this name was taken, as it stands when those before it are done. */
  hasTaken(id: string): Promise<boolean> {
    return this.#queue.run(async () => this.#answers.has(id));
  }

  async #decide({ id, seat, command, objection }: Submission): Promise<Submitted> {
    const first = this.#answers.get(id);
    if (first !== undefined) return { n: first };
    const objected = objection?.() ?? null;
    if (objected !== null) return { refused: objected };
    const decided = this.#game.decide(this.#state, seat, command);
    if (decided.events === undefined) return { refused: decided.refused };
    if (seat === null) throw new Error("the rules took a command from nobody");
    const entry = { n: this.n + 1, id, seat, command: decided.command, events: decided.events };
    const after = fold(this.#game, this.#state, entry.events);
    const over = this.#game.outcome(after) !== null;
    const at = await this.#log.append([{ type: "entry", entry }], over);
    this.#enter(entry, after);
    this.#onEntry(entry, at);
    return { n: entry.n };
  }

  #enter({ id, n }: RecordEntry<T>, after: T["state"]): void {
    this.#state = after;
    this.#answers.set(id, n);
  }
}
