/** Where commands write: a reader who leaves early, and places that cannot be written to. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { fakeServer } from "./support/fake-server.ts";
import { COMMAND, flowerWar } from "./support/run.ts";

const ADMIN = { ADMIN_PASSWORD: "xochitl" };
const SECRET = "3q2-7wABAgMEBQYHCAkKCwwNDg8QERIT";
const ENROLLED = JSON.stringify({ templeId: "templo-1", secret: SECRET });
const ADD = ["temple", "add", "templo-1", "--broker", "mqtt://10.0.0.7"];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "flower-war-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

/** Runs a command whose output is read by none, as by `| true`. */
async function runUnread(args: readonly string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(COMMAND, args, { env: { PATH, NODE_COMPILE_CACHE, ...ADMIN }, stdio: "pipe" });
  child.stdout.destroy();
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { exitCode: exitCode as number, stderr };
}

test("a command does its work without a word when the reader of its output has left, as `| head -1` does", async () => {
  await using server = await fakeServer(201, ENROLLED);
  const mosquitto = folder();
  const run = await runUnread([...ADD, "--operator", server.url, "--mosquitto", mosquitto]);
  expect(run).toEqual({ exitCode: 0, stderr: "" });
  expect(readdirSync(mosquitto)).toContain("passwd");
});

test("a match is not moved if its file cannot be written", async () => {
  await using server = await fakeServer(200, "{}");
  const file = join(folder(), "missing", "moved.jsonl");
  const run = await flowerWar(
    ["match", "export", "V1StGXR8Z5jd", file, "--move", "--operator", server.url],
    ADMIN,
  );
  expect(run).toMatchObject({ exitCode: 1, stdout: "" });
  expect(run.stderr).toMatch(/^The copy could not be written: ENOENT: .*\.\n$/);
  expect(server.requests).toEqual([]);
});

test("a refused export leaves no file", async () => {
  await using server = await fakeServer(404, JSON.stringify({ code: "unknown-match", message: "none" }));
  const place = folder();
  const run = await flowerWar(
    ["match", "export", "AAAA", join(place, "a.jsonl"), "--operator", server.url],
    ADMIN,
  );
  expect(run.exitCode).toBe(7);
  expect(readdirSync(place)).toEqual([]);
});

test.each(["", "../../x", "V1St?x=y", "ñ"])(
  "a match called %j is wrong usage, and no request",
  async (match) => {
    await using server = await fakeServer(200, "{}");
    const run = await flowerWar(["match", "export", match, "a.jsonl", "--operator", server.url], ADMIN);
    expect(run.exitCode).toBe(2);
    expect(server.requests).toEqual([]);
  },
);

test.each([["backup"], ["match", "export", "V1St"]])(
  "%s %s %s: a file without a name is wrong usage",
  async (...command) => {
    await using server = await fakeServer(200, "{}");
    const run = await flowerWar([...command, "", "--operator", server.url], ADMIN);
    expect(run).toEqual({ exitCode: 2, stdout: "", stderr: "Name the file to write.\n" });
    expect(server.requests).toEqual([]);
  },
);

test.each(["missing/code.png", ".", "", "file/code.png", "code.png/"])(
  'P-1: temple add does not enrol a temple whose code cannot be written to "%s"',
  async (name) => {
    await using server = await fakeServer(201, ENROLLED);
    const parent = folder();
    writeFileSync(join(parent, "file"), "");
    const file = name === "" ? "" : `${parent}/${name}`;
    const run = await flowerWar([...ADD, "--png", file, "--operator", server.url], ADMIN);
    expect(run).toMatchObject({ exitCode: 2, stdout: "" });
    expect(run.stderr).toContain(`${file} cannot be written: `);
    expect(server.requests).toEqual([]);
  },
);

test.skipIf(!existsSync("/dev/full"))("output that cannot be written is one sentence", async () => {
  await using server = await fakeServer(201, ENROLLED);
  const add = `"$0" ${ADD.join(" ")} --operator ${server.url} > /dev/full`;
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn("/bin/sh", ["-c", add, COMMAND], { env: { PATH, NODE_COMPILE_CACHE, ...ADMIN } });
  const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([exitCode, stderr]).toEqual([
    1,
    "The output cannot be written: ENOSPC: no space left on device, write.\n",
  ]);
});
