import { Decoder, type Iterator, type Schema } from "@colyseus/schema";
import { CloseCode, Room, SchemaSerializer } from "@colyseus/sdk";
import type { Reservation } from "@flower-war/protocol";
import { sleep, type Time, withTimeout } from "@flower-war/protocol/ports";
import { connectionRefusal, parseRefusalBody, Refusal } from "../refusal.ts";
import { type Connect, type Connection, type ConnectionListener, EarlyClose } from "./connection.ts";
import { Pace } from "./pace.ts";

/** Attempts at a request that the server refuses as one too many. It did not look at it, so any request can be repeated. */
const ATTEMPTS = 5;

/** The part of a room that does not depend on its state. */
type Wire = Pick<Room<unknown, unknown>, "connection" | "leave" | "ping" | "request">;

/** How long to wait for each answer. */
interface AnswerTimeout {
  readonly ms: number;
  readonly time: Time;
}

/** Settles as `answer` does, or rejects with the refusal `timeout`. */
function inTime<Answer>({ ms, time }: AnswerTimeout, answer: Promise<Answer>): Promise<Answer> {
  return withTimeout(time, ms, answer, () => connectionRefusal("timeout"));
}

/**
 * A room that is entered with a reservation. `Client` of the SDK would do so too, but it brings HTTP, authentication and
 * matchmaking along, which a page would load for nothing, and hides its room until that is joined.
 */
class ReservedRoom<State> extends Room<unknown, State> {
  constructor({ name, roomId, sessionId }: Reservation) {
    super(name);
    this.roomId = roomId;
    this.sessionId = sessionId;
    this.reconnection.enabled = false;
    this.serializer = new SharedSerializer() as never;
  }

  /** Resolves when the server has let the client in. */
  enter(address: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.onJoin.once(() => resolve());
      this.onError.once((code, message) => reject(new Error(`${code}: ${message}`)));
      this.connect(address, {}, {});
      this.#onEarlyClose((code, reason) => reject(new EarlyClose("unreachable", code, reason)));
      this.#closeAtUnhandledFrame();
    });
  }

  /** Closes at a frame that cannot be handled, which would end a program in Node: the next connection brings the whole state. */
  #closeAtUnhandledFrame(): void {
    const { events } = this.connection;
    const handle = events.onmessage;
    const guarded: typeof events = {
      onmessage: (frame) => {
        try {
          handle?.(frame);
        } catch (error) {
          console.error("unhandled frame", error);
          this.connection.close(CloseCode.MAY_TRY_RECONNECT, "unhandled frame");
        }
      },
    };
    Object.assign(events, guarded);
  }

  /** Reports a close before the server has let the client in. Colyseus alone would write a line to the console at each. */
  #onEarlyClose(report: (code: number, reason: string) => void): void {
    const { events } = this.connection;
    const close = events.onclose;
    const reported: typeof events = {
      onclose: (event) => {
        if (this.joinedAtTime === 0) {
          // Listens as after a join, without Colyseus' own listener, which clears a state that has not come.
          this.joinedAtTime = 1;
          this.onLeave.clear();
          report(event.code, event.reason ?? "");
        }
        close?.(event);
      },
    };
    Object.assign(events, reported);
  }
}

/** Returns where a reserved room is: on the process that it names, or behind `base`. */
function addressOf(base: string, { publicAddress, processId, roomId, sessionId }: Reservation): string {
  const { protocol, host, pathname } = new URL(base);
  const server = publicAddress ?? host + pathname.replace(/\/$/, "");
  return `${protocol.replace("http", "ws")}//${server}/${processId}/${roomId}?sessionId=${sessionId}`;
}

/**
 * Connects to rooms of a Colyseus server, each where its reservation says.
 * @param base the server's address
 * @param ms to wait for each answer
 */
export function colyseus(base: string, ms: number, time: Time): Connect {
  const timeout = { ms, time };
  return async <State, Message>(reservation: Reservation, listener: ConnectionListener<State, Message>) => {
    const room = new ReservedRoom<State>(reservation);
    const entering = room.enter(addressOf(base, reservation));
    try {
      await inTime(timeout, entering);
    } catch (error) {
      room.connection.close();
      throw error instanceof Refusal ? error : connectionRefusal("unreachable", error);
    }
    try {
      return await inTime(timeout, firstState(room, listener, timeout));
    } catch (error) {
      room.connection.close();
      throw error;
    }
  };
}

/** Resolves with the first state: a joined room is empty until the server knows that the client has joined. */
function firstState<State, Message>(
  room: Room<unknown, State>,
  listener: ConnectionListener<State, Message>,
  timeout: AnswerTimeout,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const connection = new ColyseusConnection(room, timeout);
    let opened = false;
    room.onStateChange((state) => {
      if (!opened) listener.opened(connection);
      opened = true;
      // First: the listener may throw, and the caller would then wait for the timeout.
      resolve(connection);
      listener.state(state);
    });
    room.onMessage("*", (type, payload: Message) => listener.message(String(type), payload));
    const stopWatching = closeWhenOffline(room);
    room.onLeave((code, reason) => {
      stopWatching();
      connection.end();
      if (opened) listener.closed(...connection.closeOf(code, reason ?? ""));
      else reject(new EarlyClose("closed", code, reason ?? ""));
    });
  });
}

/**
 * Closes a room's connection when the browser goes offline; returns the function that stops this. Colyseus' client alone
 * skips every other connection (docs/colyseus.md, "A browser without a network").
 */
function closeWhenOffline(room: Wire): () => void {
  if (typeof addEventListener !== "function") return () => {};
  const close = () => room.connection.close(CloseCode.MAY_TRY_RECONNECT);
  addEventListener("offline", close);
  return () => removeEventListener("offline", close);
}

class ColyseusConnection implements Connection {
  readonly #room: Wire;
  readonly #timeout: AnswerTimeout;
  readonly #pace: Pace;
  readonly #ended = new AbortController();
  /** Why it was abandoned; `null` if it was not. */
  #abandoned: string | null = null;

  constructor(room: Wire, timeout: AnswerTimeout) {
    this.#room = room;
    this.#timeout = timeout;
    this.#pace = new Pace(timeout.time, this.#ended.signal);
  }

  async request<Answer>(type: string, payload: unknown): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const turn = this.#pace.next();
      if (turn) await turn;
      try {
        return await this.#send<Answer>(type, payload);
      } catch (error) {
        const refusal = this.#refusalOf(error);
        if (refusal.code !== "too-many-messages" || attempt === ATTEMPTS) throw refusal;
        await sleep(this.#timeout.time, refusal.wait ?? 0, this.#ended.signal);
      }
    }
  }

  #send<Answer>(type: string, payload: unknown): Promise<Answer> {
    if (!this.#room.connection.isOpen) throw connectionRefusal("closed");
    // The room's own timeout looks like any other failure, so it comes second: it only discards the request.
    const timeout = this.#timeout.ms + 1000;
    return inTime(this.#timeout, this.#room.request<unknown, Answer>(type, payload, { timeout }));
  }

  /** Lets requests fail that wait to be sent: the connection is closed. */
  end(): void {
    this.#ended.abort();
  }

  async leave(): Promise<void> {
    if (!this.#room.connection.isOpen) return;
    await inTime(this.#timeout, this.#room.leave()).catch(() => this.#room.connection.close());
  }

  ping(answered: () => void): void {
    void this.#pace.next();
    this.#room.ping(answered);
  }

  abandon(reason: string): void {
    this.#abandoned = reason;
    this.#room.connection.close(CloseCode.MAY_TRY_RECONNECT);
  }

  /** Returns how the connection ended, given the code and reason of its socket. */
  closeOf(code: number, reason: string): [code: number, reason: string] {
    return this.#abandoned === null ? [code, reason] : [CloseCode.ABNORMAL_CLOSURE, this.#abandoned];
  }

  #refusalOf(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    const body = error instanceof Error && "reason" in error ? parseRefusalBody(error.reason) : null;
    if (body !== null) return new Refusal(body, { cause: error });
    if (!this.#room.connection.isOpen) return connectionRefusal("closed", error);
    return new Refusal({ code: "internal", message: "the server failed" }, { cause: error });
  }
}

/** Descriptions that are remembered: a program meets one for each game, and those of its lobby and challenges. */
const MOST = 16;

/** The classes of states by their descriptions. */
const stateClasses = new Map<string, new () => Schema>();

/**
 * Colyseus' serializer, which builds the classes of a state only for the first connection that the server describes them to: it takes half of
 * the time of joining, again after each lost connection.
 */
class SharedSerializer<State extends Schema> extends SchemaSerializer<State> {
  override handshake(bytes: Uint8Array, it: Iterator = { offset: 0 }): void {
    const description = String.fromCharCode(...bytes.subarray(it.offset));
    const known = stateClasses.get(description) as (new () => State) | undefined;
    if (known !== undefined) {
      this.state = new known();
      this.decoder = new Decoder(this.state);
      return;
    }
    super.handshake(bytes, it);
    if (stateClasses.size === MOST) stateClasses.clear();
    stateClasses.set(description, this.state.constructor as new () => Schema);
  }
}
