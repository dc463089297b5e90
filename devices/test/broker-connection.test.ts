import { Socket } from "node:net";
import { systemTime, type Time } from "@flower-war/protocol/ports";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openExternalBroker } from "../../bridge/test/support/external-broker.ts";
import { WAIT } from "../../bridge/test/support/raw-temple.ts";
import { system } from "../../bridge/test/support/system.ts";
import { freePort } from "../../test/support/programs.ts";
import { BrokerConnection } from "../src/broker-connection.ts";

const LISTENER = {
  composeWill: () => "{}",
  onConnected: () => {},
  onMessage: () => {},
  onDisconnected: () => {},
  onStateChange: () => {},
};

/** Opens a connection that retries at once; returns the delays, in ms, after which it would have retried. */
function open(port: number, secret: string, fraction: number): number[] {
  const delays: number[] = [];
  const time: Time = {
    ...systemTime,
    after: (ms, call, options) => {
      if (!options?.background) delays.push(ms);
      return systemTime.after(0, call, options);
    },
  };
  const random = { ...system.random, fraction: () => fraction };
  const url = `mqtt://127.0.0.1:${port}`;
  const connection = new BrokerConnection({ id: "templo-1", secret, url, time, random }, LISTENER);
  onTestFinished(() => connection.close(() => "{}"));
  connection.open();
  return delays;
}

test("small packets do not wait for TCP's acks of those before", async () => {
  const broker = await openExternalBroker("secret");
  onTestFinished(() => broker.close());
  const setNoDelay = vi.spyOn(Socket.prototype, "setNoDelay");
  onTestFinished(() => setNoDelay.mockRestore());
  open(broker.port, "secret", 0);
  const isTemples = (socket: unknown) => socket instanceof Socket && socket.remotePort === broker.port;
  await vi.waitFor(() => expect(setNoDelay.mock.contexts.some(isTemples)).toBe(true), WAIT);
});

describe("[N-4] reconnecting", () => {
  test.each([
    ["the shortest", 0, 0.5],
    ["the middle", 0.5, 1],
    ["the longest", 1, 1.5],
  ])("after 1, 2, 4 .. 60 s, %s of +-50 %%", async (_which, fraction, factor) => {
    const delays = open(await freePort(), "secret", fraction);
    await vi.waitFor(() => expect(delays.length).toBeGreaterThanOrEqual(8), WAIT);
    const seconds = delays.slice(0, 8).map((ms) => ms / 1000);
    expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((each) => each * factor));
  });

  test("after 60 s if the secret is wrong", async () => {
    const broker = await openExternalBroker("secret");
    onTestFinished(() => broker.close());
    const delays = open(broker.port, "wrong", 0);
    await vi.waitFor(() => expect(delays.length).toBeGreaterThanOrEqual(2), WAIT);
    expect(new Set(delays)).toEqual(new Set([60_000]));
  });
});
