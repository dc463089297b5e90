import type { Fetch } from "../../src/http.ts";
import { FlowerWar, type FlowerWarOptions } from "../../src/index.ts";
import { FakeRooms } from "./fake-rooms.ts";
import { FakeTime } from "./fake-time.ts";

/** An HTTP request as it was sent; `body` is `null` without one. */
export interface FakeRequest {
  readonly url: string;
  readonly body: unknown;
}

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
): { host: FlowerWar; rooms: FakeRooms; requests: FakeRequest[]; time: FakeTime } {
  const rooms = new FakeRooms();
  const time = new FakeTime();
  const requests: FakeRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const request = { url, body: init.body === undefined ? null : JSON.parse(init.body) };
    requests.push(request);
    const aborted = new Promise<never>((_, reject) => {
      init.signal.addEventListener("abort", () => reject(init.signal.reason));
    });
    const { status = 200, body } = await Promise.race([answer(request), aborted]);
    return Response.json(body, { status });
  };
  const resume = { delay: 1, maxDelay: 1 };
  const host = new FlowerWar("http://host.test:2567", {
    fetch,
    connect: rooms.connect,
    time,
    resume,
    ...options,
  });
  return { host, rooms, requests, time };
}
