import { type Client, ClientState } from "@colyseus/core";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import type { Cancel, Time } from "../../time.ts";
import { frameOf } from "../../wire/frames.ts";
import { GuardedSocket } from "../../wire/guarded-socket.ts";
import { isStream, seatOf } from "../seats/client-auth.ts";

/** A receiver of patches and entries: a client, or a group of clients. */
export type Receiver = Pick<Client, "state" | "view" | "auth" | "raw" | "enqueueRaw">;

/**
 * The spectators of a match while more than `SERVER_LIMITS.crowd.from` clients are there. All see the same: patches and entries are framed
 * once, and those of `SERVER_LIMITS.crowd.interval` reach each of them in one write. The first after a pause goes out at once.
 */
export class Crowd {
  readonly #clients: readonly Client[];
  readonly #time: Pick<Time, "after" | "nextTurn">;
  /** The frames that they have not been sent yet. */
  #frames: Buffer[] = [];
  /** How many of these frames the state of a client that joined since includes. */
  readonly #included = new Map<Client, number>();
  /** Ends the pause after the last write; `null`: there is none. */
  #pause: Cancel | null = null;
  /** Holds frames for all of them. */
  readonly #standIn: Receiver;

  /** @param clients of the room, as they come and go */
  constructor(clients: readonly Client[], time: Pick<Time, "after" | "nextTurn">) {
    this.#clients = clients;
    this.#time = time;
    const hold = (data: Uint8Array | Buffer) => this.#hold(data);
    this.#standIn = { state: ClientState.JOINED, auth: undefined, raw: hold, enqueueRaw: hold };
  }

  /** Returns whom patches and entries are sent to now. */
  gather(): readonly Receiver[] {
    if (this.#clients.length > SERVER_LIMITS.crowd.from) {
      return [...this.#clients.filter((client) => !isWatching(client)), this.#standIn];
    }
    this.#flush();
    return this.#clients;
  }

  /** Notes that a client is about to receive the whole state, which is the present one: `null`. */
  stateFor(client: Client): null {
    if (this.#frames.length > 0) this.#included.set(client, this.#frames.length);
    return null;
  }

  /** Sends held messages and ends the pause. Call it before connections are closed. */
  stop(): void {
    this.#flush();
    this.#pause?.();
    this.#pause = null;
  }

  #hold(data: Uint8Array): void {
    this.#frames.push(frameOf(data));
    if (this.#frames.length > 1 || this.#pause !== null) return;
    this.#pause = this.#time.after(SERVER_LIMITS.crowd.interval, () => this.#endPause());
    // A patch and its entry leave together.
    void this.#time.nextTurn().then(() => this.#flush());
  }

  #endPause(): void {
    this.#pause = null;
    if (this.#frames.length === 0) return;
    this.#pause = this.#time.after(SERVER_LIMITS.crowd.interval, () => this.#endPause());
    this.#flush();
  }

  #flush(): void {
    if (this.#frames.length === 0) return;
    const all = Buffer.concat(this.#frames);
    for (const client of this.#clients) {
      if (!isWatching(client) || client.state !== ClientState.JOINED) continue;
      const included = this.#included.get(client);
      const frames = included === undefined ? all : Buffer.concat(this.#frames.slice(included));
      if (client.ref instanceof GuardedSocket) client.ref.sendFrames(frames);
    }
    this.#frames = [];
    this.#included.clear();
  }
}

/** Whether a client has a WebSocket, and no seat. */
export function isWatching(client: Client): boolean {
  return seatOf(client) === null && !isStream(client);
}
