import type { Connect, Link, LinkListener } from "../../src/ports.ts";
import type { Reservation } from "../../src/protocol.ts";

/** A reservation of no consequence. */
export const RESERVATION: Reservation = { name: "match", roomId: "r", processId: "p", sessionId: "s" };

/** One connection as the server's end of it sees it. */
export interface FakeRoom {
  readonly reservation: Reservation;
  /** Requests so far, in order. */
  readonly requests: { type: string; payload: unknown }[];
  /** Whether the client left on purpose. */
  readonly left: boolean;
  /** What `request` answers; may throw. */
  answer: (type: string, payload: unknown) => unknown;
  /** Pings so far; answered at once unless `silent`. */
  readonly pings: number;
  silent: boolean;
  patch(state: unknown): void;
  message(type: string, payload: unknown): void;
  close(code: number, reason?: string): void;
}

/** A server without sockets: every `connect` makes a room that the test drives. */
export class FakeRooms {
  /** Every room entered, the latest last. */
  readonly rooms: FakeRoom[] = [];
  /** Called for each attempt to connect; throws to refuse it, or drives the room before `connect` resolves. */
  onConnect: (room: FakeRoom, attempt: number) => void = () => {};
  #attempts = 0;

  get last(): FakeRoom {
    const room = this.rooms.at(-1);
    if (room === undefined) throw new Error("nobody has connected yet");
    return room;
  }

  readonly connect: Connect = async <State, Message>(
    reservation: Reservation,
    listener: LinkListener<State, Message>,
  ): Promise<Link> => {
    const room = new Room(reservation, listener);
    this.#attempts += 1;
    this.onConnect(room, this.#attempts);
    this.rooms.push(room);
    return room;
  };
}

class Room implements FakeRoom, Link {
  readonly requests: { type: string; payload: unknown }[] = [];
  readonly reservation: Reservation;
  left = false;
  pings = 0;
  silent = false;
  answer: (type: string, payload: unknown) => unknown = () => ({});
  readonly #listener: LinkListener<unknown, unknown>;
  #opened = false;

  constructor(reservation: Reservation, listener: LinkListener<unknown, unknown>) {
    this.reservation = reservation;
    this.#listener = listener;
  }

  patch(state: unknown): void {
    if (!this.#opened) this.#listener.opened(this);
    this.#opened = true;
    this.#listener.state(state);
  }

  message(type: string, payload: unknown): void {
    this.#listener.message(type, payload);
  }

  close(code: number, reason = ""): void {
    this.#listener.closed(code, reason);
  }

  async request<Answer>(type: string, payload: unknown): Promise<Answer> {
    this.requests.push({ type, payload });
    return JSON.parse(JSON.stringify(await this.answer(type, payload)));
  }

  ping(answered: () => void): void {
    this.pings += 1;
    if (!this.silent) answered();
  }

  abandon(reason: string): void {
    this.close(1006, reason);
  }

  async leave(): Promise<void> {
    this.left = true;
    this.#listener.closed(4000, "");
  }
}
