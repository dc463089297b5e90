import { Client, type Room } from "@colyseus/sdk";
import {
  type Entry,
  type Fault,
  type FlowerWarState,
  type MatchRequests,
  parseEntry,
  type SeatReservation,
  type WireEntry,
} from "@flower-war/client-sdk/protocol";
import type { Seat } from "@flower-war/rules/flower-war";
import { nanoid } from "nanoid";
import { until } from "./until.ts";

/** One seat or chair of a match of Flower War, over a real socket and the bare framework's client. */
export class TestClient {
  readonly reserved: SeatReservation;
  readonly room: Room<unknown, FlowerWarState>;
  readonly entries: Entry[] = [];
  /** Every frame from the full state on. */
  readonly frames: Buffer[] = [];
  /** The close code, once the socket is closed. */
  closed: number | null = null;

  private constructor(reserved: SeatReservation, room: Room<unknown, FlowerWarState>) {
    this.reserved = reserved;
    this.room = room;
    room.reconnection.enabled = false;
    this.#keepFrames();
    room.onMessage("entry", (entry: WireEntry) => void this.entries.push(parseEntry(reserved.game, entry)));
    room.onLeave((code) => (this.closed = code));
    room.onDrop((code) => (this.closed = code));
  }

  /** Takes the place, waits until its state is there, and gives the seat's nonce. */
  static async join(url: string, reserved: SeatReservation): Promise<TestClient> {
    const client = await TestClient.watch(url, reserved);
    if (client.seat !== null && client.state.seats.get(client.seat)?.nonce === "") {
      await client.ask("nonce", { nonce: nanoid() });
    }
    return client;
  }

  /** Takes the place and waits until its state is there. */
  static async watch(url: string, reserved: SeatReservation): Promise<TestClient> {
    const room = await new Client(url).consumeSeatReservation<FlowerWarState>(reserved.reservation);
    const client = new TestClient(reserved, room);
    await until(() => client.state?.id === reserved.match, "the joining client's state");
    return client;
  }

  #keepFrames(): void {
    const { events } = this.room.connection;
    const handle = events.onmessage;
    const onmessage = (event: MessageEvent) => {
      this.frames.push(Buffer.from(new Uint8Array(event.data)));
      handle?.(event);
    };
    Object.assign(events, { onmessage });
  }

  get seat(): Seat | null {
    return this.reserved.seat as Seat | null;
  }

  get state(): FlowerWarState {
    return this.room.state;
  }

  async ask<K extends keyof MatchRequests>(
    type: K,
    payload: unknown = {},
  ): Promise<MatchRequests[K]["answer"]> {
    return this.room.request<unknown, MatchRequests[K]["answer"]>(type as never, payload);
  }

  /** Plays a command; resolves with its entry's number. */
  async play(command: object, id = nanoid()): Promise<number> {
    return (await this.ask("command", { id, command })).n;
  }

  /** The `Fault` with which the server rejects this. */
  async refusal(asked: Promise<unknown>): Promise<Fault> {
    try {
      await asked;
    } catch (error) {
      const { reason } = error as { reason?: Fault };
      if (reason) return reason;
      throw error;
    }
    throw new Error("it was not refused");
  }

  /** Waits until the match has begun and the state shows entry `n`. */
  async reached(n: number): Promise<void> {
    const shown = () => this.state.status !== "gathering" && this.state.n >= n;
    await until(shown, `${this.seat ?? "a spectator"} to see entry ${n}`);
  }

  async leave(): Promise<void> {
    if (this.closed === null) await this.room.leave();
  }
}
