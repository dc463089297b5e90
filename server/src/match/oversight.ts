import { type Announcement, CLOSE } from "@flower-war/protocol";
import { fitReason, formatBan } from "@flower-war/protocol/server";
import type { OperatorMatch } from "@flower-war/protocol/operator";
import { refuse, type Result, resultOf } from "../refusal.ts";
import type { Cancel } from "../time.ts";
import type { LiveCore } from "./live-core.ts";
import { addressOf, playerOf, seatOf } from "./seats/client-auth.ts";

/** ms after which bans are enforced again if the journal was away. */
const RETRY = 5000;

/** Why a seat is taken from its player: the code and reason with which they are disconnected. */
interface Removal {
  readonly code: number;
  readonly reason: string;
}

/** An operator's acts on one match, from any process: arguments and answers are JSON. */
export class Oversight {
  readonly #core: LiveCore;
  #cancelRetry: Cancel = () => {};
  #stopped = false;
  /** The seats that are being taken from their players. */
  readonly #removals = new Map<string, Removal>();

  constructor(core: LiveCore) {
    this.#core = core;
  }

  /** Returns what an operator may know of the match. */
  describe(): OperatorMatch {
    const { state, seats, plan } = this.#core.match;
    return {
      id: state.id,
      code: state.code,
      game: plan.game,
      status: state.status,
      private: plan.private,
      n: state.n,
      spectators: [...this.#core.room.clients].filter((client) => seatOf(client) === null).length,
      seats: seats.all.map(([seat, { kind, name, connected, player }]) => ({
        seat,
        kind,
        name,
        connected: seats.isPerson(seat) && connected,
        player: player === "" ? null : player,
        address: seats.addressIn(seat),
      })),
    };
  }

  /**
   * Closes the match for good: it is over, without a result.
   * @param reason is told to all clients there
   */
  endByOperator(reason: string): Promise<Result<null>> {
    return resultOf(() => this.#end(reason));
  }

  /** The same: it goes on at another server. Refuses with `match-not-started`. */
  moveByOperator(reason: string): Promise<Result<null>> {
    return resultOf(() => this.#end(reason, { moved: true }));
  }

  /** Journals pending notes, and returns the match's time, ms since 1970. Refuses with `match-not-started`. */
  settleByOperator(): Promise<Result<number>> {
    const { match } = this.#core;
    return resultOf(() =>
      match.queue.run(async () => {
        if (!match.hasBegun) throw refuse("match-not-started");
        await match.log.appendNotes();
        return match.log.now();
      }),
    );
  }

  async #end(reason: string, how: { readonly moved?: true } = {}): Promise<null> {
    await this.#core.match.end(how);
    this.#core.stopTimers();
    for (const client of this.#core.room.clients) client.leave(CLOSE.ended, fitReason(reason));
    this.#core.services.log.info({ moved: how.moved ?? false }, "match closed by operator");
    await this.#core.close(CLOSE.ended);
    return null;
  }

  /**
   * Takes a seat from its player: before the match has begun it is open then, later a bot plays on there. A seat without a person stays
   * as it is.
   * Refuses with `unknown-seat`.
   * @param reason is told to the player
   */
  removeByOperator(seat: string, reason: string): Promise<Result<null>> {
    return resultOf(async () => {
      await this.#remove(seat, { code: CLOSE.expelled, reason: fitReason(reason) });
      return null;
    });
  }

  /** Disconnects banned players, and opens their seats once the journal can store that. */
  enforceBans(): void {
    this.#cancelRetry();
    this.#enforceBans().catch((err: unknown) => {
      this.#core.services.log.warn({ err }, "bans not enforced");
      if (!this.#stopped) this.#cancelRetry = this.#core.services.time.after(RETRY, () => this.enforceBans());
    });
  }

  /** Tries nothing again from now on. */
  stop(): void {
    this.#stopped = true;
    this.#cancelRetry();
  }

  async #enforceBans(): Promise<void> {
    const { seats } = this.#core.match;
    for (const seat of seats.people) {
      const { player } = seats.personIn(seat);
      const ban = this.#core.services.sanctions.findBan({ player, address: seats.addressIn(seat) ?? "" });
      if (ban !== null) await this.#remove(seat, { code: CLOSE.banned, reason: formatBan(ban) });
    }
    for (const client of this.#core.room.clients) {
      if (seatOf(client) !== null) continue;
      const ban = this.#core.services.sanctions.findBan({
        player: playerOf(client, seats),
        address: addressOf(client),
      });
      if (ban !== null) client.leave(CLOSE.banned, formatBan(ban));
    }
  }

  announce(announcement: Announcement): void {
    this.#core.tellAll("announcement", announcement);
  }

  /** Returns why a seat is taken from its player now; `null`: no operator does that. */
  removalFrom(seat: string): Removal | null {
    return this.#removals.get(seat) ?? null;
  }

  async #remove(seat: string, removal: Removal): Promise<void> {
    this.#removals.set(seat, removal);
    try {
      await this.#core.gathering.removePerson(seat);
      this.#core.services.log.info({ seat }, "player removed by operator");
    } finally {
      this.#removals.delete(seat);
    }
  }
}
