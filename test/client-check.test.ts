/** `flower-war client-check` (docs/client-check.md) with clients that do all right, and with clients that do one thing wrong. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { checkClient, type ClientCheckOptions } from "../cli/src/client-check/check.ts";
import { CHECK_IDS, type CheckId } from "../cli/src/client-check/checks.ts";
import { openBrowser } from "./support/browser.ts";
import { startCheckedPages } from "./support/checked-page.ts";
import { lacks, programPath } from "./support/programs.ts";
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

/** By what a client of the JSON API does wrong: what is said of it. */
const WRONG: Readonly<Record<CheckId, RegExp>> = {
  "K-1": /^its `game` is "flower-war"/,
  "K-2": /^a URL has the token$/,
  "K-3": /^its `protocolVersion` is "1"$/,
  "K-4": /^it gave a second nonce$/,
  "K-5": /^it sent \{"type":"move","from":"a1"\}, which is not legal$/,
  "K-6": /^no command came: the client ended \(exit code 1\): /,
  "K-7": /^it sent \{"type":"toss"\} again under another id: it would have been played twice$/,
  "K-8": /^it came (back )?\d+ ms after `(too-many-messages|unavailable)` with a wait of 400$/,
  "K-9": /^no command came: the client ended \(exit code 1\)$/,
  "K-10": /^it sent more messages than that$/,
  "K-11": /^it asked for what came after no entry, and its last entry was \d+$/,
  "K-12": /^it tried \d+ times in 4 s, not 10 times at most$/,
  "K-13": /^it did not come back: nothing came for /,
  "K-14": /^it took its seat again$/,
  "K-15": /^it asked for a seat again$/,
  "K-16": /^its output has the token$/,
};

const WRONG_BY_WEBSOCKET = [
  ["K-12", /^it tried \d+ times in 4 s, not 16 times at most$/],
  ["K-13", /^it did not come back: nothing came for /],
  ["K-14", /^it took its seat again$/],
] as const;

/** Expects that a client of Node, whose last argument is what it does wrong, is told so. */
async function names(client: readonly string[], id: CheckId, reason: RegExp): Promise<void> {
  const [finding] = await check([process.execPath, ...client, id], {
    only: [id],
    patience: id === "K-13" ? 8_000 : 20_000,
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
    expect(finding).toMatchObject({ result: "broken", reason: "it came by the door json, not websocket" });
  });

  test("prints a line for each check, and exits with 6 if one is not passed", async () => {
    const client = join(CLIENTS, "wrong-client.mjs");
    const program = [...NODE.slice(1), join(ROOT, "cli/src/main.ts"), "client-check", "--only", "K-4,K-3"];
    const run = promisify(execFile)(process.execPath, [...program, "--", process.execPath, client, "K-3"]);
    expect(await run.catch((error: unknown) => error)).toMatchObject({
      code: 6,
      stdout:
        "K-4 It gives one nonce, after its seal if it sends one: yes\n" +
        'K-3 It names the number of its protocol, or none: no, its `protocolVersion` is "1"\n',
      stderr: "",
    });
  });
});
