/** What the server sends to browsers: the page's files, and the headers that restrict it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import express from "express";
import { pino } from "pino";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/app.ts";
import { errorsAsRefusals, notFound } from "../../src/http/errors.ts";
import { page } from "../../src/http/page.ts";
import { temporaryFolder } from "../support/database.ts";
import { findAwaited, pickCommand } from "../support/expected-views.ts";
import { seatTwo } from "../support/seated-match.ts";

const INDEX = "<!doctype html><title>Flower War</title>";
const SCRIPT = "export const flowers = 13;".repeat(100);

/** Serves a page with these files; `null`: it is not built. */
async function serve({ built = true } = {}): Promise<string> {
  const folder = temporaryFolder();
  if (built) {
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), INDEX);
    writeFileSync(join(folder, "assets/main-x1.js"), SCRIPT);
    writeFileSync(join(folder, "assets/main-x1.js.br"), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, "assets/main-x1.js.gz"), gzipSync(SCRIPT));
    writeFileSync(join(folder, "icon.svg"), "<svg/>");
    writeFileSync(join(folder, ".secret"), "secret");
  }
  const app = express();
  app.use(page(folder), notFound, errorsAsRefusals(pino({ level: "silent" })));
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Requests a path, without decompressing the answer. */
async function request(url: string, path: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get(url + path, { headers }), "response")) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

const BROWSER = {
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br",
};

describe("the page's files", () => {
  test.each([
    ["gzip, deflate, br, zstd", "br", (body: Buffer) => brotliDecompressSync(body)],
    ["gzip", "gzip", (body: Buffer) => gunzipSync(body)],
    ["br;q=0, gzip;q=0.5", "gzip", (body: Buffer) => gunzipSync(body)],
    ["identity", undefined, (body: Buffer) => body],
    ["", undefined, (body: Buffer) => body],
  ])("to a client that takes '%s' come as %s", async (accepted, encoding, unpack) => {
    const { status, headers, body } = await request(await serve(), "/assets/main-x1.js", {
      "accept-encoding": accepted,
    });
    expect([status, headers["content-encoding"], headers.vary]).toEqual([200, encoding, "Accept-Encoding"]);
    expect(headers["content-type"]).toMatch(/^text\/javascript/);
    expect(unpack(body).toString()).toBe(SCRIPT);
  });

  test("are kept for a year if their names change with their content, others are asked for again", async () => {
    const url = await serve();
    const cached = async (path: string) => (await request(url, path, BROWSER)).headers["cache-control"];
    expect(await cached("/assets/main-x1.js")).toBe("public, max-age=31536000, immutable");
    for (const path of ["/", "/create", "/icon.svg"]) expect(await cached(path)).toBe("no-cache");
  });

  test("are not sent again while they have not changed", async () => {
    const url = await serve();
    const { headers } = await request(url, "/", BROWSER);
    const again = await request(url, "/", { ...BROWSER, "if-none-match": headers.etag ?? "" });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test("that are missing are not-found, in JSON and uncompressed", async () => {
    const url = await serve();
    for (const path of [
      "/assets/main-x0.js",
      "/assets/",
      "/assets",
      "/.secret",
      "/..%2f..%2fpackage.json",
      "/%ff.js",
    ]) {
      const { status, headers, body } = await request(url, path, { ...BROWSER, accept: "application/json" });
      expect([path, status]).toEqual([path, path === "/%ff.js" ? expect.any(Number) : 404]);
      expect(headers["content-encoding"]).toBeUndefined();
      expect(headers["content-type"]).toMatch(/^application\/json/);
      expect(JSON.parse(body.toString())).toHaveProperty("code");
    }
  });
});

describe("a page's path", () => {
  test.each([
    "/",
    "/create",
    "/matches/4F7K",
    "/matches/V1StGXR8Z5jd",
    "/rules/flower-war",
    "/replay/x",
    "/apiary",
  ])("%s is index.html", async (path) => {
    const { status, headers, body } = await request(await serve(), path, BROWSER);
    expect([status, headers["content-type"], body.toString()]).toEqual([
      200,
      "text/html; charset=utf-8",
      INDEX,
    ]);
  });

  test.each(["/api", "/api/nothing", "/metrics/x", "/healthz/x", "/matchmake/join/x", "/nothing.html"])(
    "%s is none",
    async (path) => {
      expect((await request(await serve(), path, BROWSER)).status).toBe(404);
    },
  );

  test("is none for a client that takes no HTML, or posts", async () => {
    const url = await serve();
    expect((await request(url, "/create", { accept: "application/json" })).status).toBe(404);
    expect((await fetch(`${url}/create`, { method: "POST" })).status).toBe(404);
  });

  test("says how to build the page while it is not built", async () => {
    const { status, body } = await request(await serve({ built: false }), "/create", BROWSER);
    expect([status, body.toString()]).toEqual([503, expect.stringContaining("npm run build -w web")]);
  });
});

describe("a server", () => {
  const started = startServer();
  afterAll(async () => (await started).stop());

  test("lets its page load nothing from elsewhere, and nothing inline", async () => {
    const { url } = await started;
    const { headers } = await request(url, "/", BROWSER);
    const { host } = new URL(url);
    expect(String(headers["content-security-policy"]).split(";").toSorted()).toEqual([
      "base-uri 'none'",
      `connect-src 'self' ws://${host} wss://${host}`,
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "frame-src 'self'",
      "img-src 'self' data:",
      "manifest-src 'self'",
      "media-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "worker-src 'self'",
    ]);
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "permissions-policy": expect.stringMatching(/^accelerometer=\(\), .*camera=\(\), .*serial=\(\), .*$/),
    });
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  test.each(["/embed/4F7K", "/embed", "/EMBED/4F7K/x"])(
    "lets other sites show %s in a frame, with the same policy but for that",
    async (path) => {
      const { url } = await started;
      const own = await request(url, "/matches/4F7K", BROWSER);
      const { headers } = await request(url, path, BROWSER);
      const policy = String(headers["content-security-policy"]);
      expect(policy.split(";").toSorted()).toEqual(
        String(own.headers["content-security-policy"])
          .replace("frame-ancestors 'none'", "frame-ancestors *")
          .split(";")
          .toSorted(),
      );
      expect(headers["x-frame-options"]).toBeUndefined();
    },
  );

  test("compresses the list of games and records", async () => {
    const { url } = await started;
    const listed = await request(url, "/api/games", BROWSER);
    expect(listed.headers["content-encoding"]).toBe("br");
    expect(JSON.parse(brotliDecompressSync(listed.body).toString())).toHaveLength(4);
    const { match, first, second } = await seatTwo(url);
    for (let n = 1; n <= 5; n++) {
      const awaited = findAwaited([first, second]);
      await awaited.play(pickCommand(awaited, 0));
      await Promise.all([first.waitForEntry(n), second.waitForEntry(n)]);
    }
    await first.play({ type: "concede" });
    const record = await request(url, `/api/matches/${match}/record`, { "accept-encoding": "gzip" });
    expect([record.status, record.headers["content-encoding"]]).toEqual([200, "gzip"]);
    expect(gunzipSync(record.body).toString()).toContain(match);
    const plain = await request(url, `/api/matches/${match}/record`);
    expect(plain.headers["content-encoding"]).toBeUndefined();
  });
});
