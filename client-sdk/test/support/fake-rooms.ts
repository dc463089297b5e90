import type { Reservation } from "@flower-war/protocol";
import type { Connect, Connection, ConnectionListener } from "../../src/connection/connection.ts";
import { Refusal } from "../../src/refusal.ts";

/** A reservation for no particular room. */
export const RESERVATION: Reservation = { name: "match", roomId: "r", processId: "p", sessionId: "s" };

/** Requests that servers know which keep witnesses. */
const WITNESS_REQUESTS = ["seal", "header", "witness"];

/** One connection, seen from the server's end. */
export interface FakeRoom {
  readonly reservation: Reservation;
  /** Requests so far, in order. */
  readonly requests: { type: string; payload: unknown }[];
  /** Whether the client left on purpose. */
  readonly left: boolean;
  /** Answers each request; may throw. */
  answer: (type: string, payload: unknown) => unknown;
  /** Number of pings so far; each is answered at once unless `silent`. */
  readonly pings: number;
  silent: boolean;
  /** Whether the server keeps witnesses. One of version 0.2 does not know these requests, and `requests` does not have them. */
  keepsWitness: boolean;
  patch(state: unknown): void;
  message(type: string, payload: unknown): void;
  close(code: number, reason?: string): void;
}

/** A server without sockets: every `connect` makes a room that the test drives. */
export class FakeRooms {
  /** Every room joined, the latest last. */
  readonly rooms: FakeRoom[] = [];
  /** Called for each attempt to connect, from 1. Throws to refuse it, or drives the room before `connect` resolves. */
  onConnect: (room: FakeRoom, attempt: number) => void = () => {};
  #attempts = 0;

  get last(): FakeRoom {
    const room = this.rooms.at(-1);
    if (room === undefined) throw new Error("no client has connected yet");
    return room;
  }

  readonly connect: Connect = async <State, Message>(
    reservation: Reservation,
    listener: ConnectionListener<State, Message>,
  ): Promise<Connection> => {
    const room = new FakeConnection(reservation, listener);
    this.#attempts += 1;
    this.onConnect(room, this.#attempts);
    this.rooms.push(room);
    return room;
  };
}

class FakeConnection implements FakeRoom, Connection {
  readonly requests: { type: string; payload: unknown }[] = [];
  readonly reservation: Reservation;
  left = false;
  pings = 0;
  silent = false;
  keepsWitness = false;
  answer: (type: string, payload: unknown) => unknown = () => ({});
  readonly #listener: ConnectionListener<unknown, unknown>;
  #opened = false;

  constructor(reservation: Reservation, listener: ConnectionListener<unknown, unknown>) {
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
    if (!this.keepsWitness && WITNESS_REQUESTS.includes(type)) {
      throw new Refusal({ code: "bad-request", message: "", field: "type" });
    }
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
