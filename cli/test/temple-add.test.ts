import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { fakeServer } from "./support/fake-server.ts";
import { flowerWar } from "./support/run.ts";

const SECRET = "3q2-7wABAgMEBQYHCAkKCwwNDg8QERIT";
const ENROLLED = JSON.stringify({ templeId: "templo-1", secret: SECRET });
const ADMIN = { ADMIN_PASSWORD: "xochitl" };
const BROKER = ["--broker", "mqtt://10.0.0.7"];
const ADD = ["temple", "add", "templo-1", ...BROKER];
const LINK = "http://192.168.4.1/setup#templo:";

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "flower-war-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test("P-1: temple add enrols the temple as the admin and prints its secret", async () => {
  await using server = await fakeServer(201, ENROLLED);

  const run = await flowerWar([...ADD, "--operator", server.url], ADMIN);

  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.stdout).toMatch(/user name, client id +templo-1\n/);
  expect(run.stdout).toContain(SECRET);
  expect(server.requests).toEqual([
    { line: "POST /api/temples", authorization: "Bearer xochitl", body: '{"templeId":"templo-1"}' },
  ]);
});

test("--json prints only the server's answer and the QR code's text, as JSON", async () => {
  await using server = await fakeServer(201, ENROLLED);
  const run = await flowerWar([...ADD, "--json", "--operator", server.url], ADMIN);
  expect(JSON.parse(run.stdout)).toEqual({
    templeId: "templo-1",
    secret: SECRET,
    code: `${LINK}//10.0.0.7:1883/templo-1?s=${SECRET}`,
  });
});

test("OPERATOR_URL may have a path and a trailing slash", async () => {
  await using server = await fakeServer(201, ENROLLED);
  const run = await flowerWar(ADD, { ...ADMIN, OPERATOR_URL: `${server.url}/n1/` });
  expect(run.exitCode, run.stderr).toBe(0);
  expect(server.requests[0]?.line).toBe("POST /n1/api/temples");
});

test("without ADMIN_PASSWORD it uses the one that a server in development stores in DATA_DIR", async () => {
  await using server = await fakeServer(201, ENROLLED);
  const DATA_DIR = folder();
  writeFileSync(join(DATA_DIR, "admin-password"), "stored\n");

  await flowerWar([...ADD, "--operator", server.url], { DATA_DIR });

  expect(server.requests[0]?.authorization).toBe("Bearer stored");
});

test.each([
  { code: "unauthorized", status: 401, exitCode: 4 },
  { code: "temple-known", status: 409, exitCode: 5 },
  { code: "bad-temple-id", status: 400, exitCode: 2 },
  { code: "internal", status: 500, exitCode: 1 },
])("if the server refuses with $code, it prints one line and exits with $exitCode", async (refusal) => {
  const body = JSON.stringify({ code: refusal.code, message: "the reason" });
  await using server = await fakeServer(refusal.status, body);

  const run = await flowerWar([...ADD, "--operator", server.url], ADMIN);

  expect(run).toEqual({
    exitCode: refusal.exitCode,
    stdout: "",
    stderr: `The server refused (${refusal.code}): the reason.\n`,
  });
});

test("if something else than a Flower War server answers, it exits with 1", async () => {
  await using server = await fakeServer(404, "<!doctype html>");
  const run = await flowerWar([...ADD, "--operator", server.url], ADMIN);
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toBe(`What answers at ${server.url} is not a Flower War server.\n`);
});

test("if no server answers, it exits with 3", async () => {
  const gone = await fakeServer(200, "");
  await gone[Symbol.asyncDispose]();
  const run = await flowerWar([...ADD, "--operator", gone.url], ADMIN);
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toMatch(/^No server answers at http:.*: connect ECONNREFUSED .*\.\n$/);
});

test("without a password it exits with 4 and says where to put one", async () => {
  const run = await flowerWar(ADD, { DATA_DIR: folder() });
  expect(run.exitCode).toBe(4);
  expect(run.stderr).toMatch(/^Set ADMIN_PASSWORD .*admin-password either\.\n$/);
});

test.each([
  ["T-1: a bad temple id", ["temple", "add", "Templo 1"]],
  ["no temple id", ["temple", "add"]],
  ["an invalid address", [...ADD, "--operator", "play.example"]],
  ["an unknown option", [...ADD, "--force"]],
  ["an unknown command", ["temple", "burn", "templo-1"]],
])("%s: it exits with 2, without a request", async (_title, args) => {
  const run = await flowerWar(args, ADMIN);
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toMatch(/^error: /);
});

test("--version and --help exit with 0", async () => {
  const version = await flowerWar(["--version"]);
  expect(version).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  const help = await flowerWar(["temple", "add", "--help"]);
  expect(help).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Exit codes:") });
});

describe("[P-1] the broker that a temple reaches", () => {
  const PIN = "0123456789abcdef".repeat(4);
  const GET = "GET /api/temple-broker";
  /** Enrols a temple at a server whose bridge says this. */
  async function add(broker: unknown, args: string[] = [], environment: Record<string, string> = {}) {
    await using server = await fakeServer(201, ENROLLED, { [GET]: { broker } });
    const command = ["temple", "add", "templo-1", "--json", "--operator", server.url, ...args];
    const run = await flowerWar(command, { ...ADMIN, ...environment });
    const lines = server.requests.map(({ line }) => line);
    return { ...run, lines, code: run.exitCode === 0 ? JSON.parse(run.stdout).code : null };
  }

  test("is what the bridge says, with the key of its CA", async () => {
    const plain = await add({ url: "mqtt://192.168.1.20:18830", pin: null });
    expect(plain.code, plain.stderr).toBe(`${LINK}//192.168.1.20:18830/templo-1?s=${SECRET}`);
    const secure = await add({ url: "mqtts://play.example:8883", pin: PIN });
    expect(secure.code, secure.stderr).toBe(`${LINK}//play.example:8883/templo-1?s=${SECRET}&pin=${PIN}`);
    expect(secure.lines).toEqual([GET, "POST /api/temples"]);
  });

  test("is the one of --broker, whatever the bridge says; with TLS the bridge may know the key of the CA", async () => {
    const broker = { url: "mqtts://play.example:8883", pin: PIN };
    const plain = await add(broker, ["--broker", "mqtt://[fd00::7]"]);
    expect(plain.code, plain.stderr).toBe(`${LINK}//[fd00::7]:1883/templo-1?s=${SECRET}`);
    const secure = await add(broker, ["--broker", "mqtts://elsewhere.example"]);
    expect(secure.code, secure.stderr).toBe(
      `${LINK}//elsewhere.example:8883/templo-1?s=${SECRET}&pin=${PIN}`,
    );
    const byAcme = await add(broker, ["--broker", "mqtts://play.example", "--ca", "public"]);
    expect(byAcme.code, byAcme.stderr).toBe(`${LINK}//play.example:8883/templo-1?s=${SECRET}&pin=public`);
  });

  test.each([
    ["no bridge knows it", null, [], /^No bridge says where temples reach the broker\. .*\.\n$/],
    [
      "the key of its CA is unknown",
      { url: "mqtts://play.example:8883", pin: null },
      [],
      /^A temple trusts a broker with TLS by the key of its CA: name .* --ca, .*\n$/,
    ],
  ])("if %s, nothing is enrolled, and one line says what to do", async (_what, broker, args, line) => {
    const { exitCode, stderr, lines } = await add(broker, args);
    expect([exitCode, lines]).toEqual([2, [GET]]);
    expect(stderr).toMatch(line);
  });

  test.each([
    ["mqtt://localhost", "It must be an address that a temple reaches: localhost is each machine's own."],
    ["play.example", "It must be an address like mqtts://play.example:8883."],
  ])("--broker %s: nothing is enrolled, and one line says why", async (broker, why) => {
    const { exitCode, stderr, lines } = await add(null, ["--broker", broker]);
    expect([exitCode, lines]).toEqual([2, []]);
    expect(stderr).toMatch(
      new RegExp(`^error: option '--broker <url>' argument '${broker}' is invalid. ${why}\n`),
    );
  });
});

describe("--mosquitto", () => {
  const MQTT_URL = "mqtt://bridge-1:a%20bridge's%20secret@localhost:1883";
  const TEMPLES = [
    "pattern write templo/v1/%u/up/state",
    "pattern write templo/v1/%u/up/bead",
    "pattern write templo/v1/%u/up/act",
    "pattern read templo/v1/%u/down/#",
    "pattern read templo/v1/_bridge/+",
  ];
  const BRIDGE = [
    "user bridge-1",
    "topic read templo/v1/+/up/#",
    "topic write templo/v1/+/down/#",
    "topic write templo/v1/+/up/state",
    "topic write templo/v1/_bridge/bridge-1",
  ];
  const lines = (dir: string, name: string) => readFileSync(join(dir, name), "utf8").trimEnd().split("\n");

  test("[A-2] bridge add and temple add write the access list of the protocol", async () => {
    await using server = await fakeServer(201, ENROLLED);
    const dir = folder();
    const bridge = await flowerWar(["bridge", "add", "--mosquitto", dir], { MQTT_URL });
    expect(bridge).toEqual({ exitCode: 0, stdout: "", stderr: "" });
    const add = [...ADD, "--operator", server.url, "--mosquitto", dir];
    expect(await flowerWar(add, ADMIN)).toMatchObject({ exitCode: 0, stderr: "" });
    await flowerWar(["bridge", "add", "--mosquitto", dir], { MQTT_URL });
    expect(lines(dir, "acl")).toEqual([...TEMPLES, ...BRIDGE]);
    const protocol = readFileSync(new URL("../../docs/temple-protocol.md", import.meta.url), "utf8");
    for (const line of lines(dir, "acl")) expect(protocol).toContain(`\n${line}\n`);
  });

  describe("with Home Assistant", () => {
    const HOME = { MQTT_URL, HOME_ASSISTANT_DISCOVERY: "true" };
    const add = (dir: string, environment: Record<string, string>) =>
      flowerWar(["bridge", "add", "--mosquitto", dir], environment);
    /** The lines that docs/operate.md gives, for this prefix. */
    const documented = (prefix = "homeassistant") => {
      const page = readFileSync(new URL("../../docs/operate.md", import.meta.url), "utf8");
      const [, rights = ""] = /\n```\n(user bridge-1\n[^`]*user _home\n[^`]*)```/.exec(page) ?? [];
      return rights.replaceAll(" homeassistant/", ` ${prefix}/`).trimEnd().split("\n");
    };

    test("switched on, bridge add writes the documented access list once, and its password", async () => {
      const dir = folder();
      await add(dir, { MQTT_URL });
      expect(lines(dir, "acl")).toEqual([...TEMPLES, ...BRIDGE]);
      const run = await add(dir, { ...HOME, HOME_ASSISTANT_PASSWORD: "password-of-the-house" });
      expect(run).toEqual({ exitCode: 0, stdout: "", stderr: "" });
      await add(dir, { ...HOME, HOME_ASSISTANT_DISCOVERY: "remove" });
      await add(dir, { MQTT_URL, HOME_ASSISTANT_DISCOVERY: "false" });
      expect(documented()).toHaveLength(13);
      expect(lines(dir, "acl")).toEqual([...TEMPLES, ...BRIDGE, ...documented()]);
      expect(lines(dir, "passwd").map((line) => line.split(":")[0])).toEqual(["_home", "bridge-1"]);
    });

    test("it writes them with the prefix, and beneath an access list whose last line has no end", async () => {
      const dir = folder();
      writeFileSync(join(dir, "acl"), "user guest\ntopic read news");
      await add(dir, { ...HOME, HOME_ASSISTANT_PREFIX: "house/assistant" });
      const own = ["user guest", "topic read news"];
      expect(lines(dir, "acl")).toEqual([...TEMPLES, ...own, ...BRIDGE, ...documented("house/assistant")]);
      expect(lines(dir, "passwd")).toHaveLength(1);
    });

    test.each([
      ["HOME_ASSISTANT_DISCOVERY", "yes"],
      ["HOME_ASSISTANT_PREFIX", "a#"],
      ["HOME_ASSISTANT_PREFIX", "templo/v1"],
      ["HOME_ASSISTANT_PASSWORD", "short"],
    ])("%s=%s is refused, and nothing is written", async (variable, value) => {
      const dir = folder();
      expect(await add(dir, { ...HOME, [variable]: value })).toMatchObject({
        exitCode: 2,
        stderr: expect.stringMatching(new RegExp(`^${variable} must be .*\\.\n$`)),
      });
      expect(readdirSync(dir)).toEqual([]);
    });
  });

  test("[A-1] passwords are stored hashed, one per name, readable by owner and group alone", async () => {
    await using server = await fakeServer(201, ENROLLED);
    const dir = folder();
    await flowerWar(["bridge", "add", "--mosquitto", dir], { MQTT_URL });
    const add = [...ADD, "--operator", server.url, "--mosquitto", dir];
    await flowerWar(add, ADMIN);
    await flowerWar(add, ADMIN);
    const hashed = /^[a-z0-9-]+:\$7\$101\$[A-Za-z0-9+/]{16}\$[A-Za-z0-9+/]{86}==$/;
    expect(lines(dir, "passwd").map((line) => hashed.test(line) && line.split(":")[0])).toEqual([
      "bridge-1",
      "templo-1",
    ]);
    expect(readFileSync(join(dir, "passwd"), "utf8")).not.toContain(SECRET);
    expect(statSync(join(dir, "passwd")).mode & 0o777).toBe(0o640);
  });

  test("if the folder does not exist, or a bridge has that name, nothing is enrolled and one line says why", async () => {
    await using server = await fakeServer(201, ENROLLED);
    const add = (id: string, dir: string) =>
      flowerWar(["temple", "add", id, ...BROKER, "--operator", server.url, "--mosquitto", dir], ADMIN);
    const dir = folder();
    await flowerWar(["bridge", "add", "--mosquitto", dir], { MQTT_URL });
    expect(await add("templo-1", join(dir, "none"))).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^The folder .* cannot be written to: .*\.\n$/),
    });
    expect(await add("bridge-1", dir)).toMatchObject({ exitCode: 2 });
    expect(server.requests).toEqual([]);
  });

  test("a bridge needs a name and a password in MQTT_URL", async () => {
    const run = await flowerWar(["bridge", "add", "--mosquitto", folder()], { MQTT_URL: "mqtt://localhost" });
    expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^Set MQTT_URL .*\.\n$/) });
  });
});
