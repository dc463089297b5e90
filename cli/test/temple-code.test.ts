import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
      code: `templo://play.example:8883/templo-1?s=${SECRET}&pin=${pin}`,
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
  const { stdout } = await flowerWar(["temple", "add", "templo-1", "--operator", server.url], ADMIN);
  expect(stdout.split("\n").filter((line) => /[█▀▄]{5}/.test(line)).length).toBeGreaterThan(10);
});

describe("temple list", () => {
  const temples = [
    { templeId: "moon-temple", enrolledAt: Date.UTC(2026, 10, 2), online: false, match: null },
    { templeId: "sun-temple", enrolledAt: Date.UTC(2026, 10, 1), online: true, match: "m1" },
  ];

  test("lists the enrolled temples, which are online, and in which match they are", async () => {
    await using server = await fakeServer(200, JSON.stringify({ temples }));
    const run = await flowerWar(["temple", "list", "--operator", server.url], ADMIN);
    expect(run).toEqual({
      exitCode: 0,
      stderr: "",
      stdout:
        "moon-temple              2026-11-02  offline  no match\nsun-temple               2026-11-01  online   m1\n",
    });
    expect(server.requests).toEqual([
      { line: "GET /api/temples", authorization: "Bearer xochitl", body: "" },
    ]);
  });

  test("--json prints the list", async () => {
    await using server = await fakeServer(200, JSON.stringify({ temples }));
    const { stdout } = await flowerWar(["temple", "list", "--json", "--operator", server.url], ADMIN);
    expect(JSON.parse(stdout)).toEqual(temples);
  });

  test("fails with one line if the answer is not a list of temples", async () => {
    await using server = await fakeServer(200, '{"temples":[{}]}');
    const run = await flowerWar(["temple", "list", "--operator", server.url], ADMIN);
    expect(run).toMatchObject({ exitCode: 1, stdout: "" });
  });
});

test("temple revoke --json prints the temple", async () => {
  await using server = await fakeServer(200, "{}");
  const { stdout } = await flowerWar(
    ["temple", "revoke", "templo-1", "--json", "--operator", server.url],
    ADMIN,
  );
  expect(JSON.parse(stdout)).toEqual({ templeId: "templo-1" });
});
