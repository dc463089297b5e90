import { systemTime } from "@flower-war/protocol/ports";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { colyseus } from "../src/connection/colyseus.ts";
import { type BareServer, startBareServer } from "./support/bare-server.ts";

/** A browser's window, which fires `offline`; Node has none. Colyseus' client checks for it when it is loaded. */
const browserWindow = vi.hoisted(() => {
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  return target;
});

let server: BareServer;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {}); // Colyseus' client logs how many connections it closes
  server = await startBareServer();
});
afterAll(async () => {
  await server.stop();
  vi.unstubAllGlobals();
});

/** Joins a room; returns the codes with which its connection is closed. */
async function join(): Promise<number[]> {
  const codes: number[] = [];
  await colyseus(
    server.url,
    2000,
    systemTime,
  )(await server.reserve(), {
    opened: () => {},
    state: () => {},
    message: () => {},
    closed: (code) => codes.push(code),
  });
  return codes;
}

it("a browser that goes offline closes every connection at once, and each reports it once", async () => {
  const rooms = [await join(), await join(), await join(), await join()];
  browserWindow.dispatchEvent(new Event("offline"));
  expect(rooms).toEqual([[4010], [4010], [4010], [4010]]);
  browserWindow.dispatchEvent(new Event("offline"));
  expect(rooms).toEqual([[4010], [4010], [4010], [4010]]);
});
