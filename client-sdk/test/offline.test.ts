import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { colyseus } from "../src/colyseus.ts";
import { type BareServer, startBareServer } from "./support/bare-server.ts";

/** A browser's window tells that the network is gone; Node has none. Colyseus' client looks for it when it is loaded. */
const browserWindow = vi.hoisted(() => {
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  return target;
});

let server: BareServer;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {}); // Colyseus' client says how many connections it closes
  server = await startBareServer();
});
afterAll(async () => {
  await server.stop();
  vi.unstubAllGlobals();
});

/** Enters a room; the codes with which its connection was closed. */
async function enter(): Promise<number[]> {
  const codes: number[] = [];
  await colyseus(server.url, 2000)(await server.reserve(), {
    opened: () => {},
    state: () => {},
    message: () => {},
    closed: (code) => codes.push(code),
  });
  return codes;
}

it("every connection is told lost, once and at once, when the browser says that the network is gone", async () => {
  const rooms = [await enter(), await enter(), await enter(), await enter()];
  browserWindow.dispatchEvent(new Event("offline"));
  expect(rooms).toEqual([[4010], [4010], [4010], [4010]]);
  browserWindow.dispatchEvent(new Event("offline"));
  expect(rooms).toEqual([[4010], [4010], [4010], [4010]]);
});
