import { CloseCode, ColyseusSDK, type Room } from "@colyseus/sdk";
import type { Reservation } from "@flower-war/protocol";
import { type Time, withTimeout } from "@flower-war/protocol/ports";
import { connectionRefusal, parseRefusalBody, Refusal } from "../refusal.ts";
import type { Connect, Connection, ConnectionListener } from "./connection.ts";

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

/** Keeps the room that Colyseus' client hides until it is joined, so that a failed attempt can be closed. */
class RoomClient extends ColyseusSDK {
  #room: Wire | null = null;

  async enter<State>(reservation: Reservation, timeout: AnswerTimeout): Promise<Room<unknown, State>> {
    const joining = this.consumeSeatReservation<State>(reservation);
    const room = this.#room;
    try {
      return await inTime(timeout, joining);
    } catch (error) {
      room?.connection.close();
      throw error instanceof Refusal ? error : connectionRefusal("unreachable", error);
    }
  }

  protected override createRoom<State>(name: string): Room<unknown, State> {
    const room = super.createRoom<State>(name);
    this.#room = room;
    return room;
  }
}

/**
 * Connects to rooms of a Colyseus server, each where its reservation says.
 * @param base the server's address
 * @param ms to wait for each answer
 */
export function colyseus(base: string, ms: number, time: Time): Connect {
  const client = new RoomClient(base);
  const timeout = { ms, time };
  return async <State, Message>(reservation: Reservation, listener: ConnectionListener<State, Message>) => {
    const room = await client.enter<State>(reservation, timeout);
    room.reconnection.enabled = false;
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
      listener.state(state);
      resolve(connection);
    });
    room.onMessage("*", (type, payload: Message) => listener.message(String(type), payload));
    const stopWatching = closeWhenOffline(room);
    room.onLeave((code, reason) => {
      stopWatching();
      if (opened) listener.closed(...connection.closeOf(code, reason ?? ""));
      else reject(connectionRefusal("closed"));
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
  /** Why it was abandoned; `null` if it was not. */
  #abandoned: string | null = null;

  constructor(room: Wire, timeout: AnswerTimeout) {
    this.#room = room;
    this.#timeout = timeout;
  }

  async request<Answer>(type: string, payload: unknown): Promise<Answer> {
    if (!this.#room.connection.isOpen) throw connectionRefusal("closed");
    try {
      // The room's own timeout looks like any other failure, so it comes second: it only discards the request.
      const timeout = this.#timeout.ms + 1000;
      const answer = this.#room.request<unknown, Answer>(type, payload, { timeout });
      return await inTime(this.#timeout, answer);
    } catch (error) {
      throw this.#refusalOf(error);
    }
  }

  async leave(): Promise<void> {
    if (!this.#room.connection.isOpen) return;
    await inTime(this.#timeout, this.#room.leave()).catch(() => this.#room.connection.close());
  }

  ping(answered: () => void): void {
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
