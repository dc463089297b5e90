/** Which sites' pages may use a server, and where its own page may connect to. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { PATHS } from "@flower-war/protocol";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type RunningServer, startServer } from "../../src/app.ts";
import type { ServerOptions } from "../../src/server-options.ts";
import { safeHeaders } from "../../src/http/headers.ts";
import { LobbyClient } from "../support/lobby.ts";
import { requestLobby } from "../support/post.ts";

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
const start = async (options: ServerOptions) => (server = await startServer(options));

/** Opens a socket to a room as a page of this site would. Resolves with `open`, or the status that refused it. */
async function connect(origin: string | undefined): Promise<number | "open"> {
  const url = server?.url ?? "";
  const { processId, roomId, sessionId } = await requestLobby(url);
  const socket = new WebSocket(
    `${url.replace("http", "ws")}/${processId}/${roomId}?sessionId=${sessionId}`,
    origin === undefined ? {} : { origin },
  );
  socket.on("error", () => {});
  const outcome = await new Promise<number | "open">((resolve) => {
    socket.once("open", () => resolve("open"));
    socket.once("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
  });
  socket.terminate();
  return outcome;
}

/** Returns the site that a browser lets read an answer. */
async function readerOf(origin: string | null, method = "GET"): Promise<string | null> {
  const headers: Record<string, string> = origin === null ? {} : { origin };
  const response = await fetch((server?.url ?? "") + PATHS.games, { method, headers });
  await response.arrayBuffer();
  return response.headers.get("access-control-allow-origin");
}

describe("ALLOWED_ORIGINS", () => {
  test("is not set: pages of any site connect and call", async () => {
    await start({});
    expect(await connect("https://elsewhere.example")).toBe("open");
    expect(await connect(undefined)).toBe("open");
    expect(await readerOf("https://elsewhere.example")).toBe("*");
  });

  test("allows the pages of these sites, the server's own, and what is no page; sockets of others get 403", async () => {
    const { url } = await start({ allowedOrigins: ["https://play.example", "http://[::1]:8080"] });
    expect(await connect("https://play.example")).toBe("open");
    expect(await connect("http://[::1]:8080")).toBe("open");
    expect(await connect(new URL(url).origin)).toBe("open");
    expect(await connect(undefined)).toBe("open");
    for (const origin of [
      "https://elsewhere.example",
      "http://play.example",
      "https://play.example.evil",
      "null",
    ]) {
      expect(await connect(origin), origin).toBe(403);
      expect(await readerOf(origin), origin).toBeNull();
      expect(await readerOf(origin, "OPTIONS"), origin).toBeNull();
    }
    expect(await readerOf("https://play.example")).toBe("https://play.example");
    expect(await readerOf("https://play.example", "OPTIONS")).toBe("https://play.example");
    // The SDK in Node sends no origin.
    const client = await LobbyClient.join(url);
    expect(client.reservation.name).toBe("lobby");
  });

  test("is an empty list: the server's own page alone; with PUBLIC_URL that is the page there", async () => {
    const { url } = await start({ allowedOrigins: [], publicUrl: "https://play.example/n1" });
    expect(await connect("https://play.example")).toBe("open");
    expect(await connect(new URL(url).origin)).toBe(403);
    const { headers } = await fetch(url + PATHS.games, { headers: { origin: "https://play.example" } });
    expect(headers.get("vary")?.toLowerCase()).toContain("origin");
  });
});

describe("a match in a frame", () => {
  const framesOf = async (path: string) =>
    /frame-ancestors ([^;]*)/.exec(
      (await fetch(server?.url + path)).headers.get("content-security-policy") ?? "",
    )?.[1];

  test("is shown by these sites and the server's own, where ALLOWED_ORIGINS is set; every other page by none", async () => {
    await start({ allowedOrigins: ["https://play.example", "http://127.0.0.1:8080"] });
    expect(await framesOf("/embed/4F7K")).toBe("'self' https://play.example http://127.0.0.1:8080");
    expect(await framesOf("/matches/4F7K")).toBe("'none'");
  });

  test("is shown by the server's own page alone, where it is an empty list", async () => {
    await start({ allowedOrigins: [] });
    expect(await framesOf("/embed/4F7K")).toBe("'self'");
  });
});

describe("the page's policy", () => {
  /** Returns where the page may connect to. */
  async function policyFor(host: string, publicUrl: string | null = null): Promise<string | undefined> {
    const { url } = server ?? (await start({ publicUrl }));
    const [response] = (await once(get(url, { headers: { host } }), "response")) as [IncomingMessage];
    response.resume();
    const policy = String(response.headers["content-security-policy"]);
    return policy
      .split(";")
      .find((directive) => directive.startsWith("connect-src"))
      ?.trimEnd();
  }

  test("names the sockets of the host that was asked", async () => {
    expect(await policyFor("localhost:2567")).toBe(
      "connect-src 'self' ws://localhost:2567 wss://localhost:2567",
    );
    expect(await policyFor("192.168.1.20")).toBe("connect-src 'self' ws://192.168.1.20 wss://192.168.1.20");
  });

  test.each([
    "evil.example;script-src *",
    "a b",
    "*",
    "*.example",
    "a,b",
    "'unsafe-inline'",
    "evil.example/path",
    "user@evil.example",
    "[::1]:2567",
    "a:123456",
    "-",
    "x".repeat(300),
  ])("takes nothing else from the header Host: %s", async (host) => {
    expect(await policyFor(host)).toBe("connect-src 'self'");
  });

  test("names the sockets of PUBLIC_URL's host, whoever is asked", async () => {
    expect(await policyFor("evil.example", "https://play.example:8443/n1")).toBe(
      "connect-src 'self' ws://play.example:8443 wss://play.example:8443",
    );
  });

  test("names none for an IPv6 address, which no policy can name", () => {
    expect(() => safeHeaders("http://[::1]:2567")).not.toThrow();
  });
});
