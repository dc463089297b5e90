import type { BotKind } from "@flower-war/protocol";
import { refuse } from "../../refusal.ts";
import type { MatchPlan } from "../../storage/journal/facts.ts";
import type { SeatTable } from "../seats/seat-table.ts";
import type { GatheringPorts, TableChanges } from "./table-changes.ts";

/** The kind of the bots that take the open seats of a match with a countdown. */
const COUNTDOWN_BOT: BotKind = "easy";

/** When a gathering match begins: who is ready, the nonces for its dice, and its countdown. */
export class Beginning {
  readonly #plan: MatchPlan;
  readonly #seats: SeatTable;
  readonly #ports: GatheringPorts;
  readonly #changes: TableChanges;

  constructor(plan: MatchPlan, seats: SeatTable, ports: GatheringPorts, changes: TableChanges) {
    this.#plan = plan;
    this.#seats = seats;
    this.#ports = ports;
    this.#changes = changes;
  }

  /**
   * Adds a player's nonce to the dice; the last missing one begins a gathered match. Returns the nonce that counts, the
   * seat's first. Rejects if the match cannot begin; a repeated call tries again.
   * @param holder of the player's seat
   * @throws `RefusalError` with `bad-token`
   */
  giveNonce(holder: string, nonce: string): Promise<string> {
    return this.#changes.runFor(holder, async (seat) => {
      if (this.#seats.nonceOf(seat) === "") await this.#changes.record({ type: "nonce", seat, nonce });
      await this.beginIfComplete();
      return this.#seats.nonceOf(seat);
    });
  }

  /**
   * Says whether a player is ready, which means nothing once the match has begun. Like presence it is not journaled.
   * @param holder of the player's seat
   * @throws `RefusalError` with `bad-token`
   */
  setReady(holder: string, ready: boolean): Promise<void> {
    return this.#changes.runFor(holder, async (seat) => {
      if (this.#ports.hasBegun()) return;
      this.#seats.setReady(seat, ready);
      this.#ports.changed();
      await this.beginIfComplete();
    });
  }

  /** Whether nobody has to be waited for, but the match has not begun: nonces are missing. */
  get isGathered(): boolean {
    if (this.#ports.hasBegun() || this.#seats.open.length > 0 || this.#seats.holders.anyLeaving) return false;
    return this.#plan.start !== "host" || this.#seats.areReady;
  }

  /** Whether the match is gathered and could begin. */
  get hasAllNonces(): boolean {
    return this.isGathered && this.#seats.haveNonces;
  }

  /** Begins the match if it is gathered and has all nonces. Call it in the match's queue. */
  async beginIfComplete(): Promise<void> {
    if (this.hasAllNonces) await this.#ports.begin();
  }

  /** Begins a gathered match, even without the nonces that are missing. */
  beginWithoutNonces(): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (this.isGathered) await this.#ports.begin();
    });
  }

  /** Lets bots take the open seats of a match whose countdown is over, and begins it if every nonce is given. */
  endCountdown(): Promise<void> {
    return this.#ports.queue.run(async () => {
      if (this.#ports.hasBegun()) return;
      await this.#seatBots();
      await this.beginIfComplete();
    });
  }

  /**
   * Begins the match with those who sit; in a match with a countdown, bots take its open seats first. Call it in the match's queue.
   * @throws `RefusalError` with `too-few-players`
   */
  async beginNow(): Promise<void> {
    if (this.#plan.start === "countdown") await this.#seatBots();
    await this.#closeOpenSeats();
    await this.#ports.begin();
  }

  async #seatBots(): Promise<void> {
    const bots = this.#seats.open.map((seat) => ({ type: "bot-seated", seat, kind: COUNTDOWN_BOT }) as const);
    if (bots.length > 0) await this.#changes.record(...bots);
  }

  /** Moves those who sit to the seats of a match of so many players: the open seats vanish when it begins. */
  async #closeOpenSeats(): Promise<void> {
    const taken = this.#seats.taken;
    if (taken.length < this.#ports.fewest) throw refuse("too-few-players");
    const seats = this.#ports.seatsFor(taken.length);
    const free = seats.filter((seat) => !taken.includes(seat));
    for (const seat of taken.filter((one) => !seats.includes(one))) {
      const [to = seat] = free.splice(0, 1);
      await this.#changes.move(seat, to);
    }
  }
}
