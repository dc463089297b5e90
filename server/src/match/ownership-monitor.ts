import type { Logger } from "pino";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import type { Journal } from "../storage/journal/journal.ts";
import { type Cancel, repeat, type Time } from "../time.ts";
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

interface OwnershipPorts {
  readonly journal: Pick<Journal, "findTakenOver">;
  readonly rooms: Pick<LocalRooms, "ofType">;
  readonly time: Time;
  readonly log: Logger;
}

/**
 * Closes rooms of this process whose match another process has taken over, because this one was slow and counted as dead.
 * Where players act, the journal detects it at once, and what it has appended proves the match this process' own; this covers matches
 * in which nothing was appended lately.
 */
export class OwnershipMonitor {
  readonly #ports: OwnershipPorts;
  readonly #proofs = new WeakMap<LiveMatch, Proof>();
  /** When it looked last. */
  #lookedAt: number;
  #cancel: Cancel = () => {};

  constructor(ports: OwnershipPorts) {
    this.#ports = ports;
    this.#lookedAt = ports.time.monotonic();
  }

  start(): void {
    this.#cancel = repeat(this.#ports.time, INTERVAL, async () => {
      await this.#check(this.#findQuiet());
      return INTERVAL;
    });
  }

  stop(): void {
    this.#cancel();
  }

  /** Disconnects the clients of matches that another process now owns; they reconnect there. */
  async check(): Promise<void> {
    await this.#check(liveMatches(this.#ports.rooms));
  }

  /** Finds the rooms of matches that must be checked now: nothing was appended since the last look or check, for too long. */
  #findQuiet(): LiveMatch[] {
    const now = this.#ports.time.monotonic();
    const quiet = liveMatches(this.#ports.rooms).filter((live) => {
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
    const at = this.#ports.time.monotonic();
    try {
      const owned = matches.map(({ room }) => ownedOf(room.roomId));
      const taken = new Set(await this.#ports.journal.findTakenOver(owned));
      for (const live of matches) {
        if (taken.has(matchOf(live.room.roomId))) live.moveToOwner();
        else this.#proofs.set(live, { at, facts: live.match.facts });
      }
    } catch (err) {
      this.#ports.log.debug({ err }, "match ownership check failed");
    }
  }
}
