import type { Fetch } from "../../src/http.ts";
import { FlowerWar, type FlowerWarOptions } from "../../src/index.ts";
import { memoryWitnessStore } from "../../src/witness/index.ts";
import { FakeRooms } from "./fake-rooms.ts";
import { FakeTime } from "../../../test/support/fake-time.ts";

/** An HTTP request as it was sent; `body` is `null` without one, and does not have `protocolVersion` and `without`, which are in all requests for a reservation. */
export interface FakeRequest {
  readonly url: string;
  readonly body: unknown;
}

/** The protocol that a request named: its path, and the number. */
export type NamedProtocol = readonly [path: string, version: unknown];

export interface FakeAnswer {
  readonly status?: number;
  readonly body: unknown;
}

/** ms after which a client of `fakeHost` has made its first attempts to reconnect. */
export const RECONNECT_DELAY = 10;

/** Makes a `FlowerWar` whose HTTP requests `answer` answers, whose rooms the test drives, and whose time is fake. */
export function fakeHost(
  answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
  options: FlowerWarOptions = {},
): {
  host: FlowerWar;
  rooms: FakeRooms;
  requests: FakeRequest[];
  protocols: NamedProtocol[];
  time: FakeTime;
} {
  const rooms = new FakeRooms();
  const time = new FakeTime();
  const requests: FakeRequest[] = [];
  const protocols: NamedProtocol[] = [];
  const fetch: Fetch = async (url, init) => {
    init.signal.throwIfAborted();
    const { protocolVersion, without: _without, ...body } = JSON.parse(init.body ?? "{}");
    const request = { url, body: init.body === undefined ? null : body };
    requests.push(request);
    if (protocolVersion !== undefined) protocols.push([new URL(url).pathname, protocolVersion]);
    const aborted = new Promise<never>((_, reject) => {
      init.signal.addEventListener("abort", () => reject(init.signal.reason));
    });
    const { status = 200, body: answered } = await Promise.race([answer(request), aborted]);
    return Response.json(answered, { status });
  };
  const resume = { delay: 1, maxDelay: 1 };
  const host = new FlowerWar("http://host.test:2567", {
    fetch,
    connect: rooms.connect,
    time,
    resume,
    witnessStore: memoryWitnessStore(),
    ...options,
  });
  return { host, rooms, requests, protocols, time };
}
