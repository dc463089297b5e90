/** The page's part of matches that move between servers: a seat's new link. */
import { FlowerWar } from "@flower-war/client-sdk";
import { describe, expect, test } from "vitest";
import { lacks } from "./support/programs.ts";
import { startPageServer } from "./support/page-server.ts";

describe.skipIf(lacks("chromium"))("in Chromium", () => {
  const started = startPageServer({ still: true });

  test("a link with a seat's token takes the seat, and leaves no token in the address", async () => {
    const { server, browser } = started;
    const host = new FlowerWar(server.url, { name: "Xochitl", resume: false });
    const match = await host.create({ game: "flower-war", seats: 2, bots: 1, private: true });
    const page = await browser.open(`${server.url}/matches/${match.invitation}#seat=${match.token}`);
    await page.getByRole("list", { name: "Players" }).waitFor();
    await expect.poll(() => page.url()).not.toContain("seat=");
    await expect.poll(() => match.connection).not.toBe("connected");
    expect(await page.evaluate("localStorage.length > 0")).toBe(true);
    await page.reload();
    await page.getByRole("list", { name: "Players" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a link whose token is void says so", async () => {
    const { server, browser } = started;
    const host = new FlowerWar(server.url, { name: "Xochitl", resume: false });
    const match = await host.create({ game: "flower-war", seats: 2 });
    const page = await browser.open(`${server.url}/matches/${match.id}#seat=abc.def`);
    await page.getByText("bad-token").waitFor();
    browser.takeErrors();
  });
});
