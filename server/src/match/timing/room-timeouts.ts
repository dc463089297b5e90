import type { Logger } from "pino";
import type { Cancel, Time } from "../../time.ts";
import type { Match } from "../match.ts";
import type { Timeouts } from "../services.ts";

type CloseReason = "empty" | "unattended" | "deserted" | "over" | "overAtTemple";

/** The part of a room that timeouts use. */
interface TimedRoom {
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

/** What a timer waits for while its cause lasts. */
type Wait = "seals" | "nonces" | "deserted" | "countdown" | "kept";

/** Ends a match's waits in time: for players, their nonces, absent players, and any client at all. */
export class RoomTimeouts {
  readonly #match: Match;
  readonly #time: Time;
  readonly #timeouts: Timeouts;
  readonly #log: Logger;
  readonly #room: TimedRoom;
  readonly #waits = new Map<Wait, Cancel>();
  readonly #absent = new Map<string, Cancel>();
  #closeReason: CloseReason | null = null;
  #cancelClose: Cancel = () => {};
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
    const { state, seats, gathering } = this.#match;
    const isGathering = state.status === "gathering";
    this.#updateClose(this.#reasonToClose(), since);
    this.#updateAbsences(isGathering ? seats.away : []);
    this.#updateNonces();
    if (isGathering && gathering.beginning.canProceed) void this.#goOn();
    this.#updateListed(isGathering);
    this.#updateOffer(this.#match.endings.offerEnds);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelClose();
    this.#updateAbsences([]);
    for (const cancel of this.#waits.values()) cancel();
    this.#waits.clear();
    this.#match.isDeserted = false;
    this.#updateOffer(null);
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

  /** Starts a timer unless it runs already, or ends it: its cause does not last. */
  #keep(wait: Wait, lasts: boolean, start: () => Cancel): void {
    const cancel = this.#waits.get(wait);
    if (lasts && cancel === undefined) this.#waits.set(wait, start());
    if (lasts || cancel === undefined) return;
    cancel();
    this.#waits.delete(wait);
  }

  /** Goes on without seals and nonces that are missing, again and again: the journal may be away at the first attempt. */
  #updateNonces(): void {
    const { beginning } = this.#match.gathering;
    const { nonces, reveals } = this.#timeouts;
    const fix = () => this.#tryTo("seals fixed", () => beginning.fixSeals());
    this.#keep("seals", beginning.isGathered, () => this.#time.every(nonces, () => void fix()));
    const open = () => this.#tryTo("seats of withheld nonces opened", () => beginning.openWithheld());
    this.#keep("nonces", beginning.isRevealing, () => this.#time.every(reveals, () => void open()));
  }

  /** Updates what the listing of the match says after a while, and when bots take its open seats. */
  #updateListed(isGathering: boolean): void {
    const { state, details, seats, gathering } = this.#match;
    const { startsAt, keptUntil } = details;
    const isDeserted = state.status !== "over" && !seats.anyPresent;
    if (!isDeserted) this.#match.isDeserted = false;
    this.#keep("deserted", isDeserted, () =>
      this.#time.after(this.#timeouts.deserted, () => {
        this.#match.isDeserted = true;
        this.#room.updateListing();
      }),
    );
    const isCounting = isGathering && startsAt > 0 && seats.anyPresent && seats.open.length > 0;
    this.#keep("countdown", isCounting, () => this.#at(startsAt, () => void this.#endCountdown()));
    this.#keep("kept", gathering.isKept, () => this.#at(keptUntil, () => this.#room.updateListing()));
  }

  /** Calls at a time, ms since 1970. */
  #at(when: number, call: () => void): Cancel {
    return this.#time.after(Math.max(0, when - this.#time.now()), call);
  }

  #updateOffer(ends: number | null): void {
    if (ends === this.#offerEnds) return;
    this.#cancelOffer();
    this.#offerEnds = ends;
    if (ends === null) return;
    this.#cancelOffer = this.#at(ends, () => this.#match.endings.lapse());
  }

  async #endCountdown(): Promise<void> {
    try {
      await this.#match.gathering.beginning.endCountdown();
    } catch (error) {
      this.#log.warn({ err: error }, "bots not seated");
      if (!this.#waits.has("countdown")) return;
      this.#waits.set(
        "countdown",
        this.#time.after(this.#timeouts.nonces, () => void this.#endCountdown()),
      );
    }
  }
}
