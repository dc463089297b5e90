import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nim } from "../../test/add-a-game/nim/rules.ts";
import { playedRecord, recordOf, textOf } from "../../rules/test/support/records.ts";
import { witnessedRecord, witnessOf } from "../../rules/test/support/witnessed.ts";
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
  expect(run.stdout).toMatch(/^The server alone could have chosen these dice: records of this format /);
  expect(run.stdout).toContain(`${entries.length} entries of match ${header.match}`);
  expect(run.stdout).toContain(header.commitment);
  expect(run.stdout).toMatch(
    /\nProved:\n {2}- every die.*\nNot proved:\n {2}- that anybody was shown this match/s,
  );
  expect(run.stdout).toMatch(
    /east +Citlali_1-z +\(player\)\n +north +north +\(stand-in\)\n +west +west +\(bot\)\n/,
  );
});

test("verify downloads a record from an address", async () => {
  await using server = await fakeServer(200, textOf(FAIR));
  const run = await flowerWar(["verify", `${server.url}/api/matches/${header.match}/record`]);
  expect(run.exitCode, run.stderr).toBe(0);
  expect(server.requests[0]?.line).toBe(`GET /api/matches/${header.match}/record`);
  expect(await flowerWar(["verify", `${server.url}/api/matches/BX7K/record`])).toMatchObject({ exitCode: 0 });
});

test("verify refuses the record of another match than its address names", async () => {
  await using server = await fakeServer(200, textOf(FAIR));
  for (const name of ["AAAAAAAAAAAA", "AAAAAAAAAAAA-0123456789abcdefghijkl"]) {
    const run = await flowerWar(["verify", "--json", `${server.url}/api/matches/${name}/record`]);
    expect(JSON.parse(run.stdout)).toMatchObject({ entry: "header", reason: "other-match" });
  }
});

describe("with a witness, verify", () => {
  const witnessed = witnessedRecord({ options: { rackSize: 4 } });
  const last = witnessed.entries.length;
  const witness = witnessOf(witnessed, "east");
  const witnessFile = (content: unknown): string => {
    const file = join(folder, "witness.json");
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  const verify = (content: unknown) =>
    flowerWar(["verify", fileOf(textOf(witnessed)), "--witness", witnessFile(content)]);

  test("says what is proved, which heads are signed, and what was seen live", async () => {
    const run = await verify({ ...witness, live: [[3, last]] });
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
    expect(run.stdout).toContain(`was shown, entry by entry (entries 1-${last})`);
    expect(run.stdout).toContain("was told of them afterwards (entries 1-2)");
    expect(run.stdout).toMatch(
      new RegExp(`east +nonce_of-east {2}\\(player\\) {2}signed 64, 128, ${last}\\n`),
    );
  });

  test("names the signatures that the record lacks", async () => {
    const run = await verify({ ...witness, signed: { "63": "0".repeat(128) } });
    expect(run.stdout).toContain("The witness has signatures that the record lacks: 63.\n");
  });

  test("names the first entry that is not what it was shown", async () => {
    const heads = witness.heads.replace(
      /^(.{80})./,
      "$1x".replace("x", witness.heads[80] === "0" ? "1" : "0"),
    );
    const run = await verify({ ...witness, heads });
    expect(run.exitCode).toBe(6);
    expect(run.stdout).toMatch(
      /^No: entry 11 is at fault: this is not what the witness was shown \(other-entry\)\.\n/,
    );
  });

  test.each([
    ["no JSON", "{", 2, "is no witness of a match: it is no JSON object"],
    ["another file", {}, 2, 'is no witness of a match: its field "format" is not that of one'],
    [
      "a field more",
      { ...witness, name: "Citlali" },
      2,
      'is no witness of a match: its field "name" is not that of one',
    ],
  ])("refuses %s", async (_, content, exitCode, sentence) => {
    const run = await verify(content);
    expect(run).toMatchObject({ exitCode, stdout: "" });
    expect(run.stderr).toContain(sentence);
  });

  test("says that the file is missing, and that it replaces what was noted", async () => {
    const record = fileOf(textOf(witnessed));
    const missing = await flowerWar(["verify", record, "--witness", join(folder, "missing.json")]);
    expect(missing.exitCode).toBe(3);
    expect(missing.stderr).toMatch(/^The witness cannot be read: ENOENT.*\n$/);
    const both = await flowerWar([
      "verify",
      record,
      "--witness",
      witnessFile(witness),
      "--nonce",
      "east=mine",
    ]);
    expect(both.exitCode).toBe(2);
  });
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

describe("with --game, verify", () => {
  const path = fileURLToPath(new URL("../../test/add-a-game/nim", import.meta.url));
  const match = { options: { sticks: 5 }, count: 2, secret: "0".repeat(64) };
  const record = recordOf(nim, match, () => ({ type: "take", count: 1 }) as const);
  const verify = (text: string, ...args: string[]) => flowerWar(["verify", fileOf(text), ...args]);

  test("knows a game of one's own, and prints nothing but the verdict", async () => {
    const other = join(folder, "other.mjs");
    writeFileSync(
      other,
      `import hosted from ${JSON.stringify(join(path, "index.ts"))};
console.log("a game prints this");
export default { ...hosted, game: { ...hosted.game, name: "other-nim" } };`,
    );
    const run = await verify(textOf(record), "--json", "--game", path, "--game", other);
    expect(run).toMatchObject({ exitCode: 0, stderr: "a game prints this\n" });
    expect(JSON.parse(run.stdout)).toMatchObject({ ok: true, game: "nim", entries: record.entries.length });
    const cheated = record.entries.map((entry) => ({ ...entry, command: { type: "take", count: 9 } }));
    const flawed = await verify(textOf({ ...record, entries: cheated }), "--json", "--game", path);
    expect(flawed.exitCode).toBe(6);
    expect(JSON.parse(flawed.stdout)).toMatchObject({
      ok: false,
      entry: 1,
      reason: "refused",
      found: "malformed",
    });
  });

  test("without it says that it does not know the game, and how to give its rules", async () => {
    expect(await verify(textOf(record))).toEqual({
      exitCode: 6,
      stdout: `No: the header is at fault: this game is unknown (unknown-game).
  found     "nim"
That says nothing of the record. Give the game's rules with --game <path>, if you have them.
`,
      stderr: "",
    });
  });

  test("refuses a game that cannot be loaded, as start does", async () => {
    const missing = join(folder, "go");
    expect(await verify(textOf(record), "--game", missing)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `The game ${missing} is not there: it must be a module, or a folder with index.js or index.ts.\n`,
    });
  });

  test("says which function of the game threw", async () => {
    const faulty = join(folder, "faulty.mjs");
    writeFileSync(
      faulty,
      `import hosted from ${JSON.stringify(join(path, "index.ts"))};
const decide = () => { throw new RangeError("no sticks"); };
export default { ...hosted, game: { ...hosted.game, decide } };`,
    );
    expect(await verify(textOf(record), "--game", faulty)).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "The record cannot be verified: game.decide of the game nim threw RangeError: no sticks.\n",
    });
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
