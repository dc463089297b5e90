/** Tıeqchıeq once, from the lobby to its end. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { createMatch, endOf, seeResult } from "./support/page-actions.ts";
import { playTieqchieqUntil } from "./support/page-sisters.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("a person plays against a bot", { timeout: 600_000 }, () => {
  let browser: Browser;
  let server: ServerProcess;

  beforeAll(async () => {
    [server, browser] = await Promise.all([
      ServerProcess.start({ LOG_LEVEL: "error" }),
      openBrowser({ still: true }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  test("a whole match of Tıeqchıeq", async () => {
    const page = await browser.open(server.url);
    await createMatch(page, { name: "Citlali", game: "Tıeqchıeq", seats: 2, bots: 1 });
    await playTieqchieqUntil(page, endOf(page));
    expect(await seeResult(page)).toHaveLength(3);
    expect(browser.takeErrors()).toEqual([]);
  });
});
