import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, get as getPlain, type IncomingMessage } from "node:http";
import { get } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { Refusal } from "@flower-war/client-sdk";
import { PATHS, type RefusalBody, type SeatReservation } from "@flower-war/protocol";
import { OPERATOR_PATHS } from "@flower-war/protocol/operator";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { TestClient } from "../server/test/support/client.ts";
import { playCommands } from "../server/test/support/cluster.ts";
import { type HttpResponse, post } from "../server/test/support/post.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { askMatch, TestStream } from "../server/test/support/stream.ts";
import { buildPage } from "./support/builds.ts";
import { NginxProcess, type Variables } from "./support/nginx.ts";
import { PostgresProcess } from "./support/postgres.ts";
import { freePort, lacks, programPath } from "./support/programs.ts";
import { RedisProcess } from "./support/redis.ts";
import { retry } from "./support/retry.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

/** Matches that the tests, which have one address, may create in a minute: as many as others create before the test of this limit. */
const CREATIONS = 6;

/** Sends a request, again while it is refused as `unavailable`. */
function postPatiently<T>(...request: Parameters<typeof post>): Promise<HttpResponse<T>> {
  return retry(async () => {
    const response = await post<T & RefusalBody>(...request);
    if (response.body.code === "unavailable") throw new Refusal(response.body);
    return response;
  });
}

describe.skipIf(lacks("nginx", "redis", "postgres"))("nginx before two servers", () => {
  let redis: RedisProcess;
  let postgres: PostgresProcess;
  let n1: ServerProcess;
  let n2: ServerProcess;
  let nginx: NginxProcess;

  beforeAll(async () => {
    [redis, postgres] = await Promise.all([RedisProcess.start(), PostgresProcess.start()]);
    const ports = await NginxProcess.choosePorts();
    const start = (path: string) =>
      ServerProcess.start({
        REDIS_URL: redis.url,
        DATABASE_URL: postgres.url,
        PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/${path}`,
        CREATIONS_PER_MINUTE: String(CREATIONS),
      });
    [n1, n2] = await Promise.all([start("n1"), start("n2")]);
    nginx = await NginxProcess.start({ ...ports, N1: hostOf(n1), N2: hostOf(n2) });
  });
  afterAll(async () => {
    await nginx?.stop();
    await Promise.all([n1?.stop(), n2?.stop()]);
    await Promise.all([redis?.stop(), postgres?.stop()]);
  });

  const create = (settings: object = {}) =>
    postPatiently<SeatReservation>(nginx.url, PATHS.matches, {
      game: "flower-war",
      name: "Citlali",
      seats: 2,
      ...settings,
    });

  test("proxies HTTP to either, and each WebSocket to the server of its match", async () => {
    const made = [await create(), await create(), await create(), await create()];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const { body: first } of made) {
      const joined = await postPatiently<SeatReservation>(nginx.url, PATHS.seats.replace(":id", first.code), {
        name: "Tlalli",
      });
      const players = await Promise.all(
        [first, joined.body].map((reserved) => TestClient.join(nginx.url, reserved)),
      );
      await playCommands(players, 3);
      await Promise.all(players.map((player) => player.leave()));
    }
  });

  test("sends each line of a stream on at once, whichever server has the match", async () => {
    const { match, token } = (await create({ openNonces: true })).body;
    const joined = await postPatiently<SeatReservation>(nginx.url, PATHS.seats.replace(":id", match), {
      name: "Tlalli",
    });
    const open = () => TestStream.open(nginx.url, match, { token });
    const streams = [await open(), await TestStream.open(nginx.url, match)];
    for (const seat of [token, joined.body.token])
      await askMatch(nginx.url, match, "nonce", { token: seat, body: { nonce: "n" } });
    const body = { id: "roll", command: { type: "roll" } };
    expect((await askMatch(nginx.url, match, "commands", { token, body })).status).toBe(200);
    for (const stream of streams) await stream.waitForEntry(1);
    streams.forEach((stream) => stream.close());
  });

  test("asks the other server for a seat with a token when one stands still, without the 15 s that others wait", async () => {
    const { body: first } = await create();
    const path = `${PATHS.seats.replace(":id", first.match)}?again`;
    n2.child.kill("SIGSTOP");
    try {
      // The first ones find out that its lease has expired, if it has the match.
      await postPatiently<SeatReservation>(nginx.url, path, { token: first.token });
      const begun = performance.now();
      const again = Array.from({ length: 4 }, () => post(nginx.url, path, { token: first.token }));
      expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(performance.now() - begun).toBeLessThan(15_000);
    } finally {
      n2.child.kill("SIGCONT");
    }
  });

  test("passes on the client's real address, not a forged one: the creation limit holds", async () => {
    const forged = (i: number) =>
      postPatiently<RefusalBody>(
        nginx.url,
        PATHS.matches,
        { game: "flower-war", name: "Itzel" },
        { "x-forwarded-for": `10.9.9.${i}` },
      );
    // On a slow machine some of the first are forgotten meanwhile.
    let status = 201;
    for (let i = 0; i < 5 * CREATIONS && status === 201; i += 1) ({ status } = await forged(i));
    expect(status).toBe(429);
  });

  test("leads to nothing of the operator's", async () => {
    for (const path of [...Object.values(OPERATOR_PATHS), "/operator.html"]) {
      const { status } = await fetch(nginx.url + path.replace(":id", "x"));
      expect([path, status]).toEqual([path, 404]);
    }
  });

  test("proxies /healthz, and answers `too-large` to large bodies", async () => {
    expect((await fetch(`${nginx.url}/healthz`)).status).toBe(200);
    const large = await fetch(nginx.url + PATHS.matches, { method: "POST", body: "x".repeat(20_000) });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ code: "too-large" });
  });

  test("sends the page compressed, at every path of a page, restricted to itself", async () => {
    await buildPage();
    const index = await fetch(`${nginx.url}/matches/4F7K`, { headers: { accept: "text/html" } });
    expect([index.status, index.headers.get("cache-control")]).toEqual([200, "no-cache"]);
    expect(index.headers.get("content-security-policy")).toContain("script-src 'self';");
    const script = /(?:src|href)="(\/assets\/start-[^"]+\.js)"/.exec(await index.text())?.[1] ?? "";
    for (const encoding of ["br", "gzip"]) {
      const { status, headers } = await fetch(nginx.url + script, {
        headers: { "accept-encoding": encoding },
      });
      expect([status, headers.get("content-encoding")]).toEqual([200, encoding]);
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    }
    expect((await fetch(`${nginx.url}/api/nothing`, { headers: { accept: "text/html" } })).status).toBe(404);
  });

  test("proxies to the other server when one is killed", async () => {
    await n2.stop("SIGKILL");
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(nginx.url, PATHS.lobby)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe.skipIf(lacks("nginx"))("nginx alone", () => {
  let nginx: NginxProcess | undefined;
  afterEach(() => nginx?.stop());

  async function start(variables: Variables = {}): Promise<NginxProcess> {
    const closed = `127.0.0.1:${await freePort()}`;
    nginx = await NginxProcess.start({
      ...(await NginxProcess.choosePorts()),
      N1: closed,
      N2: closed,
      ...variables,
    });
    return nginx;
  }

  test("answers `unavailable` without a server, to pages of any origin", async () => {
    const { url } = await start();
    const { status, body, headers } = await post<RefusalBody>(url, PATHS.lobby);
    expect([status, body.code]).toEqual([503, "unavailable"]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect((await fetch(`${url}/n1/abc/def`)).status).toBe(503);
  });

  /** Starts a server that answers everything with its name. */
  async function startNamed(name: string) {
    const server = createServer((_, response) => response.end(JSON.stringify({ name })));
    const named = { server, at: "" };
    onTestFinished(() => void server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    named.at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return named;
  }

  test("asks another server for a seat than the one that a client has lost, unless that is all there is", async () => {
    const [n1, n2] = [await startNamed("n1"), await startNamed("n2")];
    const { url } = await start({ N1: n1.at, N2: n2.at });
    const path = PATHS.seats.replace(":id", "4F7K");
    const ask = async (lost: string) =>
      (await post<{ name: string }>(url, `${path}?again=${lost}`, { token: "t" })).body.name;
    const asked = async (lost: string) =>
      new Set(await Promise.all(Array.from({ length: 6 }, () => ask(lost))));
    expect([await asked("n1"), await asked("n2")]).toEqual([new Set(["n2"]), new Set(["n1"])]);
    // Another server's name is as good as none.
    expect(await asked("n3")).toEqual(new Set(["n1", "n2"]));
    n2.server.closeAllConnections();
    await promisify(n2.server.close.bind(n2.server))();
    expect(await asked("n1")).toEqual(new Set(["n1"]));
  });

  const ways = ["", "?again", "?again=n1"].map((query) => PATHS.seats.replace(":id", "4F7K") + query);
  test.each([PATHS.lobby, ...ways])(
    "refuses requests of %s over the limit with `too-many-messages`",
    async (path) => {
      const { url } = await start({ REQUESTS_PER_SECOND: "1", REQUESTS_AT_ONCE: "3" });
      const begun = performance.now();
      const answers = await Promise.all(Array.from({ length: 20 }, () => post<RefusalBody>(url, path)));
      const seconds = Math.ceil((performance.now() - begun) / 1000);
      const codes = answers.map(({ status, body }) => `${status} ${body.code}`);
      const passed = codes.filter((code) => code === "503 unavailable").length;
      // One, the three at once, and one more for each second that the requests took.
      expect(passed).toBeGreaterThanOrEqual(4);
      expect(passed).toBeLessThanOrEqual(4 + seconds);
      expect(codes.filter((code) => code === "429 too-many-messages")).toHaveLength(20 - passed);
    },
  );

  test.skipIf(lacks("openssl"))("serves HTTPS with TLS=on, and redirects HTTP there", async () => {
    const folder = makeTempFolder();
    const TLS_CERTIFICATE = join(folder, "cert.pem");
    const TLS_KEY = join(folder, "key.pem");
    const files = ["-keyout", TLS_KEY, "-out", TLS_CERTIFICATE, "-subj", "/CN=localhost", "-days", "1"];
    await promisify(execFile)(programPath("openssl"), [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      ...files,
    ]);
    const PUBLIC_URL = "https://play.example";
    const { url, variables } = await start({ TLS: "on", PUBLIC_URL, TLS_CERTIFICATE, TLS_KEY });
    const { headers, statusCode } = await new Promise<IncomingMessage>((resolve, reject) => {
      // The host that a request names is the client's choice.
      const request = getPlain(`${url}/healthz?a=b`, { headers: { host: "evil.example" } }, resolve);
      request.on("error", reject);
    });
    expect([statusCode, headers.location]).toEqual([308, `${PUBLIC_URL}/healthz?a=b`]);
    const answer = await new Promise<string>((resolve, reject) => {
      const address = `https://127.0.0.1:${variables["HTTPS_PORT"]}/healthz`;
      get(address, { rejectUnauthorized: false }, (response) => void text(response).then(resolve, reject)).on(
        "error",
        reject,
      );
    });
    expect(JSON.parse(answer)).toMatchObject({ code: "unavailable" });
    const health = `http://127.0.0.1:${variables["HEALTH_PORT"]}/healthz`;
    expect((await fetch(health, { redirect: "manual" })).status).toBe(503);
  });
});

function hostOf({ url }: ServerProcess): string {
  return new URL(url).host;
}
