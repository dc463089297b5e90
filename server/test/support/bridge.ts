import { Client, type Room } from "@colyseus/sdk";
import type { RefusalBody, Reservation } from "@flower-war/protocol";
import { OPERATOR_PATHS, type TempleBroker } from "@flower-war/protocol/operator";
import type { TemplesMessages, TemplesRequests } from "@flower-war/protocol/temple";
import type { RunningServer } from "../../src/app.ts";
import { expectRefusal } from "./client.ts";
import { post } from "./post.ts";
import { until } from "./until.ts";

/** What a bridge must know of a server. */
interface KnownServer extends Pick<RunningServer, "operatorUrl"> {
  readonly config: Pick<RunningServer["config"], "bridgeToken">;
}

type Received = {
  [K in keyof TemplesMessages]: { name: K; message: TemplesMessages[K] };
}[keyof TemplesMessages];

/** A bridge in the room `temples`, connected by a real socket and Colyseus' own client. */
export class TestBridge {
  readonly room: Room;
  /** The messages received, oldest first. */
  readonly received: Received[] = [];
  /** The index from which `waitForMessage` searches. */
  #next = 0;

  private constructor(room: Room) {
    this.room = room;
    room.reconnection.enabled = false;
    room.onMessage("*", (name, message) => void this.received.push({ name, message } as Received));
  }

  /** Connects to a server. @param id of the bridge @param broker how temples reach its broker, if it says that */
  static async join(
    { operatorUrl, config }: KnownServer,
    id = "bridge-1",
    broker?: TempleBroker,
  ): Promise<TestBridge> {
    const authorization = `Bearer ${config.bridgeToken}`;
    const { body } = await post<Reservation>(
      operatorUrl,
      OPERATOR_PATHS.bridges,
      { bridge: id, ...(broker && { broker }) },
      { authorization },
    );
    return new TestBridge(await new Client(operatorUrl).consumeSeatReservation(body));
  }

  /** Sends a request. Resolves with the answer. */
  async request<K extends keyof TemplesRequests>(
    name: K,
    payload: TemplesRequests[K]["payload"],
  ): Promise<TemplesRequests[K]["answer"]> {
    return this.room.request<unknown, TemplesRequests[K]["answer"]>(name, payload);
  }

  /** Sends any request, and returns the server's refusal. Rejects if the request succeeds. */
  expectRefusal(name: string, payload: unknown): Promise<RefusalBody> {
    return expectRefusal(this.room.request<unknown, unknown>(name, payload));
  }

  /** Waits for a message about a temple, received after the last one that this method returned, and returns it. */
  async waitForMessage<K extends keyof TemplesMessages>(
    name: K,
    templeId: string,
    isExpected: (message: TemplesMessages[K]) => boolean = () => true,
  ): Promise<TemplesMessages[K]> {
    const find = () =>
      this.received.findIndex(
        (received, i) =>
          i >= this.#next &&
          received.name === name &&
          received.message.templeId === templeId &&
          isExpected(received.message as TemplesMessages[K]),
      );
    await until(() => find() >= 0, `${name} of ${templeId}`);
    const found = find();
    this.#next = found + 1;
    return this.received[found]?.message as TemplesMessages[K];
  }

  async leave(): Promise<void> {
    await this.room.leave();
  }
}
