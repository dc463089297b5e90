import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect as connectTcp } from "node:net";
import { LIMITS, SOCKET_LIMITS } from "@flower-war/protocol";
import { pino } from "pino";
import { expect, test } from "vitest";
import { closed } from "../../../test/support/closed.ts";
import { systemRandom } from "../../src/random.ts";
import { Connections, HTTP_OPTIONS } from "../../src/wire/connections.ts";
import { Origins } from "../../src/wire/origins.ts";
import { GuardedTransport } from "../../src/wire/transport.ts";
import { FakeTime } from "../support/fake-time.ts";

test("a transport that stops closes both listeners and their connections", async () => {
  const time = new FakeTime();
  const log = pino({ enabled: false });
  const connections = new Connections({ time, connections: SOCKET_LIMITS, trustProxy: "loopback", log });
  const [players, operator] = [createServer(HTTP_OPTIONS), createServer()];
  const transport = new GuardedTransport(
    { players, operator },
    {
      origins: new Origins([], null),
      nameOfRoom: () => undefined,
      time,
      random: systemRandom,
      messages: LIMITS.messages,
      pingInterval: 15_000,
      connections,
    },
  );
  const ends = [players, operator].map(async (server) => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const socket = connectTcp((server.address() as AddressInfo).port, "127.0.0.1").resume();
    await once(server, "connection");
    return () => closed(socket);
  });
  const waits = await Promise.all(ends);
  const ended = Promise.all(waits.map((wait) => wait()));
  await transport.stop();
  await ended;
  expect([players.listening, operator.listening]).toEqual([false, false]);
});
