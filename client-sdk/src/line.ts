import { Heartbeat, type PingPolicy } from "./heartbeat.ts";
import type { Connect, Link } from "./ports.ts";
import { CLOSE, type Reservation } from "./protocol.ts";
import { connectionRefusal, Refusal } from "./refusal.ts";
import { answerWithin, delayBefore, type ResumePolicy } from "./resume-policy.ts";
import { pause, within } from "./time.ts";
import { onWake } from "./wake.ts";

/**
 * `connected`; `reconnecting`: lost, and looking for the server; `resuming`: the server has let us in again, and the
 * state is on its way; `gone`: left, or lost for good.
 */
export type ConnectionStatus = "connected" | "reconnecting" | "resuming" | "gone";

/** A lost connection. */
export interface Drop {
  /**
   * WebSocket close code: one of `CLOSE`, of Colyseus' (4000-4003, 4010) or of RFC 6455 (1000-1015); 1006 too when
   * nothing was heard any more.
   */
  readonly code: number;
  /** For people; may be empty. */
  readonly reason: string;
  /** Lost for good; else the SDK is coming back by itself. */
  readonly gone: boolean;
  /** Why the SDK gave up coming back. */
  readonly refusal?: Refusal;
}

export interface LineListener<Message> {
  changed(): void;
  message(type: string, payload: Message): void;
  dropped(drop: Drop): void;
  resumed(): void;
}

/** What a line needs: a way to reserve the same place in the same room again, and a way to take it. */
export interface LinePorts {
  /** @param unwanted aborted when nobody waits for the answer any more: then it is not to be remembered */
  reserve(unwanted: AbortSignal): Promise<Reservation>;
  readonly connect: Connect;
  readonly resume: ResumePolicy;
  readonly ping: PingPolicy;
}

/** Colyseus' code for a leave that was asked for. */
const CONSENTED = 4000;

/** After these there is no way back, or none that would be welcome. */
const FINAL: readonly number[] = [CONSENTED, CLOSE.flood, CLOSE.replaced, CLOSE.closed];

/** Refusals that another try may turn: all others will be given again. */
const PASSING: readonly string[] = [
  "unreachable",
  "timeout",
  "closed",
  "draining",
  "unavailable",
  "internal",
];

/** Refusals after which nobody knows whether the request was heard, or whose giver is about to leave it to another. */
const UNHEARD: readonly string[] = ["timeout", "closed", "draining"];

/** A place in a room, held over as many connections as it takes. */
export class Line<State, Message> {
  readonly #ports: LinePorts;
  readonly #listener: LineListener<Message>;
  readonly #heartbeat: Heartbeat;
  readonly #leaving = new AbortController();
  /** Those who wait for the next connection, or for the end of all. */
  readonly #waiting = new Set<() => void>();
  #link: Link | null = null;
  #state: State | null = null;
  #status: ConnectionStatus = "reconnecting";

  constructor(ports: LinePorts, listener: LineListener<Message>) {
    this.#ports = ports;
    this.#listener = listener;
    this.#heartbeat = new Heartbeat(ports.ping);
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** The latest state, after a lost connection the last one seen. */
  get state(): State {
    if (this.#state === null) throw connectionRefusal("closed");
    return this.#state;
  }

  /**
   * Connects for the first time. What was `reserved` may be worth nothing by now, as when somebody came by a later
   * reservation of the same place: then it is reserved once more. Rejects with a `Refusal`.
   */
  async open(reserved?: Reservation): Promise<void> {
    try {
      if (reserved !== undefined) return await this.#enter(reserved);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "unreachable") throw error;
    }
    await this.#enter(await this.#ports.reserve(this.#leaving.signal));
  }

  /** Rejects with a `Refusal`; nothing is kept for later while the connection is lost. */
  async request<Answer>(type: string, payload: unknown): Promise<Answer> {
    if (this.#link === null) throw connectionRefusal("closed");
    return this.#link.request<Answer>(type, payload);
  }

  /**
   * Asks until there is an answer, over as many connections as it takes: for requests that do nothing twice. Rejects
   * with the answer's `Refusal`, or with `closed` when the line is gone.
   */
  async requestSurely<Answer>(type: string, payload: unknown): Promise<Answer> {
    for (;;) {
      const link = this.#link ?? (await this.#connected(null));
      try {
        return await link.request<Answer>(type, payload);
      } catch (error) {
        if (!(error instanceof Refusal) || !UNHEARD.includes(error.code)) throw error;
        if (error.code !== "timeout") await this.#connected(link);
      }
    }
  }

  async leave(): Promise<void> {
    const link = this.#link;
    this.#leaving.abort();
    this.#end();
    await link?.leave();
  }

  async #enter(reservation: Reservation): Promise<void> {
    let own: Link | null = null;
    // One that was given up, and another taken in its place, has nothing more to say: not even how it ends.
    const isCurrent = () => own !== null && this.#link === own;
    const link = await this.#ports.connect<State, Message>(reservation, {
      opened: (opened) => {
        own = opened;
        this.#opened(opened);
      },
      state: (state) => {
        if (!isCurrent()) return;
        this.#heartbeat.heard();
        this.#state = state;
        this.#listener.changed();
      },
      message: (type, payload) => {
        if (!isCurrent()) return;
        this.#heartbeat.heard();
        this.#listener.message(type, payload);
      },
      closed: (code, reason) => {
        if (isCurrent()) this.#lost(code, reason);
      },
    });
    if (this.#leaving.signal.aborted) await link.leave();
  }

  #opened(link: Link): void {
    if (this.#leaving.signal.aborted) return;
    this.#link = link;
    this.#status = "connected";
    this.#heartbeat.watch(link);
    this.#wakeAll();
  }

  #lost(code: number, reason: string): void {
    if (this.#leaving.signal.aborted) return;
    const gone = FINAL.includes(code) || this.#ports.resume.attempts === 0;
    if (gone) this.#end();
    else this.#cutOff();
    this.#listener.dropped({ code, reason, gone });
    if (!gone) void this.#comeBack({ code, reason });
  }

  async #comeBack(drop: { code: number; reason: string }): Promise<void> {
    let refusal: Refusal | undefined;
    for (let attempt = 0; attempt < this.#ports.resume.attempts; attempt++) {
      const delay = delayBefore(attempt, drop.code, this.#ports.resume);
      await this.#pause(delay, refusal?.wait ?? 0);
      if (this.#leaving.signal.aborted) return;
      try {
        const reservation = await this.#reserveWithin(answerWithin(attempt, drop.code));
        if (!this.#leaving.signal.aborted) this.#status = "resuming";
        await this.#enter(reservation);
        if (this.#link !== null) this.#listener.resumed();
        return;
      } catch (error) {
        if (this.#leaving.signal.aborted) return;
        this.#status = "reconnecting";
        refusal = error instanceof Refusal ? error : connectionRefusal("unreachable", error);
        if (!PASSING.includes(refusal.code) && refusal.wait === undefined) break;
      }
    }
    if (this.#leaving.signal.aborted) return;
    this.#end();
    this.#listener.dropped({ ...drop, gone: true, ...(refusal === undefined ? {} : { refusal }) });
  }

  async #reserveWithin(ms: number): Promise<Reservation> {
    const givenUp = new AbortController();
    const unwanted = AbortSignal.any([givenUp.signal, this.#leaving.signal]);
    try {
      return await within(ms, this.#ports.reserve(unwanted));
    } finally {
      givenUp.abort();
    }
  }

  /** Waits `delay` ms, less when the machine wakes or its network returns, but never less than `least`. */
  async #pause(delay: number, least: number): Promise<void> {
    await pause(least, this.#leaving.signal);
    const awake = new AbortController();
    const stop = onWake(() => awake.abort());
    await pause(Math.max(0, delay - least), AbortSignal.any([awake.signal, this.#leaving.signal]));
    stop();
  }

  #cutOff(): void {
    this.#heartbeat.stop();
    this.#link = null;
    this.#status = "reconnecting";
  }

  #end(): void {
    this.#cutOff();
    this.#status = "gone";
    this.#wakeAll();
  }

  /** The next connection after `last`. Rejects with `closed` when there will be none. */
  async #connected(last: Link | null): Promise<Link> {
    while (this.#link === last || this.#link === null) {
      if (this.#status === "gone") throw connectionRefusal("closed");
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return this.#link;
  }

  #wakeAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
