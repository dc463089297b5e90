import type { Logger } from "pino";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import type { Journal } from "../storage/journal/journal.ts";
import type { Cancel, Time } from "../time.ts";
import type { LiveMatch } from "./live-match.ts";
import { liveMatches } from "./room.ts";
import { matchOf, ownedOf } from "./room-id.ts";

/** ms within which a room finds out that its match was taken over. */
const CHECKED_WITHIN = 3_000;
/** ms between two looks which matches must be checked. */
const INTERVAL = 500;

/** When a match was this process' last, by the monotonic clock, and how many facts it had then. */
interface Proof {
  readonly at: number;
  readonly facts: number;
}

/**
 * Closes rooms of this process whose match another process has taken over, because this one was slow and counted as dead.
 * Where players act, the journal detects it at once, and what it has appended proves the match this process' own; this covers matches
 * in which nothing was appended lately.
 */
export class OwnershipMonitor {
  readonly #journal: Pick<Journal, "findTakenOver">;
  readonly #rooms: Pick<LocalRooms, "ofType">;
  readonly #time: Time;
  readonly #log: Logger;
  readonly #proofs = new WeakMap<LiveMatch, Proof>();
  /** When it looked last. */
  #lookedAt: number;
  #cancel: Cancel = () => {};

  constructor(
    journal: Pick<Journal, "findTakenOver">,
    rooms: Pick<LocalRooms, "ofType">,
    time: Time,
    log: Logger,
  ) {
    this.#journal = journal;
    this.#rooms = rooms;
    this.#time = time;
    this.#log = log;
    this.#lookedAt = time.monotonic();
  }

  start(): void {
    const next = () => {
      this.#cancel = this.#time.after(INTERVAL, () => void this.#check(this.#findQuiet()).finally(next), {
        background: true,
      });
    };
    next();
  }

  stop(): void {
    this.#cancel();
  }

  /** Disconnects the clients of matches that another process now owns; they reconnect there. */
  async check(): Promise<void> {
    await this.#check(liveMatches(this.#rooms));
  }

  /** Finds the rooms of matches that must be checked now: nothing was appended since the last look or check, for too long. */
  #findQuiet(): LiveMatch[] {
    const now = this.#time.monotonic();
    const quiet = liveMatches(this.#rooms).filter((live) => {
      const { facts } = live.match;
      const proof = this.#proofs.get(live);
      if (proof?.facts === facts) return now - proof.at >= CHECKED_WITHIN - INTERVAL;
      this.#proofs.set(live, { at: this.#lookedAt, facts });
      return false;
    });
    this.#lookedAt = now;
    return quiet;
  }

  async #check(matches: readonly LiveMatch[]): Promise<void> {
    if (matches.length === 0) return;
    const at = this.#time.monotonic();
    try {
      const owned = matches.map(({ room }) => ownedOf(room.roomId));
      const taken = new Set(await this.#journal.findTakenOver(owned));
      for (const live of matches) {
        if (taken.has(matchOf(live.room.roomId))) live.moveOut();
        else this.#proofs.set(live, { at, facts: live.match.facts });
      }
    } catch (err) {
      this.#log.debug({ err }, "match ownership check failed");
    }
  }
}
