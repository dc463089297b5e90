import type { BotKind, Seal } from "@flower-war/protocol";
import { sealOf } from "@flower-war/rules/witness";
import { refuse } from "../../refusal.ts";
import type { Match } from "../match.ts";
import { formatOf } from "../new-match.ts";
import type { TableChanges } from "./table-changes.ts";

/** The kind of the bots that take the open seats of a match with a countdown. */
const COUNTDOWN_BOT: BotKind = "easy";

/**
 * When a gathering match begins: who is ready, its countdown, and the nonces for its dice. Every player seals theirs; when the match is
 * gathered the seals are fixed, and the nonces revealed (docs/fair-dice.md).
 */
export class Beginning {
  readonly #match: Match;
  readonly #changes: TableChanges;
  /**
   * Whether an outage may have kept players from revealing since the seals were fixed: this process did not have the match then, or a
   * nonce that came could not be stored.
   */
  #hadOutage = false;
  /** Whether a nonce could not be stored since the last look for those that are missing. */
  #isStoreAway = false;

  constructor(match: Match, changes: TableChanges) {
    this.#match = match;
    this.#changes = changes;
  }

  /**
   * Seals a player's nonce; the last missing seal of a gathered match fixes all. Returns the seal that counts, the seat's first.
   * Rejects if the seals cannot be fixed; a repeated call tries again.
   * @param holder of the player's seat
   * @throws `RefusalError` with `bad-token` or `seals-fixed`
   */
  giveSeal(holder: string, seal: Seal): Promise<Seal> {
    return this.#changes.runFor(holder, async (seat) => {
      const known = this.#match.seats.sealIn(seat);
      if (known === null) {
        const isLate = this.isRevealing || this.#match.hasBegun || this.#match.seats.nonceOf(seat) !== "";
        if (isLate) throw refuse("seals-fixed");
        await this.#match.record([{ type: "seal", seat, ...seal }]);
      }
      await this.proceed();
      return known ?? seal;
    });
  }

  /**
   * Adds a player's nonce to the dice: the one that they sealed, or at a table with open nonces one that is not sealed. The last missing
   * one begins a gathered match. Returns the nonce that counts, the seat's first. Rejects if the match cannot begin; a repeated call tries
   * again.
   * @param holder of the player's seat
   * @throws `RefusalError` with `bad-token`, `seal-required`, `seals-open` or `bad-nonce`
   */
  giveNonce(holder: string, nonce: string): Promise<string> {
    return this.#changes.runFor(holder, async (seat) => {
      const isStandIn = this.isRevealing && this.#match.seats.sealIn(seat) === null;
      if (this.#match.seats.nonceOf(seat) === "") {
        if (isStandIn) return seat;
        this.#requireSealed(seat, nonce);
        await this.#match.record([{ type: "nonce", seat, nonce }]).catch((error: unknown) => {
          this.#isStoreAway = this.#hadOutage = true;
          throw error;
        });
      }
      await this.proceed();
      return this.#match.seats.nonceOf(seat);
    });
  }

  #requireSealed(seat: string, nonce: string): void {
    const { seats } = this.#match;
    if (!seats.isSealer(seat)) {
      if (this.#match.plan.openNonces) return;
      throw refuse("seal-required");
    }
    if (!this.isRevealing) throw refuse("seals-open");
    if (seats.sealIn(seat)?.seal !== sealOf(nonce)) throw refuse("bad-nonce", { field: "nonce" });
  }

  /**
   * Says whether a player is ready, which means nothing once the match has begun. Like presence it is not journaled.
   * @param holder of the player's seat
   * @throws `RefusalError` with `bad-token`
   */
  setReady(holder: string, ready: boolean): Promise<void> {
    return this.#changes.runFor(holder, async (seat) => {
      if (this.#match.hasBegun) return;
      this.#match.seats.setReady(seat, ready);
      this.#match.changed();
      await this.proceed();
    });
  }

  /** Whether all players are there, and only seals are missing. */
  get isGathered(): boolean {
    if (this.#match.hasBegun || this.isRevealing) return false;
    if (this.#match.seats.open.length > 0 || this.#match.seats.anyLeaving) return false;
    return this.#match.plan.start !== "host" || this.#match.seats.areReady;
  }

  /** Whether the seals are fixed, but nonces are missing. */
  get isRevealing(): boolean {
    return this.#match.seats.areSealsFixed;
  }

  /** Whether nothing is missing for the next step. */
  get canProceed(): boolean {
    return this.isRevealing ? this.#match.seats.areRevealed : this.isGathered && this.#match.seats.areSealed;
  }

  /** Fixes the seals of a gathered match if all are there, and begins it if all nonces are. Call it in the match's queue. */
  async proceed(): Promise<void> {
    if (this.canProceed) await (this.isRevealing ? this.#begin() : this.#fixSeals());
  }

  /** Goes on where the match stood when its log ended. */
  resume(): Promise<void> {
    this.#hadOutage = this.isRevealing;
    return this.goOn();
  }

  /** Takes the next step if nothing is missing for it. */
  goOn(): Promise<void> {
    return this.#match.queue.run(() => this.proceed());
  }

  /** Fixes the seals of a gathered match, even without those that are missing. */
  fixSeals(): Promise<void> {
    return this.#match.queue.run(async () => {
      if (this.isGathered) await this.#fixSeals();
    });
  }

  /**
   * Opens the seats whose players sealed a nonce and do not reveal it: the match gathers again, with fresh nonces of all others, which leaves
   * no choice between the dice with a nonce and those without it (docs/fair-dice.md). After an outage their players may sit down again; one
   * whose nonce could not be stored gets as long once more.
   */
  openWithheld(): Promise<void> {
    return this.#match.queue.run(async () => {
      if (!this.isRevealing) return;
      if (this.#match.seats.areRevealed) return this.#begin();
      // At a tournament's match none could sit down again.
      const isKept = this.#isStoreAway || (this.#hadOutage && this.#match.isAssigned);
      this.#isStoreAway = false;
      if (!isKept) await this.#changes.open(this.#match.seats.unrevealed, { withheld: !this.#hadOutage });
    });
  }

  /** Lets bots take the open seats of a match whose countdown is over, and goes on if every nonce is sealed. */
  endCountdown(): Promise<void> {
    return this.#match.queue.run(async () => {
      if (this.#match.hasBegun) return;
      await this.#seatBots();
      await this.proceed();
    });
  }

  /**
   * Fixes the seals of those who sit, with whom the match begins; in a match with a countdown, bots take its open seats first. Call it
   * in the match's queue.
   * @throws `RefusalError` with `too-few-players`
   */
  async beginNow(): Promise<void> {
    if (this.#match.plan.start === "countdown") await this.#seatBots();
    await this.#closeOpenSeats();
    await this.#fixSeals();
  }

  /** Fixes the seals of all who are connected. A match without any begins at once. */
  async #fixSeals(): Promise<void> {
    if (this.#match.seats.areRevealed) return this.#match.begin();
    const absent = this.#match.seats.absentSealers;
    this.#hadOutage = false;
    await this.#match.record([
      { type: "seals-fixed", format: formatOf(this.#match.plan), ...(absent.length > 0 && { absent }) },
    ]);
    await this.proceed();
  }

  /** Begins the match unless a player is leaving: then their seat opens first. */
  async #begin(): Promise<void> {
    if (!this.#match.seats.anyLeaving) await this.#match.begin();
  }

  async #seatBots(): Promise<void> {
    const bots = this.#match.seats.open.map(
      (seat) => ({ type: "bot-seated", seat, kind: COUNTDOWN_BOT }) as const,
    );
    if (bots.length > 0) await this.#match.record(bots);
  }

  /** Moves those who sit to the seats of a match of so many players: the open seats vanish when it begins. */
  async #closeOpenSeats(): Promise<void> {
    const taken = this.#match.seats.taken;
    const { game } = this.#match;
    if (taken.length < game.seats.min) throw refuse("too-few-players");
    const seats = game.seatsFor(taken.length);
    const free = seats.filter((seat) => !taken.includes(seat));
    for (const seat of taken.filter((one) => !seats.includes(one))) {
      const [to = seat] = free.splice(0, 1);
      await this.#changes.move(seat, to);
    }
  }
}
