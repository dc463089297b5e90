/** A table that is watched with a delay, and one that takes no spectators, as the page shows them. */
import { FlowerWar } from "@flower-war/client-sdk";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { RunningServer } from "../server/src/app.ts";
import { FakeTime } from "../server/test/support/fake-time.ts";
import { startOnFakeTime } from "../server/test/support/server.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

describe.skipIf(lacks("chromium"))("watching with a delay, in Chromium", () => {
  const time = new FakeTime();
  let browser: Browser;
  let server: RunningServer;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startOnFakeTime(time), openBrowser({ still: true })]);
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  const create = (settings: object) =>
    new FlowerWar(server.url, { name: "Citlali" }).create({
      game: "flower-war",
      seats: 2,
      clock: { profile: "none" },
      ...settings,
    });

  test("a spectator sees the beginning so much later, and is told how late they see the table", async () => {
    const first = await create({ watchDelay: 30 });
    const page = await browser.open(`${server.url}/matches/${first.code}`);
    await page.getByRole("button", { name: "Watch" }).click();
    await page.getByText("Citlali").first().waitFor();
    const second = await new FlowerWar(server.url, { name: "Jun" }).join(first.id);
    await until(() => first.status === "playing" && second.status === "playing", "the beginning");
    const late = page.getByText("You see this table 30 sec late.");
    await time.pass(29_999);
    expect(await late.count()).toBe(0);
    await time.pass(1);
    await late.waitFor();
    await Promise.all([first.leave(), second.leave()]);
  });

  test("the lobby and the door offer no way to watch a table that takes no spectators", async () => {
    const match = await create({ unwatched: true });
    const page = await browser.open(`${server.url}/matches/${match.code}`);
    await page.getByRole("heading", { name: "Citlali's table" }).waitFor();
    expect(await page.getByRole("button", { name: "Watch" }).count()).toBe(0);
    await match.leave();
  });
});
