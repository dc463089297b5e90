import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { colyseus } from "../src/colyseus.ts";
import type { Link, LinkListener } from "../src/ports.ts";
import { type BareServer, startBareServer } from "./support/bare-server.ts";
import { RESERVATION } from "./support/fake-rooms.ts";

interface Counter {
  count: number;
}

/** Notes what it is told, states as their count. */
class Notes implements LinkListener<Counter, Counter> {
  readonly notes: unknown[] = [];
  link: Link | null = null;

  opened(link: Link): void {
    this.link = link;
  }

  state({ count }: Counter): void {
    this.notes.push(count);
  }

  message(type: string, { count }: Counter): void {
    this.notes.push([type, count]);
  }

  closed(code: number, reason: string): void {
    this.notes.push({ code, reason });
  }
}

let server: BareServer;
beforeAll(async () => {
  // Colyseus talks to the console about each connection and handler that fails.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
  server = await startBareServer();
});
afterAll(() => server.stop());

async function enter({ timeout = 2000 } = {}) {
  const heard = new Notes();
  const link = await colyseus(server.url, timeout)(await server.reserve(), heard);
  expect(heard.link).toBe(link);
  return { link, notes: heard.notes };
}

describe("a connection by Colyseus", () => {
  it("is there once the whole state is", async () => {
    const { link, notes } = await enter();
    expect(notes).toEqual([0]);
    await link.leave();
  });

  it("tells patch, message and answer in the order in which they were sent", async () => {
    const { link, notes } = await enter();
    expect(await link.request("count", {})).toEqual({ count: 1 });
    expect(notes).toEqual([0, 1, ["counted", 1]]);
    await link.leave();
  });

  it("rejects a request with the fault that the server gave", async () => {
    const { link } = await enter();
    const fault = { code: "wrong-phase", message: "not now", field: "type", wait: 5 };
    await expect(link.request("refuse", fault)).rejects.toMatchObject({ name: "Refusal", ...fault });
    await link.leave();
  });

  it.each([
    ["the handler throws", "fail"],
    ["nobody handles it", "unheard-of"],
  ])("rejects a request with `internal` when %s, and tells no detail", async (_, type) => {
    const { link } = await enter();
    const rejection = expect(link.request(type, {})).rejects;
    await rejection.toMatchObject({ name: "Refusal", code: "internal", message: "the server failed" });
    await link.leave();
  });

  it("rejects a request with `timeout` when no answer comes, and stays open", async () => {
    const { link } = await enter({ timeout: 1000 });
    await expect(link.request("ignore", {})).rejects.toMatchObject({ name: "Refusal", code: "timeout" });
    expect(await link.request("count", {})).toEqual({ count: 1 });
    await link.leave();
  });

  it.each([
    ["a close with a code", 4009, { code: 4009, reason: "because" }],
    ["a close with Colyseus' own code for going offline", 4010, { code: 4010, reason: "because" }],
    ["a connection that breaks", 0, { code: 1006, reason: "" }],
  ])(
    "tells %s once, and rejects what was under way and what comes later with `closed`",
    async (_, code, note) => {
      const { link, notes } = await enter();
      await expect(link.request("drop", code)).rejects.toMatchObject({ name: "Refusal", code: "closed" });
      expect(notes).toEqual([0, note]);
      await expect(link.request("count", {})).rejects.toMatchObject({ code: "closed" });
      await link.leave();
    },
  );

  it("leaves with consent", async () => {
    const { link, notes } = await enter();
    await link.leave();
    expect(notes).toEqual([0, { code: 4000, reason: expect.any(String) }]);
    await link.leave();
  });
});

/** A port where something listens that never says a word. */
function silentPort(): Promise<{ silent: Server; url: string }> {
  return new Promise((resolve) => {
    const silent = createServer((socket) => socket.resume());
    silent.listen(0, "127.0.0.1", () => {
      const address = silent.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      resolve({ silent, url: `http://127.0.0.1:${address.port}` });
    });
  });
}

describe("a connection that does not come about", () => {
  it("is refused with `unreachable` where nobody listens", async () => {
    const { silent, url } = await silentPort();
    await new Promise((resolve) => silent.close(resolve));
    const connecting = colyseus(url, 2000)(RESERVATION, new Notes());
    await expect(connecting).rejects.toMatchObject({ name: "Refusal", code: "unreachable" });
  });

  it("is refused with `timeout` where nobody answers, and leaves no socket behind", async () => {
    const { silent, url } = await silentPort();
    const connecting = colyseus(url, 50)(RESERVATION, new Notes());
    await expect(connecting).rejects.toMatchObject({ name: "Refusal", code: "timeout" });
    await new Promise((resolve) => silent.close(resolve));
  });

  it("is refused with `unreachable` for a reservation that the server does not know", async () => {
    const connecting = colyseus(server.url, 2000)(
      { ...(await server.reserve()), sessionId: "x" },
      new Notes(),
    );
    await expect(connecting).rejects.toMatchObject({ name: "Refusal", code: "unreachable" });
  });
});
