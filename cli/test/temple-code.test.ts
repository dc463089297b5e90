import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findUpdate } from "@flower-war/protocol/operator";
import { afterAll, describe, expect, test } from "vitest";
import { lacks, programPath } from "../../test/support/programs.ts";
import { fakeServer } from "./support/fake-server.ts";
import { flowerWar } from "./support/run.ts";

const SECRET = "3q2-7wABAgMEBQYHCAkKCwwNDg8QERIT";
const ENROLLED = JSON.stringify({ templeId: "templo-1", secret: SECRET });
const ADMIN = { ADMIN_PASSWORD: "xochitl" };
const folder = mkdtempSync(join(tmpdir(), "flower-war-code-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(lacks("openssl"))("[P-1] temple add --broker --ca --png", () => {
  test("the QR code contains host, port, temple, secret, and the hash of the CA's key", async () => {
    await using server = await fakeServer(201, ENROLLED);
    const [key, ca, png] = ["ca.key", "ca.pem", "code.png"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const make = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    execFileSync(programPath("openssl"), [...make, "-keyout", key, "-out", ca, "-subj", "/CN=ca"], {
      stdio: "ignore",
    });
    const publicKey = execFileSync(programPath("openssl"), [
      "pkey",
      "-in",
      key,
      "-pubout",
      "-outform",
      "DER",
    ]);
    const pin = createHash("sha256").update(publicKey).digest("hex");
    const place = ["--broker", "mqtts://play.example", "--ca", ca];

    const run = await flowerWar(
      ["temple", "add", "templo-1", "--json", ...place, "--png", png, "--operator", server.url],
      ADMIN,
    );

    expect(run.exitCode, run.stderr).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      code: `http://192.168.4.1/setup#templo://play.example:8883/templo-1?s=${SECRET}&pin=${pin}`,
    });
    const plain = ["temple", "add", "templo-1", "--broker", "mqtt://play.example", "--ca", ca];
    expect(await flowerWar([...plain, "--operator", server.url], ADMIN)).toMatchObject({
      exitCode: 2,
      stderr: "--ca needs a broker with TLS: an address that begins with mqtts://.\n",
    });
    expect(readFileSync(png).subarray(1, 4).toString()).toBe("PNG");
    expect(statSync(png).mode & 0o777).toBe(0o600);
  });

  test("if the file is not a certificate, it exits with 2 and enrols nothing", async () => {
    await using server = await fakeServer(201, ENROLLED);
    const args = ["temple", "add", "templo-1", "--ca", import.meta.filename, "--operator", server.url];
    expect(await flowerWar(args, ADMIN)).toMatchObject({ exitCode: 2, stdout: "" });
    expect(server.requests).toEqual([]);
  });
});

test("the terminal shows a QR code", async () => {
  await using server = await fakeServer(201, ENROLLED);
  const add = ["temple", "add", "templo-1", "--broker", "mqtt://10.0.0.7", "--operator", server.url];
  const { stdout } = await flowerWar(add, ADMIN);
  expect(stdout).toContain(`\nhttp://192.168.4.1/setup#templo://10.0.0.7:1883/templo-1?s=${SECRET}\n`);
  expect(stdout.split("\n").filter((line) => /[█▀▄]{5}/.test(line)).length).toBeGreaterThan(10);
});

describe("temple list", () => {
  const temples = [
    { templeId: "moon-temple", enrolledAt: Date.UTC(2026, 10, 2), online: false, match: null, health: null },
    {
      templeId: "sun-temple",
      enrolledAt: Date.UTC(2026, 10, 1),
      online: true,
      match: "m1",
      health: {
        fw: "templo-esp32 1.0.3",
        hw: "esp32s3",
        rssi: -67,
        up: 11_520_000,
        reset: "power-on\u001b[2J",
        count: { h: 9, t: 4 },
        faults: ["blocked-h"],
        at: Date.UTC(2026, 10, 22, 3, 40, 12),
      },
    },
  ];

  const IMAGES = { "GET /api/temple-firmware": { images: [{ chip: "esp32", version: "1.0.10" }] } };
  const listing = () => fakeServer(200, JSON.stringify({ temples }), IMAGES);

  test("lists the enrolled temples, which are online, their matches, and their firmware with what is newer", async () => {
    await using server = await listing();
    const run = await flowerWar(["temple", "list", "--operator", server.url], ADMIN);
    expect(run).toEqual({
      exitCode: 0,
      stderr: "",
      stdout:
        "moon-temple              2026-11-02  offline  no match\nsun-temple               2026-11-01  online   m1  templo-esp32 1.0.3 (1.0.10 is there)\n",
    });
    expect(server.requests).toEqual([
      { line: "GET /api/temples", authorization: "Bearer xochitl", body: "" },
      { line: "GET /api/temple-firmware", authorization: "Bearer xochitl", body: "" },
    ]);
  });

  test("--verbose adds what they said of their firmware and health, without control characters", async () => {
    await using server = await listing();
    const { stdout } = await flowerWar(["temple", "list", "--verbose", "--operator", server.url], ADMIN);
    expect(stdout.split("\n")).toEqual([
      "moon-temple              2026-11-02  offline  no match",
      "  has said nothing since the server started",
      "sun-temple               2026-11-01  online   m1  templo-esp32 1.0.3 (1.0.10 is there)",
      "  templo-esp32 1.0.3 on esp32s3, up 3 h 12 min, last reset: power-on?[2J, -67 dBm, beads 9 h, 4 t, faults: blocked-h, said 2026-11-22T03:40:12Z",
      "",
    ]);
  });

  test("of an older server --json says that nothing is known of their health", async () => {
    const older = temples.map(({ health: _health, ...temple }) => temple);
    await using server = await fakeServer(200, JSON.stringify({ temples: older }), IMAGES);
    const { stdout } = await flowerWar(["temple", "list", "--json", "--operator", server.url], ADMIN);
    expect(JSON.parse(stdout)).toEqual(older.map((temple) => ({ ...temple, health: null, update: null })));
  });

  test.each([
    ["templo-esp32 1.0.9", "1.0.10"],
    ["templo-esp32 1.0.10", null],
    ["templo-esp32 1.1.0", null],
    ["templo-esp32 1.0.9-dirty", null],
    ["templo-esp32c3 1.0.0", null],
    ["templo-pi 1.0", null],
    ["firmware of one's own", null],
  ])("%s may become %s", (fw, update) => {
    expect(findUpdate(fw, [{ chip: "esp32", version: "1.0.10" }])).toBe(update);
  });

  test("--json prints the list", async () => {
    await using server = await listing();
    const { stdout } = await flowerWar(["temple", "list", "--json", "--operator", server.url], ADMIN);
    const updates = [null, "1.0.10"];
    expect(JSON.parse(stdout)).toEqual(temples.map((temple, i) => ({ ...temple, update: updates[i] })));
  });

  test("fails with one line if the answer is not a list of temples", async () => {
    await using server = await fakeServer(200, '{"temples":[{}]}');
    const run = await flowerWar(["temple", "list", "--operator", server.url], ADMIN);
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
  });
});

describe("temple update", () => {
  const requested = JSON.stringify({ templeId: "sun-temple", version: "1.0.10" });
  const update = (url: string, ...more: readonly string[]) =>
    flowerWar(["temple", "update", "sun-temple", "--operator", url, ...more], ADMIN);

  test("asks as the admin, and says what will happen", async () => {
    await using server = await fakeServer(200, requested);
    const run = await update(server.url);
    expect(run).toEqual({
      exitCode: 0,
      stderr: "",
      stdout:
        "Temple sun-temple looks for version 1.0.10 now. It restarts when no lamp is lit and nothing is owed; `temple list` shows what it runs.\n",
    });
    const line = "POST /api/temples/sun-temple/update";
    expect(server.requests).toEqual([{ line, authorization: "Bearer xochitl", body: "{}" }]);
    expect((await update(server.url, "--json")).stdout).toBe(`${requested}\n`);
  });

  test.each([
    ["unknown-temple", 404, 7],
    ["temple-offline", 409, 8],
    ["no-image", 409, 9],
    ["no-update", 409, 9],
    ["unauthorized", 401, 4],
    ["unavailable", 503, 1],
  ])(
    "if the server refuses with %s, it prints one line and exits with its code",
    async (code, status, exitCode) => {
      await using server = await fakeServer(status, JSON.stringify({ code, message: "the reason" }));
      expect(await update(server.url)).toEqual({
        exitCode,
        stdout: "",
        stderr: `The server refused (${code}): the reason.\n`,
      });
    },
  );
});

test("temple revoke --json prints the temple", async () => {
  await using server = await fakeServer(200, "{}");
  const { stdout } = await flowerWar(
    ["temple", "revoke", "templo-1", "--json", "--operator", server.url],
    ADMIN,
  );
  expect(JSON.parse(stdout)).toEqual({ templeId: "templo-1" });
});
