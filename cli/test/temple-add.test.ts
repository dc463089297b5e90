import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fakeServer } from "./support/fake-server.ts";
import { flowerWar } from "./support/run.ts";

const SECRET = "3q2-7wABAgMEBQYHCAkKCwwNDg8QERIT";
const ENROLLED = JSON.stringify({ templeId: "templo-1", secret: SECRET });
const ADMIN = { ADMIN_PASSWORD: "xochitl" };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "flower-war-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test("P-1: temple add enrols the temple as the admin and prints its secret", async () => {
  await using server = await fakeServer(201, ENROLLED);

  const run = await flowerWar(["temple", "add", "templo-1", "--server", server.url], ADMIN);

  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.stdout).toMatch(/user name, client id +templo-1\n/);
  expect(run.stdout).toContain(SECRET);
  expect(server.asked).toEqual([
    { line: "POST /api/temples", authorization: "Bearer xochitl", body: '{"templeId":"templo-1"}' },
  ]);
});

test("--json prints what the server answered, and nothing else", async () => {
  await using server = await fakeServer(201, ENROLLED);
  const run = await flowerWar(["temple", "add", "templo-1", "--json", "--server", server.url], ADMIN);
  expect(JSON.parse(run.stdout)).toEqual({ templeId: "templo-1", secret: SECRET });
});

test("the server's address may come from SERVER_URL, with a path and a slash at its end", async () => {
  await using server = await fakeServer(201, ENROLLED);
  const run = await flowerWar(["temple", "add", "templo-1"], { ...ADMIN, SERVER_URL: `${server.url}/n1/` });
  expect(run.exitCode, run.stderr).toBe(0);
  expect(server.asked[0]?.line).toBe("POST /n1/api/temples");
});

test("without ADMIN_PASSWORD it takes the one that a server in development keeps in DATA_DIR", async () => {
  await using server = await fakeServer(201, ENROLLED);
  const DATA_DIR = folder();
  writeFileSync(join(DATA_DIR, "admin-password"), "kept\n");

  await flowerWar(["temple", "add", "templo-1", "--server", server.url], { DATA_DIR });

  expect(server.asked[0]?.authorization).toBe("Bearer kept");
});

test.each([
  { code: "unauthorized", status: 401, exitCode: 4 },
  { code: "temple-known", status: 409, exitCode: 5 },
  { code: "bad-temple-id", status: 400, exitCode: 2 },
  { code: "internal", status: 500, exitCode: 1 },
])("a server that answers $code: exit code $exitCode, and one line says so", async (refusal) => {
  const body = JSON.stringify({ code: refusal.code, message: "the reason" });
  await using server = await fakeServer(refusal.status, body);

  const run = await flowerWar(["temple", "add", "templo-1", "--server", server.url], ADMIN);

  expect(run).toEqual({
    exitCode: refusal.exitCode,
    stdout: "",
    stderr: `The server refused (${refusal.code}): the reason.\n`,
  });
});

test("something else than a Flower War server: exit code 1", async () => {
  await using server = await fakeServer(404, "<!doctype html>");
  const run = await flowerWar(["temple", "add", "templo-1", "--server", server.url], ADMIN);
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toBe(`What answers at ${server.url} is no Flower War server.\n`);
});

test("no server there: exit code 3", async () => {
  const gone = await fakeServer(200, "");
  await gone[Symbol.asyncDispose]();
  const run = await flowerWar(["temple", "add", "templo-1", "--server", gone.url], ADMIN);
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toMatch(/^No server answers at http:.*: connect ECONNREFUSED .*\.\n$/);
});

test("no password anywhere: exit code 4, and it says where to put one", async () => {
  const run = await flowerWar(["temple", "add", "templo-1"], { DATA_DIR: folder() });
  expect(run.exitCode).toBe(4);
  expect(run.stderr).toMatch(/^Set ADMIN_PASSWORD .*admin-password either\.\n$/);
});

test.each([
  ["T-1: a bad temple id", ["temple", "add", "Templo 1"]],
  ["no temple id", ["temple", "add"]],
  ["an address that is none", ["temple", "add", "templo-1", "--server", "play.example"]],
  ["an unknown option", ["temple", "add", "templo-1", "--force"]],
  ["an unknown command", ["temple", "burn", "templo-1"]],
])("%s: exit code 2, before any server is asked", async (_title, args) => {
  const run = await flowerWar(args, ADMIN);
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toMatch(/^error: /);
});

test("--version and --help answer with exit code 0", async () => {
  const version = await flowerWar(["--version"]);
  expect(version).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  const help = await flowerWar(["temple", "add", "--help"]);
  expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Exit codes:") });
});
