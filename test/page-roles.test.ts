/** A whole match through the accessibility tree alone: every element is found by its role and name. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { createMatch, seeResult } from "./support/page-actions.ts";
import { playToEnd, type Style } from "./support/page-flower-war.ts";
import { ROLES } from "./support/page-means.ts";
import { lacks } from "./support/programs.ts";

/** Things that are done before the player hurries. */
const UNHURRIED = 20;

const styleOf = (done: number): Style => ({ means: ROLES, does: done < UNHURRIED ? "full" : "quick" });

describe.skipIf(lacks("chromium"))("roles and names", () => {
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

  test("are enough for a whole short evening", { timeout: 600_000 }, async () => {
    const page = await browser.open(server.url);
    await createMatch(page, { name: "Citlali", preset: "Short evening", seats: 2, bots: 1 });
    await playToEnd(page, styleOf);
    expect(await seeResult(page)).toHaveLength(3);
    expect(browser.takeErrors()).toEqual([]);
  });
});
