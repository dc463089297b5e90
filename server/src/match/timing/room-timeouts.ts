import { CLOSE } from "@flower-war/protocol";
import { countFault } from "../../metrics/count-fault.ts";
import type { Cancel } from "../../time.ts";
import { watchDelayOf } from "../../storage/journal/record.ts";
import type { Offers } from "../ending/offers.ts";
import type { LiveCore } from "../live-core.ts";
import type { MatchListing } from "../outbound/listing.ts";
import type { RoomClients } from "../room-clients.ts";

/** ms before the next clock ends in which a match is not put to sleep any more. */
const LIGHT_SLEEP = 30_000;

type CloseReason = "empty" | "unattended" | "deserted" | "over" | "overAtTemple";

/** A timer that runs, or has ended while its cause lasts. */
interface Wait {
  /** When it changes, the wait begins anew. */
  readonly cause: string | number | true;
  readonly cancel: Cancel;
}

/** Ends a match's waits in time: for players, their nonces, absent players, and any client at all. */
export class RoomTimeouts {
  readonly #core: LiveCore;
  readonly #offers: Pick<Offers, "ends" | "lapse">;
  readonly #clients: Pick<RoomClients, "areBots" | "giveUp">;
  readonly #listing: Pick<MatchListing, "update">;
  /** The timeouts by their subject. */
  readonly #waits = new Map<string, Wait>();
  #stopped = false;
  #isGoingOn = false;

  constructor(
    core: LiveCore,
    offers: Pick<Offers, "ends" | "lapse">,
    clients: Pick<RoomClients, "areBots" | "giveUp">,
    listing: Pick<MatchListing, "update">,
  ) {
    this.#core = core;
    this.#offers = offers;
    this.#clients = clients;
    this.#listing = listing;
  }

  /**
   * Starts and ends timers after a change of the match or its clients. A timer whose cause lasts goes on.
   * @param since when the change happened, ms since 1970
   */
  update(since = this.#core.services.time.now()): void {
    if (this.#stopped) return;
    const { match, gathering } = this.#core;
    const isGathering = match.state.status === "gathering";
    this.#updateClose(since);
    this.#updateSleep();
    this.#updateAbsences(isGathering ? match.seats.away : []);
    this.#updateNonces();
    if (isGathering && gathering.beginning.canProceed) void this.#goOn();
    this.#updateListed(isGathering);
    this.#wait("offer", this.#offers.ends, (ends) => this.#at(ends, () => this.#offers.lapse()));
  }

  stop(): void {
    this.#stopped = true;
    for (const { cancel } of this.#waits.values()) cancel();
    this.#core.match.isDeserted = false;
  }

  /** Lets a match that has not begun go on where its log ended. */
  async resume(): Promise<void> {
    await this.#tryTo("resumed", () => this.#core.gathering.beginning.resume());
  }

  /** Lets a match go on when the last player is back that it waited for. */
  async #goOn(): Promise<void> {
    if (this.#isGoingOn) return;
    this.#isGoingOn = true;
    await this.#tryTo("gone on", () => this.#core.gathering.beginning.goOn());
    this.#isGoingOn = false;
  }

  async #tryTo(step: string, act: () => Promise<void>): Promise<void> {
    try {
      await act();
      this.#core.services.log.debug({ step }, "match resumed");
    } catch (error) {
      this.#core.services.log.error({ err: error, step }, "match not begun");
      countFault(error);
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
    const { time } = this.#core.services;
    return time.after(Math.max(0, when - time.now()), call);
  }

  #reasonToClose(): CloseReason | null {
    const { isOver, seats, clocksAreRunning, state } = this.#core.match;
    if (isOver) return seats.anyLocal ? "overAtTemple" : "over";
    if (!this.#clients.areBots || seats.anyPresentByTemple || clocksAreRunning) return null;
    const isGathering = state.status === "gathering";
    // It begins without those who do not come, unless a seat is open, which none can take: then its tournament ends it, if that still goes on.
    if (isGathering && this.#core.match.isAssigned && seats.open.length === 0) return null;
    if (isGathering && seats.humans.length === 0) return "deserted";
    // The seats of a table that gathers stay local to temples only as long as its room.
    return this.#core.room.clients.length === 0 && !(isGathering && seats.anyLocal) ? "empty" : "unattended";
  }

  #updateClose(since: number): void {
    const { time, timeouts } = this.#core.services;
    this.#wait("close", this.#reasonToClose(), (reason) => {
      // Spectators see the end later.
      const late = this.#core.match.isOver ? watchDelayOf(this.#core.match.plan) : 0;
      const left = timeouts[reason] + late - (time.now() - since);
      return time.after(Math.max(0, left), () => void this.#close(reason));
    });
  }

  /** Lets a match sleep whose clocks run and whose room has been empty for a while: no client, no temple, and no offer that ends. */
  #updateSleep(): void {
    const { match, room, services } = this.#core;
    const { time, timeouts } = services;
    const isEmpty = room.clients.length === 0 && !match.seats.anyPresentByTemple;
    const canSleep = match.clocksAreRunning && isEmpty && this.#offers.ends === null;
    const fallAsleep = () => {
      const change = match.clocks.nextChange;
      if (change !== null && change - time.now() > LIGHT_SLEEP) this.#core.unload();
    };
    this.#wait("sleep", canSleep || null, () => time.every(timeouts.empty, fallAsleep));
  }

  /** Closes the room. A match that never began is abandoned with it, but not when only its room is unloaded. */
  async #close(reason: CloseReason): Promise<void> {
    const { match, gathering, services } = this.#core;
    if (reason === "empty") return this.#core.unload();
    if (match.state.status === "gathering")
      await gathering.abandon().catch((err: unknown) => services.log.warn({ err }, "match not abandoned"));
    await this.#core.close(CLOSE.closed);
  }

  #updateAbsences(absent: readonly string[]): void {
    const { time, timeouts } = this.#core.services;
    const { seats } = this.#core.match;
    for (const [seat] of seats.all) {
      const absence = `absence of ${seat}`;
      const giveUp = () => {
        this.#waits.delete(absence);
        // If the seat cannot be opened, the next attempt waits longer.
        seats.endArrival(seat);
        this.#clients.giveUp(seat);
      };
      const cause = absent.includes(seat) ? (seats.expectedUntil(seat) ?? true) : null;
      this.#wait(absence, cause, (until) =>
        until === true ? time.after(timeouts.absence, giveUp) : this.#at(until, giveUp),
      );
    }
  }

  /** Goes on without seals and nonces that are missing, again and again: the journal may be away at the first attempt. */
  #updateNonces(): void {
    const { beginning } = this.#core.gathering;
    const { time, timeouts } = this.#core.services;
    const fix = () => this.#tryTo("seals fixed", () => beginning.fixSeals());
    this.#wait("seals", beginning.isGathered || null, () => time.every(timeouts.nonces, () => void fix()));
    const open = () => this.#tryTo("seats of withheld nonces opened", () => beginning.openWithheld());
    this.#wait("nonces", beginning.isRevealing || null, () =>
      time.every(timeouts.reveals, () => void open()),
    );
  }

  /** Updates what the listing of the match says after a while, and when bots take its open seats. */
  #updateListed(isGathering: boolean): void {
    const { match, services } = this.#core;
    const { details, seats, isKept } = match;
    const { startsAt, keptUntil } = details;
    const { toldOverAt, isToldOver, toldFrom, isToldLater } = match;
    const delay = watchDelayOf(match.plan);
    const isDeserted = !isToldOver && !seats.anyPresent;
    if (!isDeserted) match.isDeserted = false;
    this.#wait("deserted", isDeserted || null, () =>
      services.time.after(services.timeouts.deserted + delay, () => {
        match.isDeserted = true;
        this.#listing.update();
      }),
    );
    const isCounting = isGathering && startsAt > 0 && seats.anyPresent && seats.open.length > 0;
    this.#wait("countdown", isCounting || null, () => this.#at(startsAt, () => void this.#endCountdown()));
    const updateAt = (when: number) => services.time.at(when, () => this.#listing.update());
    this.#wait("told over", delay > 0 ? toldOverAt : null, updateAt);
    this.#wait("told", isToldLater ? toldFrom : null, updateAt);
    this.#wait("kept", isKept || null, () => this.#at(keptUntil, () => this.#listing.update()));
  }

  async #endCountdown(): Promise<void> {
    const { gathering, services } = this.#core;
    const { time, timeouts, log } = services;
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
