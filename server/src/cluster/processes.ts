import { matchMaker } from "@colyseus/core";
import type { Logger } from "pino";

/** ms between two looks for processes that died. */
const SWEEP = 3_000;
/** Looks between two that read the whole listing, for rooms whose process is counted no more. */
const THOROUGH = 20;
/** A process with so many more rooms than another is chosen half as often. */
const SCALE = 20;

/** A process of the cluster, as it was counted at most a second ago. */
export interface Load {
  readonly processId: string;
  readonly roomCount: number;
}

/**
 * Picks a process for a new match: at random, since counts are old when many matches are made at once, the emptier the
 * likelier.
 * @param random from 0 up to 1
 * @returns `null` if there is none to choose from
 */
export function choose(loads: readonly Load[], random: number): string | null {
  const least = Math.min(...loads.map(({ roomCount }) => roomCount));
  const weights = loads.map(({ roomCount }) => SCALE / (SCALE + roomCount - least));
  let rest = random * weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = loads.find((_, i) => (rest -= weights[i] ?? 0) < 0) ?? loads.at(-1);
  return chosen?.processId ?? null;
}

/** The processes of the cluster: where a match is made, and what is left of those that died. */
export class Processes {
  readonly #log: Logger;
  #looks = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** The id of the process in which to make a match: one that is alive. */
  readonly choose = async (): Promise<string> => {
    const [live] = await this.#liveAndDead();
    return choose(live, Math.random()) ?? matchMaker.processId;
  };

  /**
   * Begins to look for processes that died.
   * @param onLost called with the ids of the rooms that are gone with one; several processes may be told
   */
  watch(onLost: (roomIds: readonly string[]) => void): void {
    const look = () =>
      this.#sweep(onLost).catch((err: unknown) => this.#log.debug({ err }, "cannot look for lost processes"));
    this.#timer = setInterval(() => void look(), SWEEP);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #sweep(onLost: (roomIds: readonly string[]) => void): Promise<void> {
    const [live, dead] = await this.#liveAndDead();
    const lost = new Set(dead.map(({ processId }) => processId));
    this.#looks += 1;
    if (this.#looks % THOROUGH === 0) {
      const known = new Set(live.map(({ processId }) => processId));
      for (const { processId } of await matchMaker.query({})) if (!known.has(processId)) lost.add(processId);
    }
    lost.delete(matchMaker.processId);
    for (const processId of lost) {
      const rooms = await matchMaker.query({ processId });
      // It may only be late to subscribe again, so it is asked; one that does not answer is cleaned away.
      if (await matchMaker.healthCheckProcessId(processId)) continue;
      this.#log.warn({ processId, rooms: rooms.length }, "a process is lost");
      onLost(rooms.map(({ roomId }) => roomId));
    }
  }

  /** Processes that take new rooms, by whether their channel is open: a dead one's closes with its connection. */
  async #liveAndDead(): Promise<[live: Load[], dead: Load[]]> {
    const [loads, channels] = await Promise.all([
      matchMaker.stats.fetchAll(),
      matchMaker.presence.channels("p:*"),
    ]);
    const open = new Set(channels);
    const isOpen = ({ processId }: Load) => open.has(`p:${processId}`);
    return [loads.filter(isOpen), loads.filter((load) => !isOpen(load))];
  }
}
