import type { Logger } from "pino";
import type { Random } from "../random.ts";
import type { Cancel, Time } from "../time.ts";
import { isFresh, LEASE, type Lease, type Leases } from "./leases.ts";
import type { MatchMaker, ProcessLoad } from "./match-maker.ts";

/** ms between two checks for dead processes. */
const CHECK_INTERVAL = 3_000;
/** Checks between two that read the whole listing, for rooms of processes that are no longer counted. */
const FULL_CHECK = 20;
/** A process with so many more rooms than the emptiest is chosen half as often. */
const HALVING_LOAD = 20;

/**
 * Picks a process for a new match: at random, since counts are stale when many matches are created at once, emptier ones
 * more often.
 * @param fraction from 0 up to 1
 * @returns `null` if there is none to choose from
 */
export function chooseProcess(loads: readonly ProcessLoad[], fraction: number): string | null {
  const least = Math.min(...loads.map(({ roomCount }) => roomCount));
  const weights = loads.map(({ roomCount }) => HALVING_LOAD / (HALVING_LOAD + roomCount - least));
  let rest = fraction * weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = loads.find((_, i) => (rest -= weights[i] ?? 0) < 0) ?? loads.at(-1);
  return chosen?.processId ?? null;
}

interface LeasedProcess extends Lease {
  readonly load: ProcessLoad;
}

/** The processes of the cluster: chooses where a match is created, and cleans up after those that died. */
export class Processes {
  readonly #matchMaker: MatchMaker;
  readonly #leases: Leases;
  readonly #time: Time;
  readonly #random: Random;
  readonly #log: Logger;
  #checks = 0;
  #cancel: Cancel = () => {};

  constructor(matchMaker: MatchMaker, leases: Leases, time: Time, random: Random, log: Logger) {
    this.#matchMaker = matchMaker;
    this.#leases = leases;
    this.#time = time;
    this.#random = random;
    this.#log = log;
  }

  /** Picks a process that works in which to create a match: of those whose store is steady; if none is known, this one. */
  async choose(): Promise<string> {
    const steady = (await this.#working()).filter(({ isSteady }) => isSteady).map(({ load }) => load);
    return chooseProcess(steady, this.#random.fraction()) ?? this.#matchMaker.processId;
  }

  /** Whether another process works in which matches can be created. */
  async hasOthers(): Promise<boolean> {
    return (await this.#others()).length > 0;
  }

  /**
   * Returns when the store of another process that works was last asked what it answered, by this process' monotonic clock; minus
   * infinity: none is known.
   */
  async othersAnsweredAt(): Promise<number> {
    const others = await this.#others();
    const now = this.#time.monotonic();
    return Math.max(Number.NEGATIVE_INFINITY, ...others.map(({ storeAge }) => now - storeAge));
  }

  /**
   * Starts to check for processes that died.
   * @param onLost called with the ids of the rooms that were lost with one; several processes may be called for it
   */
  watch(onLost: (roomIds: readonly string[]) => void): void {
    const check = () =>
      this.#check(onLost).catch((err: unknown) => this.#log.debug({ err }, "process check failed"));
    this.#cancel = this.#time.every(CHECK_INTERVAL, () => void check(), { background: true });
  }

  stop(): void {
    this.#cancel();
  }

  async #check(onLost: (roomIds: readonly string[]) => void): Promise<void> {
    const loads = await this.#matchMaker.loads();
    const live = (await this.#connected(loads)).filter(({ age }) => age < LEASE).map(({ load }) => load);
    const lost = new Set(loads.filter((load) => !live.includes(load)).map(({ processId }) => processId));
    this.#checks += 1;
    if (this.#checks % FULL_CHECK === 0) {
      const known = new Set(live.map(({ processId }) => processId));
      for (const { processId } of await this.#matchMaker.listRooms({})) {
        if (!known.has(processId)) lost.add(processId);
      }
    }
    lost.delete(this.#matchMaker.processId);
    for (const processId of lost) {
      const rooms = await this.#matchMaker.listRooms({ processId });
      // The process may only be late to subscribe or to renew its lease, so it is asked; without an answer it is removed from the listing.
      if (await this.#matchMaker.checkProcess(processId)) continue;
      this.#log.warn({ processId, rooms: rooms.length }, "process lost");
      onLost(rooms.map(({ roomId }) => roomId));
    }
  }

  async #working(): Promise<LeasedProcess[]> {
    return (await this.#connected()).filter(({ age, leaves }) => isFresh(age) && !leaves);
  }

  /** The other processes that work and whose store answers. */
  async #others(): Promise<LeasedProcess[]> {
    const { processId } = this.#matchMaker;
    return (await this.#working()).filter(({ load, isSteady }) => load.processId !== processId && isSteady);
  }

  /** Lists the processes whose presence channel is open, as a killed one's is not, with their leases. */
  async #connected(loads?: readonly ProcessLoad[]): Promise<LeasedProcess[]> {
    const [all, channels] = await Promise.all([
      loads ?? this.#matchMaker.loads(),
      this.#matchMaker.channels("p:*"),
    ]);
    const open = new Set(channels);
    const connected = all.filter(({ processId }) => open.has(`p:${processId}`));
    return Promise.all(
      connected.map(async (load) => ({ load, ...(await this.#leases.read(load.processId)) })),
    );
  }
}
