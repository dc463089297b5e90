import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect as connectTcp } from "node:net";
import { LIMITS } from "@flower-war/protocol";
import { SOCKET_LIMITS } from "@flower-war/protocol/sockets";
import { pino } from "pino";
import { expect, test } from "vitest";
import { closed } from "../../../test/support/closed.ts";
import { systemRandom } from "../../src/random.ts";
import { Connections, HTTP_OPTIONS } from "../../src/wire/connections.ts";
import { Origins } from "../../src/wire/origins.ts";
import { GuardedTransport } from "../../src/wire/transport.ts";
import { FakeTime } from "../support/fake-time.ts";

/** Opens a transport over two listeners, each with a connection that asks nothing. */
async function open() {
  const time = new FakeTime();
  const log = pino({ enabled: false });
  const connections = new Connections({ time, connections: SOCKET_LIMITS, trustProxy: "loopback", log });
  const listeners = { players: createServer(HTTP_OPTIONS), operator: createServer() };
  const transport = new GuardedTransport(listeners, {
    origins: new Origins([], null),
    nameOfRoom: () => undefined,
    time,
    random: systemRandom,
    messages: LIMITS.messages,
    pingInterval: 15_000,
    connections,
  });
  const servers = Object.values(listeners);
  const sockets = await Promise.all(
    servers.map(async (server) => {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const socket = connectTcp((server.address() as AddressInfo).port, "127.0.0.1").resume();
      await once(server, "connection");
      return socket;
    }),
  );
  return { time, transport, servers, sockets };
}

test("a transport that stops closes both listeners and their connections", async () => {
  const { transport, servers, sockets } = await open();
  const ended = Promise.all(sockets.map((socket) => closed(socket)));
  await transport.stop();
  await ended;
  expect(servers.map(({ listening }) => listening)).toEqual([false, false]);
});

test("it closes connections that Node has missed a second later", async () => {
  const { time, transport, servers, sockets } = await open();
  for (const server of servers) server.closeAllConnections = () => {};
  const ended = Promise.all(sockets.map((socket) => closed(socket)));
  const stopped = transport.stop();
  await time.pass(1_000);
  await Promise.all([stopped, ended]);
});
