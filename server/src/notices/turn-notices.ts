import { sleep } from "@flower-war/protocol/ports";
import { sumUp } from "@flower-war/protocol/log";
import type { Logger } from "pino";
import { GAME_TITLES } from "../games/index.ts";
import { notices as counted } from "../metrics/counters.ts";
import { deleteExpired } from "../storage/retention.ts";
import { type Cancel, repeat, type ServerTime } from "../time.ts";
import { type NoticeSender, RETRIES } from "./notice-sender.ts";
import type { AwaitedSeat, DueNotice, NoticeStore } from "./store/notice-store.ts";

/** ms between two checks for due notices. */
const CHECK_INTERVAL = 15_000;
/** Notices that are sent at the same time. */
const BATCH = 10;
/** Matches whose change waits for the database; of more, the changes are lost. */
const MOST_WAITING = 1_000;
/** ms that a database may take to store noted turns when the server stops. */
const STOP_TIMEOUT = 2_000;
/** ms after which notices are forgotten: no turn is that long. */
const RETENTION = 45 * 24 * 60 * 60 * 1000;

export interface TurnNoticesPorts {
  readonly store: NoticeStore;
  readonly sender: NoticeSender;
  readonly time: ServerTime;
  readonly log: Logger;
  /** ms after which e-mail addresses that were not confirmed are forgotten. */
  readonly confirmation: number;
}

/** The players whom a match waits for; `null`: it is over. */
type Change = { readonly game: string; readonly awaited: readonly AwaitedSeat[] } | null;

/**
 * Tells players who are away that a match waits for them: each turn once, by every way that they have set. What is due is in the
 * database, so that it outlives a server, and one of several servers sends it. Matches never wait for it, and its failures are logged and
 * counted, no more.
 */
export class TurnNotices {
  readonly #ports: TurnNoticesPorts;
  /** The latest change of each match. */
  readonly #changes = new Map<string, Change>();
  /** The writing that is under way; `null`: none. */
  #writing: Promise<void> | null = null;
  #ends: readonly Cancel[] = [];
  #isStopped = false;

  constructor(ports: TurnNoticesPorts) {
    this.#ports = ports;
  }

  start(): void {
    const { store, time, confirmation } = this.#ports;
    const deleteSome = async () => {
      const anyMail = await store.deleteUnconfirmed(time.now() - confirmation);
      return (await store.deleteOld(time.now() - RETENTION)) || anyMail;
    };
    this.#ends = [
      deleteExpired(deleteSome, this.#ports),
      repeat(time, CHECK_INTERVAL, () => this.#sendAllDue()),
    ];
  }

  /** Stops sending. Resolves when noted turns are stored; closes no database. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const end of this.#ends) end();
    await Promise.race([this.#writing, sleep(this.#ports.time, STOP_TIMEOUT)]);
  }

  /** Notes for whom a match waits while they are away; after `NOTICE_LIMITS.notice` they are told. */
  noteAwaited(match: string, game: string, awaited: readonly AwaitedSeat[]): void {
    this.#note(match, { game, awaited });
  }

  /** Notes that a match is over: it causes no more notices. */
  noteOver(match: string): void {
    this.#note(match, null);
  }

  #note(match: string, change: Change): void {
    if (this.#changes.size >= MOST_WAITING && !this.#changes.has(match)) return this.#countLost(match);
    this.#changes.set(match, change);
    this.#writing ??= this.#write().finally(() => (this.#writing = null));
  }

  /** Stores the changes one after the other, so that they never keep commands waiting. */
  async #write(): Promise<void> {
    for (let next = this.#nextChange(); next; next = this.#nextChange()) {
      const [match, change] = next;
      await this.#store(match, change).catch((err: unknown) => this.#countLost(match, err));
    }
  }

  #nextChange(): [string, Change] | null {
    const [next] = this.#changes;
    if (next === undefined) return null;
    this.#changes.delete(next[0]);
    return next;
  }

  #store(match: string, change: Change): Promise<void> {
    const { store, time } = this.#ports;
    if (change === null) return store.forgetMatch(match);
    return store.noteAwaited(match, change.game, change.awaited, time.steady.now());
  }

  #countLost(match: string, err?: unknown): void {
    counted.inc({ by: "any", outcome: "lost" });
    this.#ports.log.warn({ err, match }, "awaited players not noted");
  }

  async #sendAllDue(): Promise<number> {
    try {
      while (!this.#isStopped && (await this.#sendDue()) > 0);
    } catch (err) {
      this.#ports.log.debug({ err }, "due notices not read");
    }
    return CHECK_INTERVAL;
  }

  /** Sends some of the notices that are due. Resolves with how many this server took. */
  async #sendDue(): Promise<number> {
    const { store, time, log } = this.#ports;
    const due = await store.listDue(time.steady.now(), BATCH);
    const taken = due.map(async (notice) => {
      if (!(await store.take(notice))) return false;
      await this.#send(notice).catch((err: unknown) => log.warn(sumUp({ err }), "notice not sent"));
      return true;
    });
    return (await Promise.all(taken)).filter((isTaken) => isTaken).length;
  }

  async #send(notice: DueNotice): Promise<void> {
    const { store, time, sender } = this.#ports;
    const { match } = notice;
    const game = GAME_TITLES[notice.game] ?? notice.game;
    const outcome = await sender.tell(notice.player, {
      words: ({ turn, awaited, play }) => ({
        title: turn.replace("{game}", () => game),
        body: awaited,
        link: play,
      }),
      match,
      path: `/matches/${match}`,
    });
    const delay = RETRIES[notice.attempts];
    if (outcome === "failed" && delay !== undefined) await store.retry(notice, time.steady.now() + delay);
  }
}
