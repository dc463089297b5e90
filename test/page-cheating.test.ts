/** What the page says of servers that cheat with the dice: the same as SDK, cli and Python (cheating-servers.test.ts). */
import { readFile } from "node:fs/promises";
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { readWitness, verifyRecord, type Witness } from "@flower-war/client-sdk/verify";
import { memoryWitnessStore } from "@flower-war/client-sdk/witness";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../server/src/app.ts";
import type { HostedGame } from "../server/src/games/hosted-game.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import {
  cutAfter,
  firstOtherEntry,
  type Lines,
  linesOf,
  replayed,
  riggedGames,
  swapped,
  twoFacedGames,
  unsigned,
} from "./support/cheating-server.ts";
import { forgeTraffic } from "./support/forged-page.ts";
import { axeFaults } from "./support/page-check.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("on the page a server that cheats is caught", () => {
  let browser: Browser;
  /** A process can have one server at a time. */
  let server: RunningServer;
  beforeAll(async () => {
    browser = await openBrowser({ still: true });
  });
  afterEach(async () => {
    await browser.closePages();
    await server.stop();
  });
  afterAll(() => browser?.close());

  const start = async (games?: ReadonlyMap<string, HostedGame>) => {
    server = await startServer(games === undefined ? {} : { games });
  };

  /** Seats red with the SDK, and yellow on the page. Red begins. */
  async function seatTwo() {
    const host = new FlowerWar(server.url, { name: "Xochitl", witnessStore: memoryWitnessStore() });
    const red = await host.create({ game: "tieqchieq", seats: 2, options: { first: "red" } });
    const page = await browser.open(`${server.url}/matches/${red.code}`);
    await page.getByLabel("Your name").fill("Citlali");
    await page.getByRole("button", { name: "Sit down: Yellow" }).click();
    await page.getByRole("list", { name: "Players" }).getByText("Citlali").waitFor();
    return { red, page };
  }

  /** Red tosses and concedes. Resolves with the true record. */
  async function playOut(red: Match<"tieqchieq">): Promise<Lines> {
    await red.send({ type: "toss" });
    await red.send({ type: "concede" });
    return linesOf(await new FlowerWar(server.url).record(red.id));
  }

  /** Has the page check another record than the server published. Resolves with what the page saw, as its user saves it. */
  async function check(page: Page, record: string, words: string | RegExp): Promise<Witness> {
    expect(verifyRecord(record), "the record alone").toMatchObject({ ok: true });
    await page.route("**/record", (route) => route.fulfill({ body: record }));
    const dice = page.getByRole("region", { name: "Fair coins" });
    await dice.getByRole("button", { name: "Check the match" }).click();
    await dice.getByText(words, { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    return save(page);
  }

  async function save(page: Page): Promise<Witness> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save what you saw" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^[\w-]{12}-witness\.json$/);
    const { witness } = readWitness(JSON.parse(await readFile(await file.path(), "utf8")));
    if (witness === undefined) throw new Error("the file is not a witness");
    return witness;
  }

  const seeResult = (page: Page) => page.getByRole("button", { name: "See the result" }).click();
  const other = (n: number) => `This is not the match that you saw. Entry ${n} is not what you were shown.`;

  test("when it chooses them while people play, and publishes another play under the same secret", async () => {
    await start(riggedGames());
    const { red, page } = await seatTwo();
    const played = await playOut(red);
    const forged = replayed(played);
    const entry = firstOtherEntry(linesOf(forged), played);
    await seeResult(page);
    const witness = await check(page, forged, other(entry));
    expect(verifyRecord(forged, witness)).toMatchObject({ ok: false, entry, reason: "other-entry" });
  });

  test.each(["commitment", "nonce"] as const)("when it swaps the %s over a reload", async (which) => {
    await start();
    const { red, page } = await seatTwo();
    const seen = await red.witness();
    const nonce = (JSON.parse(seen.header ?? "") as Lines["header"]).seats[1]?.nonce ?? "";
    const [said, changed] =
      which === "nonce" ? [nonce, "x".repeat(nonce.length)] : [seen.commitment, "f0".repeat(32)];
    // Before it has the header, it cannot know later how the match began.
    await page.waitForFunction(() => Object.values(localStorage).some((kept) => kept.includes('"header":"')));
    await forgeTraffic(page, new Map([[said, changed]]));
    await page.reload();
    await page.getByText("The server changed what it had sealed.").waitFor();
    await page.getByText("fairness-broken").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await save(page)).toMatchObject({ seat: "yellow", commitment: seen.commitment });
    // What it said before is still there when the match is over.
    const forged = replayed(swapped(await playOut(red), "yellow"));
    const later = await browser.open(`${server.url}/matches/${red.code}`);
    const witness = await check(later, forged, /^This is not the match that you saw\. Its beginning differs/);
    expect(verifyRecord(forged, witness)).toMatchObject({ ok: false, entry: "header" });
  });

  test("when it may have chosen them: without the witness of who played, whose file the page asks for", async () => {
    await start();
    const { red, page } = await seatTwo();
    await playOut(red);
    const record = await new FlowerWar(server.url).record(red.id);
    await seeResult(page);
    const proven = "Proven: nobody could have chosen what chance brought.";
    const witness = await check(page, record, proven);
    await browser.forget(server.url);

    const elsewhere = await browser.open(`${server.url}/matches/${red.code}`);
    const unproven = "The server alone could have chosen what chance brought.";
    await check(elsewhere, record, unproven);
    const open = async (file: object) => {
      const [chooser] = await Promise.all([
        elsewhere.waitForEvent("filechooser"),
        elsewhere.getByRole("button", { name: "Open your witness" }).click(),
      ]);
      const buffer = Buffer.from(JSON.stringify(file));
      await chooser.setFiles({ name: "witness.json", mimeType: "application/json", buffer });
    };
    await open({});
    await elsewhere.getByText(/^This file is not a witness\./).waitFor();
    await open({ ...witness, match: "another00000" });
    await elsewhere.getByText(/^This is the witness of another match\./).waitFor();
    await elsewhere.getByText(unproven, { exact: true }).waitFor();
    await open(witness);
    await elsewhere.getByText(proven, { exact: true }).waitFor();
    expect(await axeFaults(elsewhere)).toEqual([]);
  });

  test("when it drops an entry", async () => {
    await start();
    const { red, page } = await seatTwo();
    const played = await playOut(red);
    const n = played.entries.length;
    const forged = cutAfter(played, n - 1);
    await seeResult(page);
    const missing = `This is not the match that you saw. Entry ${n}, which you were shown, is missing.`;
    const witness = await check(page, forged, missing);
    expect(verifyRecord(forged, witness)).toMatchObject({ ok: false, entry: n, reason: "missing-entry" });
  });

  test("when it answers two seats differently", async () => {
    await start(twoFacedGames("yellow"));
    const { red, page } = await seatTwo();
    const record = unsigned(await playOut(red), "yellow");
    expect(verifyRecord(record, await red.witness())).toMatchObject({ ok: true });
    await seeResult(page);
    const witness = await check(page, record, other(1));
    expect(verifyRecord(record, witness)).toMatchObject({ ok: false, entry: 1, reason: "other-entry" });
  });
});
