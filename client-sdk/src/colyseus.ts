import { CloseCode, ColyseusSDK, type Room } from "@colyseus/sdk";
import type { Connect, Link, LinkListener } from "./ports.ts";
import type { Reservation } from "./protocol.ts";
import { connectionRefusal, Refusal, readFault } from "./refusal.ts";
import { within } from "./time.ts";

/** The part of a room that does not depend on its state. */
type Wire = Pick<Room<unknown, unknown>, "connection" | "leave" | "ping" | "request">;

/** Colyseus' client hides a room until it is joined; one that never is must be closed too. */
class RoomClient extends ColyseusSDK {
  #room: Wire | null = null;

  async enter<State>(reservation: Reservation, timeout: number): Promise<Room<unknown, State>> {
    const joining = this.consumeSeatReservation<State>(reservation);
    const room = this.#room;
    try {
      return await within(timeout, joining);
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

/** Rooms of a Colyseus server at `base`, each reached where its reservation says. */
export function colyseus(base: string, timeout: number): Connect {
  const client = new RoomClient(base);
  return async <State, Message>(reservation: Reservation, listener: LinkListener<State, Message>) => {
    const room = await client.enter<State>(reservation, timeout);
    room.reconnection.enabled = false;
    try {
      return await within(timeout, firstState(room, listener, timeout));
    } catch (error) {
      room.connection.close();
      throw error;
    }
  };
}

/** Resolves with the first state: a joined room is empty until the server has heard that we are in. */
function firstState<State, Message>(
  room: Room<unknown, State>,
  listener: LinkListener<State, Message>,
  timeout: number,
): Promise<Link> {
  return new Promise((resolve, reject) => {
    const link = new RoomLink(room, timeout);
    let opened = false;
    room.onStateChange((state) => {
      if (!opened) listener.opened(link);
      opened = true;
      listener.state(state);
      resolve(link);
    });
    room.onMessage("*", (type, payload: Message) => listener.message(String(type), payload));
    const forgetNetwork = closeOffline(room);
    room.onLeave((code, reason) => {
      forgetNetwork();
      if (opened) listener.closed(...link.ending(code, reason ?? ""));
      else reject(connectionRefusal("closed"));
    });
  });
}

/**
 * Closes a room's connection when the browser says that the network is gone; returns what ends that. Colyseus' client
 * alone forgets every other connection (docs/colyseus.md, "A browser without a network").
 */
function closeOffline(room: Wire): () => void {
  if (typeof addEventListener !== "function") return () => {};
  const close = () => room.connection.close(CloseCode.MAY_TRY_RECONNECT);
  addEventListener("offline", close);
  return () => removeEventListener("offline", close);
}

class RoomLink implements Link {
  readonly #room: Wire;
  readonly #timeout: number;
  /** Why it was given up; `null`: it was not. */
  #abandoned: string | null = null;

  constructor(room: Wire, timeout: number) {
    this.#room = room;
    this.#timeout = timeout;
  }

  async request<Answer>(type: string, payload: unknown): Promise<Answer> {
    if (!this.#room.connection.isOpen) throw connectionRefusal("closed");
    try {
      // The room's own timer only tidies up after ours, which alone can be told from other failures.
      const answer = this.#room.request<unknown, Answer>(type, payload, { timeout: this.#timeout + 1000 });
      return await within(this.#timeout, answer);
    } catch (error) {
      throw this.#refusal(error);
    }
  }

  async leave(): Promise<void> {
    if (!this.#room.connection.isOpen) return;
    await within(this.#timeout, this.#room.leave()).catch(() => this.#room.connection.close());
  }

  ping(answered: () => void): void {
    this.#room.ping(answered);
  }

  abandon(reason: string): void {
    this.#abandoned = reason;
    this.#room.connection.close(CloseCode.MAY_TRY_RECONNECT);
  }

  /** How the connection ended, given what the socket says. */
  ending(code: number, reason: string): [code: number, reason: string] {
    return this.#abandoned === null ? [code, reason] : [CloseCode.ABNORMAL_CLOSURE, this.#abandoned];
  }

  #refusal(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    const fault = error instanceof Error && "reason" in error ? readFault(error.reason) : null;
    if (fault !== null) return new Refusal(fault, { cause: error });
    if (!this.#room.connection.isOpen) return connectionRefusal("closed", error);
    return new Refusal({ code: "internal", message: "the server failed" }, { cause: error });
  }
}
