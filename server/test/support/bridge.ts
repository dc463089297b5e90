import { Client, type Room } from "@colyseus/sdk";
import { type Fault, PATHS, type Reservation } from "@flower-war/client-sdk/protocol";
import type { TemplesMessages, TemplesRequests } from "@flower-war/client-sdk/temple";
import type { RunningServer } from "../../src/app.ts";
import { post } from "./post.ts";
import { until } from "./until.ts";

type Told = { [K in keyof TemplesMessages]: { name: K; message: TemplesMessages[K] } }[keyof TemplesMessages];

/** A bridge at the room `temples`, over a real socket and the bare framework's client. */
export class TestBridge {
  readonly room: Room;
  readonly told: Told[] = [];

  private constructor(room: Room) {
    this.room = room;
    room.reconnection.enabled = false;
    room.onMessage("*", (name, message) => void this.told.push({ name, message } as Told));
  }

  static async join({ url, config }: RunningServer, bridge = "bridge-1"): Promise<TestBridge> {
    const authorization = `Bearer ${config.bridgeToken}`;
    const { body } = await post<Reservation>(url, PATHS.bridges, { bridge }, { authorization });
    return new TestBridge(await new Client(url).consumeSeatReservation(body));
  }

  async ask<K extends keyof TemplesRequests>(
    name: K,
    payload: TemplesRequests[K]["payload"],
  ): Promise<TemplesRequests[K]["answer"]> {
    return this.room.request<unknown, TemplesRequests[K]["answer"]>(name, payload);
  }

  /** The `Fault` with which the server rejects whatever this is. */
  async refusal(name: string, payload: unknown): Promise<Fault> {
    try {
      await this.room.request<unknown, unknown>(name, payload);
    } catch (error) {
      return (error as { reason: Fault }).reason;
    }
    throw new Error(`${name} was not refused`);
  }

  /** Waits for the newest message about a temple to be this one. */
  async hears<K extends keyof TemplesMessages>(
    name: K,
    templeId: string,
    holds: (message: TemplesMessages[K]) => boolean = () => true,
  ): Promise<TemplesMessages[K]> {
    let found: TemplesMessages[K] | undefined;
    await until(() => {
      const newest = this.told.findLast(({ message }) => message.templeId === templeId);
      if (newest?.name === name && holds(newest.message as TemplesMessages[K])) {
        found = newest.message as TemplesMessages[K];
      }
      return found !== undefined;
    }, `${name} of ${templeId}`);
    if (!found) throw new Error("unreachable");
    return found;
  }

  async leave(): Promise<void> {
    await this.room.leave();
  }
}
