import { CLOSE, type Reservation, SUPPORTED_PROTOCOLS } from "@flower-war/protocol";
import { type Random, sleep, type Time, withTimeout } from "@flower-war/protocol/ports";
import { untilAborted } from "../abort.ts";
import { CONNECTION_CODES, connectionRefusal, Refusal } from "../refusal.ts";
import { type Connect, type Connection, EarlyClose } from "./connection.ts";
import { Heartbeat, onWake } from "./heartbeat.ts";
import type { PingPolicy, ResumePolicy } from "./policies.ts";
import { isServerLost, leastDelay, patience, reserveTimeout, resumeDelay } from "./resume-delays.ts";

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
  /** A text for people; may be empty. */
  readonly reason: string;
  /** Lost permanently. If `false`, the SDK reconnects. */
  readonly gone: boolean;
  /** Why the SDK stopped trying to reconnect. */
  readonly refusal?: Refusal;
}

/** Receives what happens in a room, over all connections to it. */
export interface RoomSessionListener<Message> {
  /** Whether others wait for this client: then it reconnects before clients that are not awaited. Default: yes. */
  isAwaited?(): boolean;
  /** The state has changed. */
  changed(): void;
  /** The session's `status` has changed. */
  statusChanged(): void;
  message(type: string, payload: Message): void;
  dropped(drop: Drop): void;
  resumed(): void;
}

/** The parts that all sessions of a `FlowerWar` share. */
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
 * @param lost the public address of the server that was lost a moment ago: another one is better asked
 */
export type Reserve = (unwanted: AbortSignal, lost?: string) => Promise<Reservation>;

/** ms after which a connection counts as stable: what ended a shorter one may end the next one too. */
const STABLE = 2_000;

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
  CLOSE.withheld,
  CLOSE.handedOver,
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

/** Refusals that no server sent. */
const UNREACHED: readonly string[] = ["unreachable", "timeout", "closed"];

/** Refusals after which a request is repeated: its outcome is unknown, or its server is shutting down. */
const UNANSWERED: readonly string[] = ["timeout", "closed", "draining"];

/** Whether a room refused a request because its server's version has none of this type. */
function isUnknownRequest(error: unknown): boolean {
  return error instanceof Refusal && error.code === "bad-request" && error.field === "type";
}

/** Returns the refusal of a request that the server does not have: the same as that of a path that it does not have. */
function unknownRequest(cause: unknown): Refusal {
  return new Refusal({ code: "not-found", message: "the server's version has no such request" }, { cause });
}

/** A client's place in a room, kept across reconnects. */
export class RoomSession<State, Message> {
  readonly #settings: SessionSettings;
  readonly #reserve: Reserve;
  readonly #listener: RoomSessionListener<Message>;
  readonly #heartbeat: Heartbeat;
  readonly #leaving = new AbortController();
  /** Callers that wait for the next connection, or for the end of the session. */
  readonly #waiting = new Set<() => void>();
  /** Ends the extra delay of a client that is not awaited. */
  #endPatience = (): void => {};
  /** The public address of the server to which the last connection led; `undefined`: it has none of its own. */
  #server: string | undefined;
  #serverProtocol = 0;
  /** ms of the first delay after each connection since a stable one. */
  #waited = 0;
  /** When the last connection opened, by `Time.monotonic`. */
  #openedAt = 0;
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

  /** The number of the protocol that the server speaks to which the last connection led. */
  get serverProtocol(): number {
    return this.#serverProtocol;
  }

  /** The latest state; after a lost connection the last one that arrived. */
  get state(): State {
    if (this.#state === null) throw connectionRefusal("closed");
    return this.#state;
  }

  /**
   * Connects for the first time. If `reservation` is no longer valid, because a later one for the same place was used, it
   * reserves once more. Rejects with a `Refusal`; when `signal` is aborted, it leaves and rejects with `aborted`.
   */
  async open(reservation?: Reservation, signal?: AbortSignal): Promise<void> {
    try {
      await untilAborted(this.#open(reservation), signal);
    } catch (error) {
      if (signal?.aborted) void this.leave();
      throw error;
    }
  }

  async #open(reservation: Reservation | undefined): Promise<void> {
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
    return this.#send<Answer>(this.#connection, type, payload);
  }

  /**
   * Sends a request until it is answered, across reconnects. The request must be idempotent. Rejects
   * with the answer's `Refusal`, with `closed` when the session is gone, or with `aborted` when `signal` is.
   */
  requestUntilAnswered<Answer>(type: string, payload: unknown, signal?: AbortSignal): Promise<Answer> {
    return untilAborted(this.#untilAnswered<Answer>(type, payload, signal), signal);
  }

  async #untilAnswered<Answer>(type: string, payload: unknown, signal?: AbortSignal): Promise<Answer> {
    for (;;) {
      const connection = this.#connection ?? (await this.#nextConnection(null));
      if (signal?.aborted) throw connectionRefusal("aborted", signal.reason);
      try {
        return await this.#send<Answer>(connection, type, payload);
      } catch (error) {
        if (!(error instanceof Refusal) || !UNANSWERED.includes(error.code)) throw error;
        if (error.code !== "timeout") await this.#nextConnection(connection);
      }
    }
  }

  async #send<Answer>(connection: Connection, type: string, payload: unknown): Promise<Answer> {
    const noteAnswer = this.#heartbeat.noteRequest();
    const answer = await connection.request<Answer>(type, payload).catch((error: unknown) => {
      throw isUnknownRequest(error) ? unknownRequest(error) : error;
    });
    noteAnswer();
    return answer;
  }

  async leave(): Promise<void> {
    const connection = this.#connection;
    this.#leaving.abort();
    this.#end();
    await connection?.leave();
  }

  /** Ends the session for good, because the server cannot be trusted any more. */
  fail(refusal: Refusal): void {
    const gone = this.#status === "gone";
    void this.leave();
    if (!gone) this.#listener.dropped({ code: CONSENTED, reason: refusal.message, gone: true, refusal });
  }

  async #enter(reservation: Reservation): Promise<void> {
    this.#server = reservation.publicAddress;
    this.#serverProtocol = reservation.protocolVersion ?? 0;
    if (this.#serverProtocol < SUPPORTED_PROTOCOLS.oldest) throw serverTooOld();
    let own: Connection | null = null;
    let isGivenUp = false;
    // Ignores everything from a connection that was given up for another one, its close included.
    const isCurrent = () => own !== null && this.#connection === own;
    const connecting = this.#settings.connect<State, Message>(reservation, {
      opened: (opened) => {
        if (isGivenUp) return;
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
    // An attempt that failed is not in use, even if it opens late: the next one is on its way.
    const connection = await connecting.catch((error: unknown) => {
      isGivenUp = true;
      throw error;
    });
    if (this.#leaving.signal.aborted) await connection.leave();
  }

  #onOpened(connection: Connection): void {
    if (this.#leaving.signal.aborted) return;
    this.#connection = connection;
    this.#openedAt = this.#settings.time.monotonic();
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
    const { resume, random, time } = this.#settings;
    const server = this.#server;
    let refusal: Refusal | undefined;
    let timeouts = 0;
    if (time.monotonic() - this.#openedAt >= STABLE) this.#waited = 0;
    let waited = this.#waited;
    for (let attempt = 0; attempt < resume.attempts; attempt++) {
      const answered = refusal !== undefined && !UNREACHED.includes(refusal.code);
      const delay = resumeDelay({ waited, code: drop.code, attempts: attempt, answered }, resume, random);
      const more = attempt === 0 ? patience(resume, random) - delay : 0;
      const begun = time.monotonic();
      await this.#sleep(delay, leastDelay(refusal, random), more);
      waited += time.monotonic() - begun;
      // Each connection that is not stable is followed by a longer delay, whatever the outages between them took.
      if (attempt === 0) this.#waited = waited;
      if (this.#leaving.signal.aborted) return;
      try {
        const lost = isServerLost(attempt, drop.code) ? server : undefined;
        const reservation = await this.#reserveWithin(reserveTimeout(timeouts), lost);
        if (!this.#leaving.signal.aborted) this.#setStatus("resuming");
        await this.#enter(reservation);
        if (this.#connection !== null) this.#listener.resumed();
        return;
      } catch (error) {
        if (this.#leaving.signal.aborted) return;
        if (error instanceof EarlyClose && FINAL_CLOSES.includes(error.closeCode)) {
          this.#end();
          return this.#listener.dropped({ code: error.closeCode, reason: error.reason ?? "", gone: true });
        }
        this.#setStatus("reconnecting");
        refusal = error instanceof Refusal ? error : connectionRefusal("unreachable", error);
        if (refusal.code === "timeout") timeouts += 1;
        if (!TRANSIENT_REFUSALS.includes(refusal.code) && refusal.wait === undefined) break;
      }
    }
    if (this.#leaving.signal.aborted) return;
    this.#end();
    this.#listener.dropped({ ...drop, gone: true, ...(refusal === undefined ? {} : { refusal }) });
  }

  async #reserveWithin(ms: number, lost: string | undefined): Promise<Reservation> {
    const givenUp = new AbortController();
    const unwanted = AbortSignal.any([givenUp.signal, this.#leaving.signal]);
    try {
      const reserving = this.#reserve(unwanted, lost);
      return await withTimeout(this.#settings.time, ms, reserving, () => connectionRefusal("timeout"));
    } finally {
      givenUp.abort();
    }
  }

  /**
   * Waits `delay` ms, less when the page wakes or its network returns, but never less than `least`.
   * @param more ms that it waits besides, until a request waits for the connection, while this client is not awaited
   */
  async #sleep(delay: number, least: number, more: number): Promise<void> {
    const { time } = this.#settings;
    await sleep(time, least, this.#leaving.signal);
    const awake = new AbortController();
    const stopWaking = onWake(() => awake.abort());
    const ended = AbortSignal.any([awake.signal, this.#leaving.signal]);
    await sleep(time, Math.max(0, delay - least), ended);
    const isPatient = this.#waiting.size === 0 && this.#listener.isAwaited?.() === false;
    if (more > 0 && isPatient && !ended.aborted) {
      this.#endPatience = () => awake.abort();
      await sleep(time, more, ended);
      this.#endPatience = () => {};
    }
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
      const next = new Promise<void>((resolve) => this.#waiting.add(resolve));
      this.#endPatience();
      await next;
    }
    return this.#connection;
  }

  #wakeWaiting(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

function serverTooOld(): Refusal {
  const code = "server-too-old";
  return new Refusal({ code, message: CONNECTION_CODES[code], supported: SUPPORTED_PROTOCOLS });
}
