/** `flower-war client-check` (docs/client-check.md) with clients that do all right, and with clients that do one thing wrong. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { checkClient, type ClientCheckOptions } from "../cli/src/client-check/check.ts";
import { CHECK_IDS, CHECKS, type CheckId } from "../cli/src/client-check/checks.ts";
import { type Mutant, MUTANTS, STOPPED, startOf } from "./client-check/mutants.ts";
import { Semaphore } from "../server/src/queue.ts";
import { openBrowser } from "./support/browser.ts";
import { startCheckedPages } from "./support/checked-page.ts";
import { lacks, programPath } from "./support/programs.ts";
import { documentAt } from "../cli/src/manifest.ts";
import { ROOT } from "./support/root.ts";

const CLIENTS = join(import.meta.dirname, "client-check");
const NODE = [process.execPath, "--conditions=@flower-war/source"];
const JAVASCRIPT = [process.execPath, join(CLIENTS, "async-client.mjs")];

const check = (command: readonly string[], options: Partial<ClientCheckOptions> = {}) =>
  checkClient({
    command,
    door: null,
    patience: 60_000,
    silence: 3_000,
    atOnce: 6,
    echo: () => {},
    ...options,
  });

/** What runs more at once is judged on a machine that is busier than a user's. */
const turns = new Semaphore(6);

const ALL_PASSED = CHECK_IDS.map((id) => expect.objectContaining({ id, result: "passed" }));

/** `all`: all clients that do something wrong, else one for each reason by each door. */
const IS_FULL = process.env["FLOWER_WAR_MUTANT_CLIENTS"] === "all";

/** Returns a mutant of each reason that comes by each door: one in Python, which may not be installed, only if there is no other. */
function oneOfEachReason(mutants: readonly Mutant[]): readonly Mutant[] {
  const keyOf = ({ kind, reason }: Mutant) => `${kind === "sdk" ? "websocket" : "json"} ${reason.source}`;
  const others = mutants.filter(({ kind }) => kind !== "python");
  const chosen = new Map<string, Mutant>();
  for (const mutant of [...others, ...mutants])
    if (!chosen.has(keyOf(mutant))) chosen.set(keyOf(mutant), mutant);
  return [...chosen.values()];
}

/** The other player seals after a 200th of the patience: a hasty client is too early on a busy machine too. */
const PATIENCE: Partial<Record<CheckId, { readonly patience: number }>> = { "K-4": { patience: 400_000 } };

describe("flower-war client-check", { concurrent: true, timeout: 300_000 }, () => {
  test("is passed by a client with the SDK", async () => {
    const sdk = [...NODE, join(CLIENTS, "sdk-client.ts")];
    expect(await check(sdk, { door: "websocket" })).toEqual(ALL_PASSED);
  });

  test.skipIf(lacks("python3"))("is passed by a client in Python, of the JSON API", async () => {
    const python = [programPath("python3"), join(CLIENTS, "bot.py")];
    expect(await check(python, { door: "json" })).toEqual(ALL_PASSED);
  });

  test.skipIf(lacks("go"))(
    "is passed by a client in Go, of the JSON API",
    async ({ onTestFinished: onFinished }) => {
      const folder = await mkdtemp(join(tmpdir(), "flower-war-"));
      onFinished(() => rm(folder, { recursive: true }));
      const bot = join(folder, "bot");
      await promisify(execFile)(programPath("go"), ["build", "-o", bot, join(CLIENTS, "bot.go")]);
      expect(await check([bot], { door: "json" })).toEqual(ALL_PASSED);
    },
  );

  test("is passed by a client in plain JavaScript, of the JSON API", async () => {
    expect(await check(JAVASCRIPT, { door: "json" })).toEqual(ALL_PASSED);
  });

  test.skipIf(lacks("chromium"))("is passed by the page, with a person who plays on it", async () => {
    const browser = await openBrowser({ still: true });
    const pages = await startCheckedPages(browser);
    try {
      const page = [process.execPath, join(CLIENTS, "page-client.mjs"), pages.url];
      expect(await check(page, { door: "websocket", atOnce: 3 })).toEqual(ALL_PASSED);
    } finally {
      pages.close();
      await browser.close();
    }
  });

  describe.each(Object.entries(MUTANTS) as [CheckId, readonly Mutant[]][])("names for %s", (id, mutants) => {
    test("each of at least three", () => expect(mutants.length).toBeGreaterThanOrEqual(3));
    for (const mutant of IS_FULL ? mutants : oneOfEachReason(mutants)) {
      const isSkipped = mutant.kind === "python" && lacks("python3");
      test.skipIf(isSkipped)(`a client (${mutant.kind}) that ${mutant.title}`, async () => {
        const options = { only: [id], silence: 1_000, ...PATIENCE[id] };
        const [finding] = await turns.run(() => check(startOf(mutant), options));
        const reason: unknown = expect.stringMatching(mutant.reason);
        expect(finding).toMatchObject({ id, result: "broken", reason });
      });
    }
  });

  test("names a client that comes by another door than it was to", async () => {
    const [finding] = await check(JAVASCRIPT, { only: ["K-1"], door: "websocket" });
    expect(finding).toMatchObject({
      result: "broken",
      reason: "it came by the door json, not websocket as `--door` asks",
    });
  });

  test.each(STOPPED.map((mutant) => [mutant.title, mutant] as const))(
    "names what keeps a client from coming further: it %s",
    async (_, mutant) => {
      const [first, ...others] = await check(startOf(mutant), { only: ["K-1", "K-12", "K-13"] });
      const reason: unknown = expect.stringMatching(mutant.reason);
      expect(first).toMatchObject({ id: "K-1", result: "broken", reason });
      const skipped = { result: "skipped", reason: "the client was stopped at K-1 before" };
      expect(others).toEqual(["K-12", "K-13"].map((id) => expect.objectContaining({ id, ...skipped })));
    },
  );

  test.each<[string, string, RegExp]>([
    [
      "requests that it cannot read",
      `const { connect } = require("node:net");
      const { port } = new URL(process.env.FLOWER_WAR_URL);
      const ask = (head, body) => connect(port, "127.0.0.1").end(head + " HTTP/1.1\\r\\nHost: x\\r\\n" + body);
      ask("GET //", "\\r\\n");
      ask("GET //", "Upgrade: websocket\\r\\nConnection: upgrade\\r\\n\\r\\n");
      ask("POST /api/matches", "Content-Length: 99\\r\\n\\r\\n{");`,
      /^it took no seat: the client ended \(exit code 0\)$/,
    ],
    [
      "a frame that it cannot read",
      `const url = process.env.FLOWER_WAR_URL;
      const body = JSON.stringify({ game: "tieqchieq", name: "Citlali" });
      fetch(url + "/api/matches", { method: "POST", body }).then((answer) => answer.json()).then(({ reservation }) => {
        const socket = new WebSocket(url.replace("http", "ws") + "/check/match?sessionId=" + reservation.sessionId);
        socket.onopen = () => socket.send(Uint8Array.of(10));
        socket.onmessage = () => socket.send(Uint8Array.of(21, 1, 0xa1, 0x61, 0x82));
      });`,
      /^it sent a request of 5 bytes by its WebSocket that cannot be read$/,
    ],
  ])("survives %s", async (_, client, reason) => {
    const [finding] = await check([process.execPath, "-e", client], { only: ["K-1"] });
    expect(finding).toMatchObject({ result: "broken", reason: expect.stringMatching(reason) });
  });

  test("says of each check what docs/client-check.md says, and where", async () => {
    const guide = await readFile(join(ROOT, "docs/client-check.md"), "utf8");
    const rows = [...guide.matchAll(/^\| (K-\d+) \|.*\((\S+)\) \|$/gm)].map(([, id, link = ""]) => [
      id,
      link.startsWith("#") ? `docs/client-check.md${link}` : `docs/${link}`,
    ]);
    expect(rows).toEqual(Object.entries(CHECKS).map(([id, { docs }]) => [id, docs]));
  });

  test("prints a line for each check, and exits with 6 if one is not passed", async () => {
    const mutant = MUTANTS["K-3"].find(({ title }) => title === "names a text");
    const program = [...NODE.slice(1), join(ROOT, "cli/src/main.ts"), "client-check", "--only", "K-4,K-3"];
    const run = promisify(execFile)(process.execPath, [...program, "--", ...(mutant ? startOf(mutant) : [])]);
    expect(await run.catch((error: unknown) => error)).toMatchObject({
      code: 6,
      stdout:
        "K-4 It seals a nonce, and reveals it once the seals are fixed: yes\n" +
        'K-3 It names the number of its protocol, or none: no, its `protocolVersion` is "1", not a whole number\n' +
        "     It should name its protocol as a whole number, or not at all: " +
        `${documentAt("docs/compatibility.md#the-number-of-the-protocol")}\n`,
      stderr: "",
    });
  });

  test("ends the clients that run when it is interrupted", async ({ onTestFinished: onFinished }) => {
    const home = createServer().listen(0, "127.0.0.1");
    onFinished(() => void home.close());
    await once(home, "listening");
    const client = `require("node:net").connect(${(home.address() as AddressInfo).port}, "127.0.0.1")`;
    const program = [...NODE.slice(1), join(ROOT, "cli/src/main.ts"), "client-check", "--at-once", "1"];
    const checking = spawn(process.execPath, [...program, "--", process.execPath, "-e", client]);
    const [socket] = (await once(home, "connection")) as [Socket];
    onFinished(() => void socket.destroy());
    const isEnded = once(socket.on("error", () => {}).resume(), "close");
    checking.kill("SIGINT");
    expect(await once(checking, "exit")).toEqual([null, "SIGINT"]);
    await isEnded;
  });
});
