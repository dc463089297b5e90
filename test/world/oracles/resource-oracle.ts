import type { House } from "../house/house.ts";
import type { ServerSlot } from "../house/server-slot.ts";

/** ms of virtual time after which a server that has just started does what it does all the time. */
const STARTED = 1_000;
/** ms of virtual time after which nothing is left of a match that is over: its room waits for a rematch for a while. */
const FORGOTTEN = 900_000;
/** Timers that a server may have more than when it started: a check that happens to run. */
const SLACK = 1;
/** Looks at what a server holds, and ms between two: answers of Redis may be awaited at one of them. */
const LOOKS = 5;
const LOOK = 30;
/** The share of runs in which it is checked: with one server, and with several, which tell each other again and again that they are alive. */
const SHARE = { alone: 0.2, together: 0.02 } as const;

/** Finds what servers keep of matches that are over: timers, and with them rooms, and sockets. */
export class ResourceOracle {
  /** ms of virtual time that it takes; 0: this run is not checked. */
  readonly takes: number;
  readonly #house: House;
  readonly #isChecked: boolean;
  #most: Held = { timers: 0, sockets: 0 };

  constructor(house: House) {
    const share = house.servers.length > 1 ? SHARE.together : SHARE.alone;
    this.#house = house;
    this.#isChecked = house.simulation.chanceOf("resources").happens(share);
    this.takes = this.#isChecked ? STARTED + FORGOTTEN : 0;
  }

  /** Looks at servers that have just started. */
  async begin(): Promise<void> {
    if (!this.#isChecked) return;
    await this.#house.sleep(STARTED);
    const held = this.#house.servers.map((slot) => this.#heldBy(slot));
    this.#most = {
      timers: Math.max(...held.map(({ timers }) => timers)) + SLACK,
      sockets: Math.max(...held.map(({ sockets }) => sockets)),
    };
  }

  /** Looks at servers whose matches are over, and whose people are gone. */
  async check(): Promise<void> {
    if (!this.#isChecked) return;
    await this.#house.sleep(FORGOTTEN);
    for (const [i, slot] of this.#house.servers.entries()) {
      let held = this.#heldBy(slot);
      for (let looks = 1; looks < LOOKS && this.#isMore(held); looks += 1) {
        await this.#house.sleep(LOOK);
        held = this.#heldBy(slot);
      }
      if (this.#isMore(held))
        this.#house.find(
          "resources",
          `server-${i + 1} has ${held.timers} timers and ${held.sockets} sockets after its matches, not ${this.#most.timers} and ${this.#most.sockets}`,
        );
    }
  }

  #isMore({ timers, sockets }: Held): boolean {
    return timers > this.#most.timers || sockets > this.#most.sockets;
  }

  #heldBy({ process }: ServerSlot): Held {
    if (process === null) return { timers: 0, sockets: 0 };
    return { timers: this.#house.simulation.pendingOf(process), sockets: process.sockets.size };
  }
}

interface Held {
  readonly timers: number;
  readonly sockets: number;
}
