import type { Presence } from "@colyseus/core";
import { readRecord } from "@flower-war/rules";
import {
  applyChange,
  type Study,
  type StudyAct,
  type StudyActed,
  type StudyChange,
  type StudyPerson,
  type StudySummary,
} from "@flower-war/protocol/studies";
import { STUDY_LIMITS } from "@flower-war/protocol/server";
import type { Ports } from "../ports.ts";
import { Queue, Semaphore } from "../queue.ts";
import { newId, newMatchSecret } from "../random.ts";
import { refuse, RefusalError } from "../refusal.ts";
import type { Cancel, ServerTime } from "../time.ts";
import { Board } from "./board.ts";
import { decide, type Means, type Outcome, removal } from "./decide.ts";
import { type Follower, Followers } from "./followers.ts";
import type { StudyStore } from "./store/study-store.ts";
import { findItem, isSame, type StoredStudy } from "./stored-study.ts";

/** Attempts to store a change while others change the same study. */
const ATTEMPTS = 10;

/** Boards that are opened at a time. */
const OPENED_AT_ONCE = 2;

/** Studies that are kept in memory besides those that are followed, and boards. */
const KEPT = { studies: 200, boards: 20 };

export interface StudiesPorts extends Pick<Ports, "random" | "log"> {
  readonly time: ServerTime;
  readonly store: StudyStore;
  readonly presence: Presence;
  readonly processId: string;
  readonly sanctions: ConstructorParameters<typeof Followers>[0]["sanctions"];
  readonly players: ConstructorParameters<typeof Followers>[0]["players"];
}

/** A study that is in memory, or is being read. */
interface Known {
  readonly queue: Queue;
  /** Tasks in its queue. While there are any, all others have to wait in the same one. */
  tasks: number;
  /** `null`: it has to be read. */
  stored: StoredStudy | null;
}

/** The studies, which any server of a cluster changes: each as it is stored. */
export class Studies {
  readonly #ports: StudiesPorts;
  readonly #followers: Followers;
  /** By id, the one that was used last at the end. */
  readonly #known = new Map<string, Known>();
  readonly #boards = new Map<string, Promise<Board>>();
  readonly #openings = new Semaphore(OPENED_AT_ONCE);

  constructor(ports: StudiesPorts) {
    this.#ports = ports;
    this.#followers = new Followers(ports, {
      heard: (study, n, change) => this.#heard(study, n, change),
      look: (studies) => this.#look(studies),
    });
  }

  /** Starts to hear what other servers tell. */
  open(): Promise<void> {
    return this.#followers.open();
  }

  stop(): void {
    this.#followers.close();
  }

  /**
   * Creates a study of a match.
   * @param record of the match, which the server has written
   * @param count counts one that can be created
   * @throws `RefusalError` with `too-many-studies`, `unavailable`, or `unauthorized` if its owner was deleted, and as `count`
   */
  async create(
    owner: StudyPerson,
    record: string,
    open: Study["open"],
    count: () => Promise<void>,
  ): Promise<Study> {
    const { store, random, time } = this.#ports;
    if ((await store.list(owner.player)).length >= STUDY_LIMITS.perPlayer) throw refuse("too-many-studies");
    if ((await store.count()) >= STUDY_LIMITS.inAll) throw refuse("too-many-studies");
    await count();
    const read = readRecord(record);
    if ("reason" in read) throw new Error(`a record that was written cannot be read: ${read.reason}`);
    const study: Study = {
      id: newId(random),
      n: 0,
      match: read.header.match,
      game: read.header.game as Study["game"],
      owner,
      open,
      position: { line: "", n: 0 },
      branches: [],
      comments: [],
      marks: [],
    };
    const stored = { study, entries: read.entries.length, begun: 0 };
    if (!(await store.create(stored, record, time.steady.now()))) throw refuse("unauthorized");
    return study;
  }

  /** Lists a player's studies, the one that was changed last first. @throws `RefusalError` with `unavailable` */
  list(player: string): Promise<readonly StudySummary[]> {
    return this.#ports.store.list(player);
  }

  /** Finds a study as it is now. @throws `RefusalError` with `unknown-study` or `unavailable` */
  async find(id: string): Promise<Study> {
    const { stored } = await this.#change(id, null, async () => ({ decided: null }));
    return stored.study;
  }

  /** Returns the record of a study's match. @throws as `find` */
  async readRecord(id: string): Promise<string> {
    requireId(id);
    const record = await this.#ports.store.readRecord(id);
    if (record === null) throw refuse("unknown-study");
    return record;
  }

  /**
   * Carries out an act. Resolves when it is durable, and those who follow are told.
   * @param countOpening counts that its match is opened to play on, which takes time of the process
   * @throws as `find`, `decide`, `create` and `countOpening`
   */
  async act(
    id: string,
    by: StudyPerson,
    act: StudyAct,
    countOpening: () => Promise<void>,
  ): Promise<StudyActed> {
    const { time, random } = this.#ports;
    const means: Means = {
      now: time.now(),
      seed: newMatchSecret(random),
      board: () => this.#board(id, countOpening),
    };
    const { stored, outcome } = await this.#change(id, by, (study) => decide(study, by, act, means));
    const { position } = outcome;
    return { n: stored.study.n, ...(position && { position }) };
  }

  /**
   * Deletes a study.
   * @param by `null`: an operator
   * @param item the id of a branch, comment or mark, which an operator removes alone
   * @throws `RefusalError` with `unknown-study`, `not-study-owner` or `unavailable`
   */
  async delete(id: string, by: StudyPerson | null, item?: string): Promise<void> {
    if (item !== undefined) {
      await this.#change(id, by, async ({ study }) => ({
        decided: findItem(study, item) ? removal(study, item) : null,
      }));
      return;
    }
    const { owner, n } = await this.find(id);
    if (by !== null && !isSame(owner, by)) throw refuse("not-study-owner");
    await this.#ports.store.delete(id);
    this.#forget(id);
    this.#followers.publish(id, n + 1, null);
  }

  /**
   * Tells a follower all of a study, and then what changes. Returns the function that ends it.
   * @throws as `find`, or `RefusalError` with `study-full`
   */
  async follow(id: string, follower: Follower): Promise<Cancel> {
    let cancel: Cancel = () => {};
    // In its turn: no change comes between what is read and what is told.
    await this.#change(id, null, async ({ study }) => {
      if (this.#followers.count(id) >= STUDY_LIMITS.followers)
        throw refuse("study-full", { field: "followers" });
      cancel = this.#followers.add(study, follower);
      return { decided: null };
    });
    return cancel;
  }

  /** Reads all again that is in memory: an earlier database has replaced this one. */
  forget(): void {
    this.#known.clear();
    this.#boards.clear();
    this.#followers.endAll();
  }

  /** Changes a study, one act after the other. Resolves with it as it is then. @param by `null`: an operator, or it changes nothing */
  #change(
    id: string,
    by: StudyPerson | null,
    decideOn: (stored: StoredStudy) => Promise<Outcome>,
  ): Promise<{ readonly stored: StoredStudy; readonly outcome: Outcome }> {
    requireId(id);
    const known = this.#keep(id);
    return this.#inTurn(known, async () => {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const stored = await this.#read(id, known);
        const outcome = await decideOn(stored);
        const { decided } = outcome;
        if (decided === null) return { stored, outcome };
        // Until it is known what is stored, nothing is.
        known.stored = null;
        const { store, time } = this.#ports;
        if (!(await store.change(stored, decided, by?.player ?? null, time.steady.now()))) {
          // It is as it was: so who changes it is gone.
          if ((await store.findChanges(id)) === stored.study.n) throw refuse("unauthorized");
          continue;
        }
        const { change, begun = stored.begun } = decided;
        const changed = { ...stored, begun, study: after(stored.study, change) };
        known.stored = changed;
        this.#followers.tell(changed.study, change);
        this.#followers.publish(id, changed.study.n, change);
        return { stored: changed, outcome };
      }
      throw refuse("unavailable");
    });
  }

  /** Runs a task of a study when those before it are done. */
  async #inTurn<T>(known: Known, task: () => Promise<T>): Promise<T> {
    known.tasks += 1;
    try {
      return await known.queue.run(task);
    } finally {
      known.tasks -= 1;
    }
  }

  /** Returns a study as it is stored. @throws `RefusalError` with `unknown-study` */
  async #read(id: string, known: Known): Promise<StoredStudy> {
    const { store } = this.#ports;
    if (known.stored === null || (await store.findChanges(id)) !== known.stored.study.n)
      known.stored = await store.read(id);
    if (known.stored === null) {
      this.#forget(id);
      throw refuse("unknown-study");
    }
    this.#followers.tell(known.stored.study, null);
    return known.stored;
  }

  #board(id: string, countOpening: () => Promise<void>): Promise<Board> {
    const known = this.#boards.get(id);
    const board = known ?? this.#openBoard(id, countOpening);
    if (known === undefined)
      board.catch((error: unknown) => {
        // A match that cannot be played on is never another one.
        const isLasting = error instanceof RefusalError && error.body.code === "no-branches";
        if (!isLasting && this.#boards.get(id) === board) this.#boards.delete(id);
      });
    this.#boards.delete(id);
    this.#boards.set(id, board);
    trim(this.#boards, KEPT.boards, () => false);
    return board;
  }

  async #openBoard(id: string, countOpening: () => Promise<void>): Promise<Board> {
    await countOpening();
    return this.#openings.run(async () => Board.open(await this.readRecord(id), this.#ports.time));
  }

  /** Notes a change of another server. */
  #heard(id: string, n: number, change: StudyChange | null): void {
    const known = this.#known.get(id);
    if (!known) return;
    const note = async (): Promise<void> => {
      const { stored } = known;
      const isNext = change !== null && stored?.study.n === n - 1;
      if (!isNext) {
        if (this.#followers.has(id)) await this.#read(id, known);
        return;
      }
      const study = after(stored.study, change);
      const { branch } = change;
      const begun = branch ? Number(branch.id.slice(1)) : stored.begun;
      known.stored = { ...stored, begun, study };
      this.#followers.tell(study, change);
    };
    // What cannot be read now is read later.
    this.#inTurn(known, note).catch(() => {});
  }

  async #look(ids: readonly string[]): Promise<void> {
    const changes = await this.#ports.store.listChanges(ids);
    for (const id of ids) {
      const n = changes.get(id);
      if (n !== undefined && n === this.#followers.toldOf(id)) continue;
      await this.find(id).catch(() => {});
    }
  }

  #forget(id: string): void {
    this.#known.delete(id);
    this.#boards.delete(id);
    this.#followers.end(id, "deleted");
  }

  /** Keeps a study in memory, and of those that none follows the ones that were used last. */
  #keep(id: string): Known {
    const known = this.#known.get(id) ?? { queue: new Queue(), tasks: 0, stored: null };
    this.#known.delete(id);
    this.#known.set(id, known);
    trim(
      this.#known,
      KEPT.studies,
      (each, { tasks }) => each === id || tasks > 0 || this.#followers.has(each),
    );
    return known;
  }
}

const after = (study: Study, change: StudyChange): Study => ({
  ...applyChange(study, change),
  n: study.n + 1,
});

function requireId(id: string): void {
  if (!/^[\w-]{21}$/.test(id)) throw refuse("unknown-study");
}

/** Deletes the oldest of more than so many, but for those that are needed. */
function trim<V>(all: Map<string, V>, most: number, isNeeded: (key: string, value: V) => boolean): void {
  for (const [key, value] of all) {
    if (all.size <= most) return;
    if (!isNeeded(key, value)) all.delete(key);
  }
}
