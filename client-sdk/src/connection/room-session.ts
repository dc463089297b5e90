import { CLOSE, type Reservation } from "@flower-war/protocol";
import { type Random, sleep, type Time, withTimeout } from "@flower-war/protocol/ports";
import { connectionRefusal, Refusal } from "../refusal.ts";
import type { Connect, Connection } from "./connection.ts";
import { Heartbeat, type PingPolicy } from "./heartbeat.ts";
import { type ResumePolicy, reserveTimeout, resumeDelay } from "./resume-policy.ts";
import { onWake } from "./wake.ts";

/**
 * `connected`; `reconnecting`: lost, and the SDK tries to reach the server; `resuming`: the server has reserved the seat
 * again, and the state is on its way; `gone`: left, or lost permanently.
 */
export type ConnectionStatus = "connected" | "reconnecting" | "resuming" | "gone";

/** A lost connection. */
export interface Drop {
  /**
   * WebSocket close code: one of `CLOSE`, of Colyseus' (4000-4003, 4010) or of RFC 6455 (1000-1015). 1006 also stands for
   * a ping without an answer.
   */
  readonly code: number;
  /** For people; may be empty. */
  readonly reason: string;
  /** Lost permanently. If `false`, the SDK reconnects. */
  readonly gone: boolean;
  /** Why the SDK stopped trying to reconnect. */
  readonly refusal?: Refusal;
}

/** Receives what happens in a room, over all connections to it. */
export interface RoomSessionListener<Message> {
  /** The state has changed. */
  changed(): void;
  /** The session's `status` has changed. */
  statusChanged(): void;
  message(type: string, payload: Message): void;
  dropped(drop: Drop): void;
  resumed(): void;
}

/** What all sessions of a `FlowerWar` share. */
export interface SessionSettings {
  readonly connect: Connect;
  readonly resume: ResumePolicy;
  readonly ping: PingPolicy;
  readonly time: Time;
  readonly random: Random;
}

/**
 * Reserves the same place in the same room again.
 * @param unwanted aborted when the caller no longer needs the answer; it must not be stored then
 */
export type Reserve = (unwanted: AbortSignal) => Promise<Reservation>;

/** Colyseus' close code for a leave that the client requested. */
const CONSENTED = 4000;

/**
 * Close codes after which the SDK does not reconnect: the client left, was replaced, removed or banned, or sent too many messages, or
 * the room was closed.
 */
const FINAL_CLOSES: readonly number[] = [
  CONSENTED,
  CLOSE.flood,
  CLOSE.replaced,
  CLOSE.closed,
  CLOSE.removed,
  CLOSE.ended,
  CLOSE.expelled,
  CLOSE.banned,
];

/** Refusals that another attempt may avoid; the server would repeat any other. */
const TRANSIENT_REFUSALS: readonly string[] = [
  "unreachable",
  "timeout",
  "closed",
  "draining",
  "unavailable",
  "internal",
];

/** Refusals after which a request is repeated: its outcome is unknown, or its server is shutting down. */
const UNANSWERED: readonly string[] = ["timeout", "closed", "draining"];

/** A client's place in a room, kept across reconnects. */
export class RoomSession<State, Message> {
  readonly #settings: SessionSettings;
  readonly #reserve: Reserve;
  readonly #listener: RoomSessionListener<Message>;
  readonly #heartbeat: Heartbeat;
  readonly #leaving = new AbortController();
  /** Callers that wait for the next connection, or for the end of the session. */
  readonly #waiting = new Set<() => void>();
  #connection: Connection | null = null;
  #state: State | null = null;
  #status: ConnectionStatus = "reconnecting";

  constructor(settings: SessionSettings, reserve: Reserve, listener: RoomSessionListener<Message>) {
    this.#settings = settings;
    this.#reserve = reserve;
    this.#listener = listener;
    this.#heartbeat = new Heartbeat(settings.ping, settings.time);
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  /** The latest state; after a lost connection the last one that arrived. */
  get state(): State {
    if (this.#state === null) throw connectionRefusal("closed");
    return this.#state;
  }

  /**
   * Connects for the first time. If `reservation` is no longer valid, because a later one for the same place was used, it
   * reserves once more. Rejects with a `Refusal`.
   */
  async open(reservation?: Reservation): Promise<void> {
    try {
      if (reservation !== undefined) return await this.#enter(reservation);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "unreachable") throw error;
    }
    await this.#enter(await this.#reserve(this.#leaving.signal));
  }

  /** Sends a request over the current connection. Rejects with a `Refusal`, with `closed` while there is none. */
  async request<Answer>(type: string, payload: unknown): Promise<Answer> {
    if (this.#connection === null) throw connectionRefusal("closed");
    return this.#connection.request<Answer>(type, payload);
  }

  /**
   * Sends a request until it is answered, across reconnects. The request must be idempotent. Rejects
   * with the answer's `Refusal`, or with `closed` when the session is gone.
   */
  async requestUntilAnswered<Answer>(type: string, payload: unknown): Promise<Answer> {
    for (;;) {
      const connection = this.#connection ?? (await this.#nextConnection(null));
      try {
        return await connection.request<Answer>(type, payload);
      } catch (error) {
        if (!(error instanceof Refusal) || !UNANSWERED.includes(error.code)) throw error;
        if (error.code !== "timeout") await this.#nextConnection(connection);
      }
    }
  }

  async leave(): Promise<void> {
    const connection = this.#connection;
    this.#leaving.abort();
    this.#end();
    await connection?.leave();
  }

  async #enter(reservation: Reservation): Promise<void> {
    let own: Connection | null = null;
    // Ignores everything from a connection that was given up for another one, its close included.
    const isCurrent = () => own !== null && this.#connection === own;
    const connection = await this.#settings.connect<State, Message>(reservation, {
      opened: (opened) => {
        own = opened;
        this.#onOpened(opened);
      },
      state: (state) => {
        if (!isCurrent()) return;
        this.#heartbeat.noteMessage();
        this.#state = state;
        this.#listener.changed();
      },
      message: (type, payload) => {
        if (!isCurrent()) return;
        this.#heartbeat.noteMessage();
        this.#listener.message(type, payload);
      },
      closed: (code, reason) => {
        if (isCurrent()) this.#onClosed(code, reason);
      },
    });
    if (this.#leaving.signal.aborted) await connection.leave();
  }

  #onOpened(connection: Connection): void {
    if (this.#leaving.signal.aborted) return;
    this.#connection = connection;
    this.#heartbeat.watch(connection);
    this.#setStatus("connected");
    this.#wakeWaiting();
  }

  #onClosed(code: number, reason: string): void {
    if (this.#leaving.signal.aborted) return;
    const gone = FINAL_CLOSES.includes(code) || this.#settings.resume.attempts === 0;
    if (gone) this.#end();
    else this.#disconnect("reconnecting");
    this.#listener.dropped({ code, reason, gone });
    if (!gone) void this.#resume({ code, reason });
  }

  async #resume(drop: { code: number; reason: string }): Promise<void> {
    const { resume, random } = this.#settings;
    let refusal: Refusal | undefined;
    for (let attempt = 0; attempt < resume.attempts; attempt++) {
      await this.#sleep(resumeDelay(attempt, drop.code, resume, random), refusal?.wait ?? 0);
      if (this.#leaving.signal.aborted) return;
      try {
        const reservation = await this.#reserveWithin(reserveTimeout(attempt, drop.code));
        if (!this.#leaving.signal.aborted) this.#setStatus("resuming");
        await this.#enter(reservation);
        if (this.#connection !== null) this.#listener.resumed();
        return;
      } catch (error) {
        if (this.#leaving.signal.aborted) return;
        this.#setStatus("reconnecting");
        refusal = error instanceof Refusal ? error : connectionRefusal("unreachable", error);
        if (!TRANSIENT_REFUSALS.includes(refusal.code) && refusal.wait === undefined) break;
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
      const reserving = this.#reserve(unwanted);
      return await withTimeout(this.#settings.time, ms, reserving, () => connectionRefusal("timeout"));
    } finally {
      givenUp.abort();
    }
  }

  /** Waits `delay` ms, less when the page wakes or its network returns, but never less than `least`. */
  async #sleep(delay: number, least: number): Promise<void> {
    const { time } = this.#settings;
    await sleep(time, least, this.#leaving.signal);
    const awake = new AbortController();
    const stopWaking = onWake(() => awake.abort());
    await sleep(time, Math.max(0, delay - least), AbortSignal.any([awake.signal, this.#leaving.signal]));
    stopWaking();
  }

  #disconnect(status: ConnectionStatus): void {
    this.#heartbeat.stop();
    this.#connection = null;
    this.#setStatus(status);
  }

  #end(): void {
    this.#disconnect("gone");
    this.#wakeWaiting();
  }

  #setStatus(status: ConnectionStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    this.#listener.statusChanged();
  }

  /** Resolves with the next connection after `last`. Rejects with `closed` when there will be none. */
  async #nextConnection(last: Connection | null): Promise<Connection> {
    while (this.#connection === last || this.#connection === null) {
      if (this.#status === "gone") throw connectionRefusal("closed");
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
    return this.#connection;
  }

  #wakeWaiting(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}
