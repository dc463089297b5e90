import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playedRecord, textOf } from "../../rules/test/support/records.ts";
import { fakeServer } from "./support/fake-server.ts";
import { flowerWar } from "./support/run.ts";

const FAIR = playedRecord();
const { header, entries } = FAIR;
const tampered = {
  ...FAIR,
  entries: entries.map((entry) =>
    entry.n === 3 ? { ...entry, events: [{ type: "rolled", die: 7 }] } : entry,
  ),
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "flower-war-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const file = join(folder, "match.jsonl");
  writeFileSync(file, text);
  return file;
}

test("verify says yes to a fair record in a file, and prints commitment and nonces", async () => {
  const run = await flowerWar(["verify", fileOf(textOf(FAIR))]);
  expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  expect(run.stdout).toMatch(/^Yes: /);
  expect(run.stdout).toContain(`${entries.length} entries of match ${header.match}`);
  expect(run.stdout).toContain(header.commitment);
  expect(run.stdout).toMatch(
    /east +Citlali_1-z +\(player\)\n +north +north +\(stand-in\)\n +west +west +\(bot\)\n/,
  );
});

test("verify downloads a record from an address", async () => {
  await using server = await fakeServer(200, textOf(FAIR));
  const run = await flowerWar(["verify", `${server.url}/api/matches/m/record`]);
  expect(run.exitCode, run.stderr).toBe(0);
  expect(server.requests[0]?.line).toBe("GET /api/matches/m/record");
});

test("verify names the first entry that differs, with what it expected and found, and exits with 6", async () => {
  const run = await flowerWar(["verify", fileOf(textOf(tampered))]);
  expect(run).toEqual({
    exitCode: 6,
    stdout: `No: entry 3 is at fault: other events follow from this command (other-events).
  expected  ${JSON.stringify(entries[2]?.events[0])}
  found     {"type":"rolled","die":7}
`,
    stderr: "",
  });
});

test("verify names the end of a record whose tail was cut off", async () => {
  const run = await flowerWar(["verify", fileOf(textOf(FAIR).slice(0, 3000))]);
  expect(run.exitCode).toBe(6);
  expect(run.stdout).toBe(
    "No: the end is at fault: the record is cut off: its last line, with the secret, is missing (cut).\n",
  );
});

test("--json prints only the verdict", async () => {
  const fair = await flowerWar(["verify", "--json", fileOf(textOf(FAIR))]);
  expect(JSON.parse(fair.stdout)).toMatchObject({ ok: true, match: header.match, entries: entries.length });
  const flawed = await flowerWar(["verify", "--json", fileOf(textOf(tampered))]);
  expect(flawed.exitCode).toBe(6);
  expect(JSON.parse(flawed.stdout)).toMatchObject({ ok: false, entry: 3, reason: "other-events" });
});

test("--commitment and --nonce are compared with the record", async () => {
  const file = fileOf(textOf(FAIR));
  const seen = [
    "--commitment",
    header.commitment.toUpperCase(),
    "--nonce",
    "east=Citlali_1-z",
    "--nonce",
    "west=west",
  ];
  expect(await flowerWar(["verify", file, ...seen])).toMatchObject({ exitCode: 0 });
  const other = await flowerWar(["verify", file, "--json", "--commitment", "0".repeat(64)]);
  expect(JSON.parse(other.stdout)).toMatchObject({ entry: "header", reason: "other-commitment" });
  const mine = await flowerWar(["verify", file, "--json", "--nonce", "east=mine"]);
  expect(JSON.parse(mine.stdout)).toMatchObject({ entry: "header", reason: "other-nonce" });
});

test("if the server refuses the record, it prints one line and exits with 1", async () => {
  await using server = await fakeServer(
    409,
    JSON.stringify({ code: "match-not-over", message: "the reason" }),
  );
  expect(await flowerWar(["verify", server.url])).toEqual({
    exitCode: 1,
    stdout: "",
    stderr: "The server refused (match-not-over): the reason.\n",
  });
});

test("if there is no such file or no server, it exits with 3", async () => {
  const missing = await flowerWar(["verify", join(folder, "missing.jsonl")]);
  expect(missing.exitCode).toBe(3);
  expect(missing.stderr).toMatch(/^The record cannot be read: ENOENT.*\n$/);
  const gone = await fakeServer(200, "");
  await gone[Symbol.asyncDispose]();
  expect((await flowerWar(["verify", gone.url])).exitCode).toBe(3);
});

test.each([
  ["no record", ["verify"]],
  ["an invalid commitment", ["verify", "match.jsonl", "--commitment", "abc"]],
  ["a nonce without its seat", ["verify", "match.jsonl", "--nonce", "mine"]],
])("%s: it exits with 2", async (_title, args) => {
  expect(await flowerWar(args)).toMatchObject({ exitCode: 2, stdout: "" });
});
