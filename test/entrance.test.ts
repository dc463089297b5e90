import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { type Fault, PATHS, type SeatReservation } from "@flower-war/client-sdk/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TestClient } from "../server/test/support/client.ts";
import { playOn } from "../server/test/support/cluster.ts";
import { post } from "../server/test/support/post.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { NginxProcess, type Variables } from "./support/nginx.ts";
import { freePort, lacks, programPath } from "./support/programs.ts";
import { RedisProcess } from "./support/redis.ts";

describe.skipIf(lacks("nginx", "redis"))("the entrance before two servers", () => {
  let redis: RedisProcess;
  let n1: ServerProcess;
  let n2: ServerProcess;
  let nginx: NginxProcess;

  beforeAll(async () => {
    redis = await RedisProcess.start();
    const ports = await NginxProcess.ports();
    const through = (path: string) =>
      ServerProcess.start({
        REDIS_URL: redis.url,
        PUBLIC_URL: `http://127.0.0.1:${ports.HTTP_PORT}/${path}`,
      });
    [n1, n2] = await Promise.all([through("n1"), through("n2")]);
    nginx = await NginxProcess.start({ ...ports, N1: hostOf(n1), N2: hostOf(n2) });
  });
  afterAll(async () => {
    await nginx?.stop();
    await Promise.all([n1?.stop(), n2?.stop()]);
    await redis?.stop();
  });

  const create = () =>
    post<SeatReservation>(nginx.url, PATHS.matches, { game: "flower-war", name: "Citlali", seats: 2 });

  test("leads HTTP to either, and each WebSocket to the server of its match", async () => {
    const made = [await create(), await create(), await create(), await create()];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    for (const { body: first } of made) {
      const joined = await post<SeatReservation>(nginx.url, PATHS.seats.replace(":id", first.code), {
        name: "Tlalli",
      });
      const players = await Promise.all(
        [first, joined.body].map((place) => TestClient.join(nginx.url, place)),
      );
      await playOn(players, 3);
      await Promise.all(players.map((player) => player.leave()));
    }
  });

  test("names the client's own address, whatever he says it is: the creation limit holds", async () => {
    const forged = (i: number) =>
      post<Fault>(
        nginx.url,
        PATHS.matches,
        { game: "flower-war", name: "Itzel" },
        { "x-forwarded-for": `10.9.9.${i}` },
      );
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) statuses.push((await forged(i)).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });

  test("serves the page, and keeps what is not for strangers to itself", async () => {
    expect((await fetch(`${nginx.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${nginx.url}/metrics`)).status).toBe(404);
    const large = await fetch(nginx.url + PATHS.matches, { method: "POST", body: "x".repeat(20_000) });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ code: "too-large" });
  });

  test("asks the other server when one is gone", async () => {
    await n2.stop("SIGKILL");
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(nginx.url, PATHS.lobby)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe.skipIf(lacks("nginx"))("the entrance by itself", () => {
  let nginx: NginxProcess | undefined;
  afterEach(() => nginx?.stop());

  async function open(variables: Variables = {}): Promise<NginxProcess> {
    const nobody = `127.0.0.1:${await freePort()}`;
    nginx = await NginxProcess.start({
      ...(await NginxProcess.ports()),
      N1: nobody,
      N2: nobody,
      ...variables,
    });
    return nginx;
  }

  test("with no server behind it answers `unavailable`, to pages of any origin", async () => {
    const { url } = await open();
    const { status, body, headers } = await post<Fault>(url, PATHS.lobby);
    expect([status, body.code]).toEqual([503, "unavailable"]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect((await fetch(`${url}/n1/abc/def`)).status).toBe(503);
  });

  test("stops who asks too much, with a code", async () => {
    const { url } = await open({ REQUESTS_PER_SECOND: "1", REQUESTS_AT_ONCE: "3" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => post<Fault>(url, PATHS.lobby)));
    const codes = answers.map(({ status, body }) => `${status} ${body.code}`).toSorted();
    expect(codes.slice(-6)).toEqual(
      codes
        .slice(-6)
        .map(() => "503 unavailable")
        .toSpliced(0, 2, "429 too-many-messages", "429 too-many-messages"),
    );
  });

  test.skipIf(lacks("openssl"))("speaks TLS when it is told to, and sends plain HTTP there", async () => {
    const folder = mkdtempSync(join(tmpdir(), "flower-war-tls-"));
    try {
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
      const { url, variables } = await open({ TLS: "on", TLS_CERTIFICATE, TLS_KEY });
      const plain = await fetch(`${url}/healthz`, { redirect: "manual" });
      expect([plain.status, plain.headers.get("location")]).toEqual([308, "https://127.0.0.1/healthz"]);
      const answer = await new Promise<string>((resolve, reject) => {
        const address = `https://127.0.0.1:${variables["HTTPS_PORT"]}/healthz`;
        get(
          address,
          { rejectUnauthorized: false },
          (response) => void text(response).then(resolve, reject),
        ).on("error", reject);
      });
      expect(JSON.parse(answer)).toMatchObject({ code: "unavailable" });
      expect(
        (await fetch(`http://127.0.0.1:${variables["INSIDE_PORT"]}/healthz`, { redirect: "manual" })).status,
      ).toBe(503);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function hostOf({ url }: ServerProcess): string {
  return new URL(url).host;
}
