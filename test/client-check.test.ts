/** `flower-war client-check` (docs/client-check.md) with clients that do all right, and with clients that do one thing wrong. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { checkClient, type ClientCheckOptions } from "../cli/src/client-check/check.ts";
import { CHECK_IDS, CHECKS, type CheckId } from "../cli/src/client-check/checks.ts";
import { openBrowser } from "./support/browser.ts";
import { startCheckedPages } from "./support/checked-page.ts";
import { lacks, programPath } from "./support/programs.ts";
import { documentAt } from "../cli/src/manifest.ts";
import { ROOT } from "./support/root.ts";

const CLIENTS = join(import.meta.dirname, "client-check");
const NODE = [process.execPath, "--conditions=@flower-war/source"];

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

const ALL_PASSED = CHECK_IDS.map((id) => expect.objectContaining({ id, result: "passed" }));

/** The reason that is given for each fault of a client of the JSON API. */
const WRONG: Readonly<Record<CheckId, RegExp>> = {
  "K-1": /^its `game` is "flower-war"/,
  "K-2": /^it put its token into the URL of `\/api\/matches\/\w+\/stream`$/,
  "K-3": /^its `protocolVersion` is "1", not a whole number$/,
  "K-4": /^its nonce is not the one that it sealed$/,
  "K-5": /^it sent \{"type":"move","from":"a1"\}, which is not legal$/,
  "K-6":
    /^it sent no command after it was told what only a newer server has: the client ended \(exit code 1\): /,
  "K-7": /^it sent \{"type":"toss"\} again under another id: it would have been played twice$/,
  "K-8":
    /^it (sent its command|asked for its stream) again \d+ ms after `(too-many-messages|unavailable)` with a wait of 400 ms$/,
  "K-9":
    /^it sent no command after a refusal with the code `eclipse`, and news of the match: the client ended \(exit code 1\)$/,
  "K-10": /^it sent more than 20 messages a second, or 40 at once$/,
  "K-11": /^it asked for its stream without `\?after=`, and its last entry was \d+$/,
  "K-12": /^it tried \d+ times in 4 s while the server did not answer, not 10 times at most$/,
  "K-13": /^it did not ask for its stream again after it had been told nothing for 1 s: the check waited /,
  "K-14": /^it asked for its stream again$/,
  "K-15": /^it asked for a seat again after `client-too-old`$/,
  "K-16": /^it printed the token of its seat$/,
};

const WRONG_BY_WEBSOCKET = [
  ["K-12", /^it tried \d+ times in 4 s while the server did not answer, not 16 times at most$/],
  ["K-13", /^it did not ask for its seat again after it had been told nothing for 1 s: the check waited /],
  ["K-14", /^it asked for its seat again$/],
] as const;

/** Expects that a client of Node, whose last argument is what it does wrong, is told so. */
async function names(client: readonly string[], id: CheckId, reason: RegExp): Promise<void> {
  const [finding] = await check([process.execPath, ...client, id], {
    only: [id],
    silence: 1_000,
  });
  expect(finding).toMatchObject({ id, result: "broken", reason: expect.stringMatching(reason) });
}

describe("flower-war client-check", { concurrent: true, timeout: 300_000 }, () => {
  test("is passed by a client with the SDK", async () => {
    const sdk = [...NODE, join(CLIENTS, "sdk-client.ts")];
    expect(await check(sdk, { door: "websocket" })).toEqual(ALL_PASSED);
  });

  test.skipIf(lacks("python3"))("is passed by a client in Python, of the JSON API", async () => {
    const python = [programPath("python3"), join(CLIENTS, "bot.py")];
    expect(await check(python, { door: "json" })).toEqual(ALL_PASSED);
  });

  test("is passed by a client in plain JavaScript, of the JSON API", async () => {
    expect(await check([process.execPath, join(CLIENTS, "wrong-client.mjs")])).toEqual(ALL_PASSED);
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

  describe.each<[string, readonly string[], readonly (readonly [CheckId, RegExp])[]]>([
    ["HTTP", [join(CLIENTS, "wrong-client.mjs")], Object.entries(WRONG) as [CheckId, RegExp][]],
    ["WebSocket", [...NODE.slice(1), join(CLIENTS, "sdk-client.ts")], WRONG_BY_WEBSOCKET],
  ])("by %s", (_, client, wrong) => {
    // A machine that is busy enough slows a hasty client down to good manners.
    const ofPace = ({ 0: id }: (typeof wrong)[number]) => ["K-8", "K-10", "K-12"].includes(id);
    test.each(wrong.filter(ofPace))("names %s", { retry: 2 }, (...row) => names(client, ...row));
    test.each(wrong.filter((row) => !ofPace(row)))("names %s", (...row) => names(client, ...row));
  });

  test("names a client that comes by another door than it was to", async () => {
    const [finding] = await check([process.execPath, join(CLIENTS, "wrong-client.mjs")], {
      only: ["K-1"],
      door: "websocket",
    });
    expect(finding).toMatchObject({
      result: "broken",
      reason: "it came by the door json, not websocket as `--door` asks",
    });
  });

  test.each([
    [
      "no-stream",
      /^it opened neither its stream nor a WebSocket, and only sent `view` \(\d+ times\), `seal`, `nonce`, `legal`, `commands`: the client ended \(exit code 1\)/,
    ],
    ["no-seal", /^it sealed no nonce, so that the match did not begin: the client ended \(exit code 1\)$/],
    [
      "no-nonce",
      /^it did not reveal its nonce, so that the match did not begin: the client ended \(exit code 1\)$/,
    ],
  ])("names what keeps a client from coming further: %s", async (wrong, reason) => {
    const client = [process.execPath, join(CLIENTS, "wrong-client.mjs"), wrong];
    const [first, ...others] = await check(client, { only: ["K-1", "K-12", "K-13"] });
    expect(first).toMatchObject({ id: "K-1", result: "broken", reason: expect.stringMatching(reason) });
    const skipped = { result: "skipped", reason: "the client was stopped at K-1 before" };
    expect(others).toEqual(["K-12", "K-13"].map((id) => expect.objectContaining({ id, ...skipped })));
  });

  test.each([
    ["open-nonce", "it gave a nonce that it had not sealed"],
    ["early-nonce", "it revealed its nonce before the seals were fixed"],
  ])("names what makes the dice of a client unfair: %s", async (wrong, reason) => {
    const client = [process.execPath, join(CLIENTS, "wrong-client.mjs"), wrong];
    // The other player seals after 2 s: the client is too early on a busy machine too.
    const [finding] = await check(client, { only: ["K-4"], patience: 400_000 });
    expect(finding).toMatchObject({ id: "K-4", result: "broken", reason });
  });

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

  test("names a client that ends when its connection is cut", async () => {
    const [finding] = await check([process.execPath, join(CLIENTS, "wrong-client.mjs"), "ends"], {
      only: ["K-12"],
    });
    const reason =
      /^it did not ask for its stream again after its connection was cut: the client ended \(exit code 1\)/;
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
    const client = join(CLIENTS, "wrong-client.mjs");
    const program = [...NODE.slice(1), join(ROOT, "cli/src/main.ts"), "client-check", "--only", "K-4,K-3"];
    const run = promisify(execFile)(process.execPath, [...program, "--", process.execPath, client, "K-3"]);
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
