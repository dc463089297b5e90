/** The page of a match that is over and whose room is closed. */
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../server/src/app.ts";
import { testConfig } from "../server/src/config.ts";
import { systemRandom } from "../server/src/random.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("a match whose room is closed, in Chromium", () => {
  let browser: Browser;
  let server: RunningServer;
  let host: FlowerWar;

  beforeAll(async () => {
    const timeouts = { ...testConfig(systemRandom).timeouts, over: 0, overAtTemple: 0 };
    [server, browser] = await Promise.all([startServer({ timeouts }), openBrowser({ still: true })]);
    host = new FlowerWar(server.url, { name: "Xochitl", resume: false });
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const open = ({ code }: Match) => browser.open(`${server.url}/matches/${code}`);

  /** Ends a match, and waits until its room is closed. */
  async function close(match: Match): Promise<void> {
    await match.send({ type: "concede" });
    await expect.poll(async () => (await host.findMatch(match.id)).closed).toBe(true);
  }

  test("a visit and a reload by who watched show the result, and ask for nothing that is refused", async () => {
    const match = await host.create({ game: "flower-war", seats: 2, bots: 1 });
    const watcher = await open(match);
    await watcher.getByRole("button", { name: "Watch" }).click();
    await watcher.getByRole("list", { name: "Players" }).waitFor();
    await close(match);
    const visitor = await open(match);
    await watcher.reload();
    for (const page of [visitor, watcher]) {
      await page.getByRole("heading", { level: 1, name: /won$/ }).waitFor();
      await page.getByRole("heading", { name: "Standings" }).waitFor();
    }
    expect(browser.takeErrors()).toEqual([]);
  });
});
