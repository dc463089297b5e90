/** The page of the HTTP API, where each operation can be tried on the server. */
import { describe, expect, test } from "vitest";
import { type Page } from "playwright-core";
import { FlowerWar } from "@flower-war/client-sdk";
import { faultsOf, watchPage } from "./support/page-check.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("the page of the HTTP API, in Chromium", () => {
  const started = startPageServer({ still: true });

  /** Opens the form of an operation. */
  async function tryIt(page: Page, operation: string) {
    const article = page.locator(`#${operation}`);
    await article.getByText("Try it", { exact: true }).click();
    const send = () => article.getByRole("button", { name: "Send" }).click();
    return { article, send, status: article.getByRole("status") };
  }

  test("tries a player, a match, its stream and a refusal; what one brings the next ones have", async () => {
    const { server, browser } = started;
    const page = await browser.open(`${server.url}/api`);
    const player = await tryIt(page, "createPlayer");
    await player.article.getByLabel("Body").fill('{ "name": "Citlali" }');
    await player.send();
    await player.status.getByText(/^201 Created/).waitFor();

    const created = await tryIt(page, "createMatch");
    await created.article
      .getByLabel("Body")
      .fill('{ "game": "tieqchieq", "name": "Citlali", "start": "host" }');
    await created.send();
    await created.status.getByText(/^201 Created/).waitFor();
    // Read from the answer, which comes after its status.
    const field = page.getByLabel("Match", { exact: true });
    await expect.poll(() => field.inputValue()).not.toBe("");
    const match = await field.inputValue();
    const { table } = await new FlowerWar(server.url).findMatch(match);
    expect(table?.seats.map(({ name }) => name)).toEqual(["Citlali", ""]);

    const stream = await tryIt(page, "streamMatch");
    expect(await stream.article.getByLabel("id").inputValue()).toBe(match);
    await stream.send();
    await stream.article.getByLabel("Answer").getByText('"seat":"red"').waitFor();
    await stream.article.getByRole("button", { name: "Stop" }).click();
    await stream.status.getByText("Stopped.").waitFor();

    const me = await tryIt(page, "getMe");
    await me.send();
    await me.article.getByLabel("Answer").getByText('"kind": "guest"').waitFor();
    browser.takeErrors();
    await page.getByLabel("Token of a player").fill("nonsense");
    await me.send();
    await me.status.getByText(/^403 Forbidden/).waitFor();
    await me.article.getByLabel("Answer").getByText("bad-token").waitFor();
    expect(browser.takeErrors().filter((error) => !/status of 403/.test(error))).toEqual([]);
  });

  test("is accessible to all, with a form open, light and dark, and asks this server alone", async () => {
    const { server, browser } = started;
    const page = await browser.open("about:blank");
    await watchPage(page);
    await page.goto(`${server.url}/api`);
    const faults = await faultsOf(page, async () => {
      await tryIt(page, "createMatch");
      await page.locator("#createMatch").getByRole("button", { name: "Send" }).waitFor();
    });
    expect(faults).toEqual([]);
    expect(browser.takeErrors()).toEqual([]);
  });
});
