import { CLOSE, ROOMS } from "@flower-war/protocol";
import type { Logger } from "pino";
import type { Cluster } from "../cluster/cluster.ts";
import type { LocalRooms } from "../cluster/local-rooms.ts";
import { isAway, isSteady, type StoreAnswers } from "../storage/heartbeats/pulse.ts";
import { type Cancel, repeat, type Time } from "../time.ts";
import { liveMatches } from "./room.ts";

/** ms after this server's first question without an answer at which another server must have asked one that has: then it is not away for all. */
const LATER = 1_500;
/** ms for which no other server must be known to reach the database before this one takes requests again: leases may be late. */
const ALONE = 5_000;
/** ms between two checks. */
const INTERVAL = 250;

interface StepDownPorts {
  readonly rooms: Pick<LocalRooms, "ofType" | "named">;
  readonly cluster: Pick<Cluster, "othersAnsweredAt" | "renewLease">;
  /** Whether clients that come to the address they know are served by another server. It is asked while Redis is away too. */
  readonly isServedElsewhere: () => Promise<boolean>;
  readonly time: Time;
  readonly log: Logger;
}

/**
 * Lets a server make way while its database answers other servers and not this one: it sends the players of all matches on and refuses
 * requests, so that the others restore the matches. It takes matches again when its database has answered for a while, or answers no
 * other server either: a database that is slow, or comes and goes, moves no match back and forth, and one that is away for all moves
 * none.
 */
export class StepDown {
  readonly #ports: StepDownPorts;
  #isDown = false;
  /** When another server was last known to reach the database, by the monotonic clock. */
  #othersKnownAt = 0;
  #cancel: Cancel = () => {};

  constructor(ports: StepDownPorts) {
    this.#ports = ports;
  }

  /** Whether requests are to be refused, because other servers can answer them. */
  get isDown(): boolean {
    return this.#isDown;
  }

  /** @param store whether the database answers this server */
  start(store: StoreAnswers): void {
    this.#cancel = repeat(this.#ports.time, INTERVAL, async () => {
      await this.#check(store).catch((err: unknown) => this.#ports.log.warn({ err }, "matches not sent on"));
      return INTERVAL;
    });
  }

  stop(): void {
    this.#cancel();
  }

  async #check(store: StoreAnswers): Promise<void> {
    const { cluster, time, isServedElsewhere } = this.#ports;
    if (isSteady(store, time.monotonic())) return this.#takeMatches();
    const othersAnsweredAt = await cluster.othersAnsweredAt().catch(() => null);
    const now = time.monotonic();
    if (othersAnsweredAt === Number.NEGATIVE_INFINITY) {
      if (now - this.#othersKnownAt >= ALONE) this.#takeMatches();
      return;
    }
    this.#othersKnownAt = now;
    const { lostAt } = store;
    if (lostAt === null || !isAway(store, now)) return;
    const isElsewhere =
      this.#isDown ||
      (othersAnsweredAt === null ? await isServedElsewhere() : othersAnsweredAt - lostAt >= LATER);
    if (isElsewhere) await this.#sendPlayersOn();
  }

  async #sendPlayersOn(): Promise<void> {
    const { rooms, cluster, log } = this.#ports;
    const matches = liveMatches(rooms);
    if (!this.#isDown) {
      log.warn({ matches: matches.length }, "matches sent on, others reach the database");
      this.#isDown = true;
      // Others would restore them here again.
      await cluster.renewLease();
    }
    await Promise.all([
      ...matches.map((match) => match.sendOn()),
      // Bridges go to another server, which can judge.
      rooms.named(ROOMS.temples)?.disconnect(CLOSE.moved),
    ]);
  }

  #takeMatches(): void {
    if (this.#isDown) this.#ports.log.info("database answers steadily, matches taken again");
    this.#isDown = false;
  }
}
