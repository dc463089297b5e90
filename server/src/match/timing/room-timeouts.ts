import type { Logger } from "pino";
import type { Cancel, Time } from "../../time.ts";
import type { Match } from "../match.ts";
import type { Timeouts } from "../services.ts";

type CloseReason = "empty" | "unattended" | "deserted" | "over" | "overAtTemple";

/** The part of a room that timeouts use. */
export interface TimedRoom {
  /** Whether no client is connected. */
  isEmpty(): boolean;
  /** Whether no client is connected but those of bot accounts. */
  areBots(): boolean;
  /** Offers the match to others, or no longer, as `Match.isDeserted` says. */
  updateListing(): void;
  /** Stops waiting for the player of a seat, who was absent for too long. */
  giveUp(seat: string): void;
  /** Closes the room, which is needed no more. */
  close(): Promise<unknown>;
  /** Closes the room, which is not needed now; the next request for its match restores it. */
  unload(): Promise<unknown>;
}

/** Ends a match's waits in time: for players, their nonces, absent players, and any client at all. */
export class RoomTimeouts {
  readonly #match: Match;
  readonly #time: Time;
  readonly #timeouts: Timeouts;
  readonly #log: Logger;
  readonly #room: TimedRoom;
  readonly #absent = new Map<string, Cancel>();
  #closeReason: CloseReason | null = null;
  #cancelClose: Cancel = () => {};
  #cancelSeals: Cancel | null = null;
  #cancelNonces: Cancel | null = null;
  #cancelCountdown: Cancel | null = null;
  #cancelDeserted: Cancel | null = null;
  #cancelKept: Cancel | null = null;
  #offerEnds: number | null = null;
  #cancelOffer: Cancel = () => {};
  #stopped = false;
  #isGoingOn = false;

  constructor(match: Match, time: Time, timeouts: Timeouts, log: Logger, room: TimedRoom) {
    this.#match = match;
    this.#time = time;
    this.#timeouts = timeouts;
    this.#log = log;
    this.#room = room;
  }

  /**
   * Starts and ends timers after a change of the match or its clients. A timer whose cause lasts goes on.
   * @param since when the change happened, ms since 1970
   */
  update(since = this.#time.now()): void {
    if (this.#stopped) return;
    const { state, details, seats, gathering } = this.#match;
    const isGathering = state.status === "gathering";
    this.#updateClose(this.#reasonToClose(), since);
    this.#updateAbsences(isGathering ? seats.away : []);
    this.#updateSeals(gathering.beginning.isGathered);
    this.#updateNonces(gathering.beginning.isRevealing);
    if (isGathering && gathering.beginning.canProceed) void this.#goOn();
    this.#updateDeserted(state.status !== "over" && !seats.anyPresent);
    this.#updateCountdown(isGathering && details.startsAt > 0 && seats.anyPresent && seats.open.length > 0);
    this.#updateOffer(this.#match.endings.offerEnds);
    this.#updateKept(gathering.isKept);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelClose();
    this.#updateAbsences([]);
    this.#updateSeals(false);
    this.#updateNonces(false);
    this.#updateCountdown(false);
    this.#updateDeserted(false);
    this.#updateOffer(null);
    this.#updateKept(false);
  }

  /** Lets a match that has not begun go on where its log ended. */
  async resume(): Promise<void> {
    await this.#tryTo("resumed", () => this.#match.gathering.beginning.resume());
  }

  /** Lets a match go on when the last player is back that it waited for. */
  async #goOn(): Promise<void> {
    if (this.#isGoingOn) return;
    this.#isGoingOn = true;
    await this.#tryTo("gone on", () => this.#match.gathering.beginning.goOn());
    this.#isGoingOn = false;
  }

  /** Fixes the seals of a match whose seats are all taken, even without those that are missing. */
  async #fixSeals(): Promise<void> {
    await this.#tryTo("seals fixed", () => this.#match.gathering.beginning.fixSeals());
  }

  /** Opens the seats of those who do not reveal their nonces. */
  async #openWithheld(): Promise<void> {
    await this.#tryTo("seats of withheld nonces opened", () =>
      this.#match.gathering.beginning.openWithheld(),
    );
  }

  async #tryTo(step: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.#log.debug({ step }, "match resumed");
    } catch (error) {
      this.#log.error({ err: error, step }, "match not begun");
    }
  }

  #reasonToClose(): CloseReason | null {
    const { isOver, seats, clocksAreRunning, state } = this.#match;
    if (isOver) return seats.anyLocal ? "overAtTemple" : "over";
    if (!this.#room.areBots() || seats.anyPresentByTemple || clocksAreRunning) return null;
    const isGathering = state.status === "gathering";
    if (isGathering && seats.humans.length === 0) return "deserted";
    // The seats of a table that gathers stay local to temples only as long as its room.
    return this.#room.isEmpty() && !(isGathering && seats.anyLocal) ? "empty" : "unattended";
  }

  #updateClose(reason: CloseReason | null, since: number): void {
    if (reason === this.#closeReason) return;
    this.#cancelClose();
    this.#closeReason = reason;
    if (reason === null) return;
    const left = this.#timeouts[reason] - (this.#time.now() - since);
    this.#cancelClose = this.#time.after(Math.max(0, left), () => void this.#close());
  }

  /** Closes the room. A match that never began is abandoned with it, but not when only its room is unloaded. */
  async #close(): Promise<void> {
    if (this.#closeReason === "empty") return void (await this.#room.unload());
    if (this.#match.state.status === "gathering") {
      await this.#match.gathering
        .abandon()
        .catch((err: unknown) => this.#log.warn({ err }, "match not abandoned"));
    }
    await this.#room.close();
  }

  #updateAbsences(absent: readonly string[]): void {
    for (const [seat, cancel] of this.#absent) {
      if (absent.includes(seat)) continue;
      cancel();
      this.#absent.delete(seat);
    }
    for (const seat of absent) {
      if (this.#absent.has(seat)) continue;
      const giveUp = () => {
        this.#absent.delete(seat);
        this.#room.giveUp(seat);
      };
      this.#absent.set(seat, this.#time.after(this.#timeouts.absence, giveUp));
    }
  }

  #updateSeals(isGathered: boolean): void {
    if (isGathered) {
      // Again and again: the journal may be away at the first attempt.
      this.#cancelSeals ??= this.#time.every(this.#timeouts.nonces, () => void this.#fixSeals());
    } else {
      this.#cancelSeals?.();
      this.#cancelSeals = null;
    }
  }

  #updateNonces(isRevealing: boolean): void {
    if (isRevealing) {
      this.#cancelNonces ??= this.#time.every(this.#timeouts.reveals, () => void this.#openWithheld());
    } else {
      this.#cancelNonces?.();
      this.#cancelNonces = null;
    }
  }

  #updateDeserted(isEmpty: boolean): void {
    if (!isEmpty) {
      this.#cancelDeserted?.();
      this.#cancelDeserted = null;
      this.#match.isDeserted = false;
      return;
    }
    this.#cancelDeserted ??= this.#time.after(this.#timeouts.deserted, () => {
      this.#match.isDeserted = true;
      this.#room.updateListing();
    });
  }

  #updateCountdown(runs: boolean): void {
    if (!runs) {
      this.#cancelCountdown?.();
      this.#cancelCountdown = null;
      return;
    }
    const left = Math.max(0, this.#match.details.startsAt - this.#time.now());
    this.#cancelCountdown ??= this.#time.after(left, () => void this.#endCountdown());
  }

  #updateKept(isKept: boolean): void {
    if (!isKept) {
      this.#cancelKept?.();
      this.#cancelKept = null;
      return;
    }
    const left = Math.max(0, this.#match.details.keptUntil - this.#time.now());
    this.#cancelKept ??= this.#time.after(left, () => this.#room.updateListing());
  }

  #updateOffer(ends: number | null): void {
    if (ends === this.#offerEnds) return;
    this.#cancelOffer();
    this.#offerEnds = ends;
    if (ends === null) return;
    const left = Math.max(0, ends - this.#time.now());
    this.#cancelOffer = this.#time.after(left, () => this.#match.endings.lapse());
  }

  async #endCountdown(): Promise<void> {
    try {
      await this.#match.gathering.beginning.endCountdown();
    } catch (error) {
      this.#log.warn({ err: error }, "bots not seated");
      const isStillWanted = this.#cancelCountdown !== null;
      if (isStillWanted)
        this.#cancelCountdown = this.#time.after(this.#timeouts.nonces, () => void this.#endCountdown());
    }
  }
}
