import { randomBytes } from "node:crypto";
import { Client, type Room } from "@colyseus/sdk";
import {
  type Entry,
  type LoggedEntry,
  type LogPage,
  type MatchDetails,
  type MatchRequests,
  parseEntry,
  type RefusalBody,
  readDetails,
  type Seal,
  type SeatReservation,
  type WireEntry,
} from "@flower-war/protocol";
import type { SyncedFlowerWar } from "@flower-war/protocol/flower-war";
import type { Seat } from "@flower-war/rules/flower-war";
import { publicKeyOf, sealOf } from "@flower-war/rules/witness";
import { nanoid } from "nanoid";
import { until } from "./until.ts";

/** The nonces that clients of these tests sealed, by their seals: whoever takes a seat again knows its nonce. */
const NONCES = new Map<string, string>();

/** A player or spectator of a Flower War match, connected by a real socket and Colyseus' own client. */
export class TestClient {
  readonly reserved: SeatReservation;
  readonly room: Room<unknown, SyncedFlowerWar>;
  /** The entries received since joining. */
  readonly entries: Entry[] = [];
  /** The commands that this client has played, by the numbers of their entries. */
  readonly played = new Map<number, object>();
  /** Every frame received, from the full state on. */
  readonly frames: Buffer[] = [];
  /** The code with which the connection was closed; `null`: it is open. */
  closeCode: number | null = null;
  /** The seat's secret key, by which it signs; 64 hex digits. */
  readonly secretKey = randomBytes(32).toString("hex");
  /** The seal whose nonce was revealed last; `null`: none was. */
  #revealed: string | null = null;
  #isSealing = false;
  /** Settles when the nonce is revealed. */
  #revealing: Promise<unknown> | null = null;

  private constructor(reserved: SeatReservation, room: Room<unknown, SyncedFlowerWar>) {
    this.reserved = reserved;
    this.room = room;
    room.reconnection.enabled = false;
    this.#recordFrames();
    room.onMessage("entry", (entry: WireEntry) => void this.entries.push(parseEntry(reserved.game, entry)));
    room.onLeave((code) => (this.closeCode = code));
    room.onDrop((code) => (this.closeCode = code));
  }

  /** Connects with a reservation, seals a nonce if the seat has none, and reveals it when all seals are fixed. */
  static async join(url: string, reserved: SeatReservation): Promise<TestClient> {
    const client = await TestClient.watch(url, reserved);
    if (client.seat === null) return client;
    client.room.onStateChange(() => void client.#takePart().catch(() => {})); // the match says what became of it
    await client.#takePart();
    await client.#revealing;
    return client;
  }

  /** Connects with a reservation and gives a nonce openly, as clients do that know no seals. */
  static async joinOpenly(url: string, reserved: SeatReservation, nonce: string): Promise<TestClient> {
    const client = await TestClient.watch(url, reserved);
    await client.request("nonce", { nonce });
    return client;
  }

  /** Connects with a reservation, but gives neither seal nor nonce. Resolves when the match's state has arrived. */
  static async watch(url: string, reserved: SeatReservation): Promise<TestClient> {
    const room = await new Client(url).consumeSeatReservation<SyncedFlowerWar>(reserved.reservation);
    const client = new TestClient(reserved, room);
    await until(() => client.state?.id === reserved.match, "the joining client's state");
    return client;
  }

  /** Seals a fresh nonce, with the seat's key. Resolves with the seal that counts. */
  async seal(nonce = nanoid()): Promise<Seal> {
    NONCES.set(sealOf(nonce), nonce);
    return this.request("seal", { seal: sealOf(nonce), key: publicKeyOf(this.secretKey) });
  }

  /** Does what the match waits for while it gathers. */
  async #takePart(): Promise<void> {
    const { seat, details } = this;
    if (seat === null || this.closeCode !== null || this.state.status !== "gathering") return;
    if (this.state.seats.get(seat)?.nonce !== "") return;
    const sealed = details.seals[seat] ?? "";
    const nonce = NONCES.get(sealed);
    if (details.revealing && nonce !== undefined && this.#revealed !== sealed) {
      this.#revealed = sealed;
      this.#revealing = this.request("nonce", { nonce }).catch(() => {});
    }
    if (!details.revealing && sealed === "" && !this.#isSealing) {
      this.#isSealing = true;
      await this.seal().finally(() => (this.#isSealing = false));
    }
  }

  #recordFrames(): void {
    const { events } = this.room.connection;
    const handle = events.onmessage;
    const onmessage = (event: MessageEvent) => {
      this.frames.push(Buffer.from(new Uint8Array(event.data)));
      handle?.(event);
    };
    Object.assign(events, { onmessage });
  }

  /** The seat; `null`: the client is a spectator. */
  get seat(): Seat | null {
    return this.reserved.seat as Seat | null;
  }

  get state(): SyncedFlowerWar {
    return this.room.state;
  }

  /** What the state says besides. */
  get details(): MatchDetails {
    return readDetails(this.state.details);
  }

  /** Sends a request to the match's room. Resolves with the answer. */
  async request<K extends keyof MatchRequests>(
    type: K,
    payload: unknown = {},
  ): Promise<MatchRequests[K]["answer"]> {
    return this.room.request<unknown, MatchRequests[K]["answer"]>(type as never, payload);
  }

  /** Reads the match's log, page by page. Resolves with the entries from the beginning, and when each was made. */
  async readLog(): Promise<{ entries: Entry[]; at: number[]; pages: LogPage[] }> {
    const pages: LogPage[] = [];
    const logged: LoggedEntry[] = [];
    for (let n = 1; logged.length < n; ) {
      const page = await this.request("log", { after: logged.length });
      pages.push(page);
      logged.push(...page.entries);
      n = page.n;
      if (page.entries.length === 0) break;
    }
    const entries = logged.map(([, ...entry]) => parseEntry(this.reserved.game, entry));
    return { entries, at: logged.map(([at]) => at), pages };
  }

  /** Plays a command. Resolves with its entry's number. */
  async play(command: object, id = nanoid()): Promise<number> {
    const { n } = await this.request("command", { id, command });
    this.played.set(n, command);
    return n;
  }

  /** Waits until the match has begun and the state shows entry `n`. */
  async waitForEntry(n: number): Promise<void> {
    const isShown = () => this.state.status !== "gathering" && this.state.n >= n;
    await until(isShown, `${this.seat ?? "a spectator"} to see entry ${n}`);
  }

  async leave(): Promise<void> {
    if (this.closeCode === null) await this.room.leave();
  }
}

/** Returns the `RefusalBody` with which the server refuses a room request. Rejects if the request succeeds. */
export async function expectRefusal(request: Promise<unknown>): Promise<RefusalBody> {
  try {
    await request;
  } catch (error) {
    const { reason } = error as { reason?: RefusalBody };
    if (reason) return reason;
    throw error;
  }
  throw new Error("the request was not refused");
}
