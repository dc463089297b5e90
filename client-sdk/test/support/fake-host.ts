import { FlowerWar, type FlowerWarOptions } from "../../src/index.ts";
import type { Fetch } from "../../src/ports.ts";
import { FakeRooms } from "./fake-rooms.ts";

/** A request as it went over HTTP. */
export interface FakeRequest {
  readonly url: string;
  readonly body: unknown;
}

interface FakeAnswer {
  readonly status?: number;
  readonly body: unknown;
}

/** A `FlowerWar` whose HTTP is answered by `answer` and whose rooms the test drives. */
export function fakeHost(
  answer: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
  options: FlowerWarOptions = {},
): { host: FlowerWar; rooms: FakeRooms; requests: FakeRequest[] } {
  const rooms = new FakeRooms();
  const requests: FakeRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const request = { url, body: init.body === undefined ? null : JSON.parse(init.body) };
    requests.push(request);
    const { status = 200, body } = await answer(request);
    return Response.json(body, { status });
  };
  const host = new FlowerWar("http://host.test:2567", { fetch, connect: rooms.connect, ...options });
  return { host, rooms, requests };
}
