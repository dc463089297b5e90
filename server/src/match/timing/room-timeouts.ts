import type { Logger } from "pino";
import type { Cancel, Time } from "../../time.ts";
import type { Endings } from "../ending/endings.ts";
import type { Gathering } from "../gathering/gathering.ts";
import type { Match } from "../match.ts";
import type { Timeouts } from "../services.ts";

type CloseReason = "empty" | "unattended" | "deserted" | "over" | "overAtTemple";

/** The parts of a room that timeouts use. */
interface TimedRoom {
  readonly match: Match;
  readonly gathering: Pick<Gathering, "beginning" | "abandon">;
  readonly endings: Pick<Endings, "offerEnds" | "lapse">;
  readonly time: Time;
  readonly timeouts: Timeouts;
  readonly log: Logger;
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
  unload(): void;
}

/** A timer that runs, or has ended while its cause lasts. */
interface Wait {
  /** When it changes, the wait begins anew. */
  readonly cause: string | number | true;
  readonly cancel: Cancel;
}

/** Ends a match's waits in time: for players, their nonces, absent players, and any client at all. */
export class RoomTimeouts {
  readonly #room: TimedRoom;
  /** By what is waited for. */
  readonly #waits = new Map<string, Wait>();
  #stopped = false;
  #isGoingOn = false;

  constructor(room: TimedRoom) {
    this.#room = room;
  }

  /**
   * Starts and ends timers after a change of the match or its clients. A timer whose cause lasts goes on.
   * @param since when the change happened, ms since 1970
   */
  update(since = this.#room.time.now()): void {
    if (this.#stopped) return;
    const { match, gathering, endings } = this.#room;
    const isGathering = match.state.status === "gathering";
    this.#updateClose(since);
    this.#updateAbsences(isGathering ? match.seats.away : []);
    this.#updateNonces();
    if (isGathering && gathering.beginning.canProceed) void this.#goOn();
    this.#updateListed(isGathering);
    this.#wait("offer", endings.offerEnds, (ends) => this.#at(ends, () => endings.lapse()));
  }

  stop(): void {
    this.#stopped = true;
    for (const { cancel } of this.#waits.values()) cancel();
    this.#room.match.isDeserted = false;
  }

  /** Lets a match that has not begun go on where its log ended. */
  async resume(): Promise<void> {
    await this.#tryTo("resumed", () => this.#room.gathering.beginning.resume());
  }

  /** Lets a match go on when the last player is back that it waited for. */
  async #goOn(): Promise<void> {
    if (this.#isGoingOn) return;
    this.#isGoingOn = true;
    await this.#tryTo("gone on", () => this.#room.gathering.beginning.goOn());
    this.#isGoingOn = false;
  }

  async #tryTo(step: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.#room.log.debug({ step }, "match resumed");
    } catch (error) {
      this.#room.log.error({ err: error, step }, "match not begun");
    }
  }

  /**
   * Starts a timer unless it runs already for the same cause; ends one whose cause has ended.
   * @param cause `null`: nothing is to be waited for
   */
  #wait<C extends Wait["cause"]>(what: string, cause: C | null, start: (cause: C) => Cancel): void {
    const wait = this.#waits.get(what);
    if ((wait?.cause ?? null) === cause) return;
    wait?.cancel();
    if (cause === null) this.#waits.delete(what);
    else this.#waits.set(what, { cause, cancel: start(cause) });
  }

  /** Calls at a time, ms since 1970. */
  #at(when: number, call: () => void): Cancel {
    return this.#room.time.after(Math.max(0, when - this.#room.time.now()), call);
  }

  #reasonToClose(): CloseReason | null {
    const { isOver, seats, clocksAreRunning, state } = this.#room.match;
    if (isOver) return seats.anyLocal ? "overAtTemple" : "over";
    if (!this.#room.areBots() || seats.anyPresentByTemple || clocksAreRunning) return null;
    const isGathering = state.status === "gathering";
    if (isGathering && seats.humans.length === 0) return "deserted";
    // The seats of a table that gathers stay local to temples only as long as its room.
    return this.#room.isEmpty() && !(isGathering && seats.anyLocal) ? "empty" : "unattended";
  }

  #updateClose(since: number): void {
    const { time, timeouts } = this.#room;
    this.#wait("close", this.#reasonToClose(), (reason) => {
      const left = timeouts[reason] - (time.now() - since);
      return time.after(Math.max(0, left), () => void this.#close(reason));
    });
  }

  /** Closes the room. A match that never began is abandoned with it, but not when only its room is unloaded. */
  async #close(reason: CloseReason): Promise<void> {
    const { match, gathering, log } = this.#room;
    if (reason === "empty") return this.#room.unload();
    if (match.state.status === "gathering")
      await gathering.abandon().catch((err: unknown) => log.warn({ err }, "match not abandoned"));
    await this.#room.close();
  }

  #updateAbsences(absent: readonly string[]): void {
    const { match, time, timeouts } = this.#room;
    for (const [seat] of match.seats.all) {
      const absence = `absence of ${seat}`;
      this.#wait(absence, absent.includes(seat) || null, () =>
        time.after(timeouts.absence, () => {
          this.#waits.delete(absence);
          this.#room.giveUp(seat);
        }),
      );
    }
  }

  /** Goes on without seals and nonces that are missing, again and again: the journal may be away at the first attempt. */
  #updateNonces(): void {
    const { beginning } = this.#room.gathering;
    const { nonces, reveals } = this.#room.timeouts;
    const fix = () => this.#tryTo("seals fixed", () => beginning.fixSeals());
    this.#wait("seals", beginning.isGathered || null, () => this.#room.time.every(nonces, () => void fix()));
    const open = () => this.#tryTo("seats of withheld nonces opened", () => beginning.openWithheld());
    this.#wait("nonces", beginning.isRevealing || null, () =>
      this.#room.time.every(reveals, () => void open()),
    );
  }

  /** Updates what the listing of the match says after a while, and when bots take its open seats. */
  #updateListed(isGathering: boolean): void {
    const { match, time, timeouts } = this.#room;
    const { state, details, seats, isKept } = match;
    const { startsAt, keptUntil } = details;
    const isDeserted = state.status !== "over" && !seats.anyPresent;
    if (!isDeserted) match.isDeserted = false;
    this.#wait("deserted", isDeserted || null, () =>
      time.after(timeouts.deserted, () => {
        match.isDeserted = true;
        this.#room.updateListing();
      }),
    );
    const isCounting = isGathering && startsAt > 0 && seats.anyPresent && seats.open.length > 0;
    this.#wait("countdown", isCounting || null, () => this.#at(startsAt, () => void this.#endCountdown()));
    this.#wait("kept", isKept || null, () => this.#at(keptUntil, () => this.#room.updateListing()));
  }

  async #endCountdown(): Promise<void> {
    const { gathering, time, timeouts, log } = this.#room;
    try {
      await gathering.beginning.endCountdown();
    } catch (error) {
      log.warn({ err: error }, "bots not seated");
      if (this.#stopped || !this.#waits.has("countdown")) return;
      const cancel = time.after(timeouts.nonces, () => void this.#endCountdown());
      this.#waits.set("countdown", { cause: true, cancel });
    }
  }
}
