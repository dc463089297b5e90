/** What every page of the app keeps: accessible to all, still, narrow, and nothing from a third party. */
import { FlowerWar } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { concede, openMenu, waitForDecision } from "./support/page-actions.ts";
import { faultsOf, openToLookAt, watchPage } from "./support/page-check.ts";
import { openTable } from "./support/page-table.ts";
import { lacks } from "./support/programs.ts";
import { newOrganiser } from "./support/tournament-player.ts";

const MANY_MATCHES = { LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" };

describe.skipIf(lacks("chromium"))("every page, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;
  /** Requests to any other host than the server's. */
  const elsewhere: string[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([ServerProcess.start(MANY_MATCHES), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  function listen(page: Page): void {
    page.on("request", (request) => {
      const { host, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && host !== new URL(server.url).host) elsewhere.push(request.url());
    });
  }

  async function open(path: string): Promise<Page> {
    const page = await openToLookAt(browser);
    listen(page);
    await page.goto(server.url + path);
    return page;
  }

  /** Opens the page of a player in the seat of a new match. */
  async function openSeat(seats: number, bots = seats - 1, game = "flower-war"): Promise<Page> {
    const settings = { name: "Citlali", game, seats, bots };
    const { page } = await openTable(
      { open: (url) => open(url.slice(server.url.length)) },
      server.url,
      settings,
    );
    return page;
  }

  /** Looks at a page once `ready` can be seen. */
  async function check(
    page: Page,
    ready: string | (() => Promise<void>),
    expected: readonly RegExp[] = [],
  ): Promise<void> {
    const settle = async () => {
      if (typeof ready === "string") await page.getByText(ready, { exact: true }).first().waitFor();
      else await ready();
      await page.evaluate(() => document.fonts.ready);
    };
    expect(await faultsOf(page, settle)).toEqual([]);
    expect(elsewhere.splice(0)).toEqual([]);
    const errors = browser.takeErrors().filter((error) => !expected.some((each) => each.test(error)));
    expect(errors).toEqual([]);
    await page.close();
  }

  /** Opens a page whose lesson goes on at a step. @param step `null`: the summary */
  async function openLesson(step: string | null): Promise<Page> {
    // Any of the server's addresses lets a page store what the app keeps.
    const page = await open("/healthz");
    await page.evaluate((id) => {
      localStorage.setItem("flower-war/lesson", JSON.stringify({ step: id, skipped: false }));
      sessionStorage.setItem("flower-war/lesson-open", "yes");
    }, step);
    return page;
  }

  const heading = (page: Page, name: string | RegExp) => () =>
    page.getByRole("heading", { name }).first().waitFor();

  test("figures are as high as capitals, and as wide as each other", async () => {
    const page = await open("/");
    await heading(page, /./)();
    const numerals = await page
      .locator("h1, h2, button")
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).fontVariantNumeric));
    expect(new Set(numerals)).toEqual(new Set(["lining-nums tabular-nums"]));
  });

  test("lobby", async () => {
    const page = await open("/");
    await check(page, heading(page, /./));
  });

  test("create", async () => {
    const page = await open("/create");
    await check(page, heading(page, "A new table"));
  });

  test("rules", async () => {
    const page = await open("/rules/flower-war");
    await check(page, heading(page, /./));
  });

  test.each(["goal", "choose-card", "battle-card", "disc", "tick", null])(
    "the lesson at %s",
    async (step) => {
      const page = await openLesson(step);
      await page.goto(`${server.url}/learn`);
      await check(page, async () => page.getByRole("dialog", { name: "Ocelot" }).waitFor());
    },
  );

  test("the lesson, come back to", async () => {
    const page = await openLesson("disc");
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${server.url}/learn`);
    await check(page, async () => {
      await page.evaluate(() => sessionStorage.clear());
      await heading(page, "Learn Flower War")();
    });
  });

  test("a record from a file", async () => {
    const page = await open("/replay");
    await check(page, heading(page, "Open a record"));
  });

  test("leaderboard", async () => {
    const page = await open("/leaderboard");
    await check(page, "Nobody is ranked yet");
  });

  test("tournaments, the form for one, and one", async () => {
    const organiser = await newOrganiser(server.url);
    const { id } = await organiser.create({ name: "Evening", kind: "rounds", game: "tieqchieq" });
    const list = await open("/tournaments");
    await check(list, "Upcoming");
    const form = await open("/tournaments/new");
    await check(form, "Organisers have an account");
    const page = await open(`/tournaments/${id}`);
    await check(page, "What is played");
    await organiser.direct(id, { act: "end" });
  });

  test("profile", async () => {
    const identity = await new FlowerWar(server.url, { name: "Citlali" }).identity();
    const { id } = await identity.player();
    const page = await open(`/players/${id}`);
    await check(page, "No match yet");
  });

  test("profile of no player", async () => {
    const page = await open("/players/nobody000000");
    await check(page, "No such player here", [/status of 404/]);
  });

  test("all tables on a large screen", async () => {
    const host = new FlowerWar(server.url, { name: "Citlali" });
    const match = await host.create({ game: "flower-war", seats: 3, start: "host" });
    const page = await open("/screen");
    await check(page, "2 seats are free");
    await match.leave();
  });

  test("a match for another site's frame", async () => {
    const host = new FlowerWar(server.url, { name: "Citlali" });
    const match = await host.create({ game: "flower-war", bots: 3 });
    const page = await open(`/embed/${match.id}`);
    await check(page, "live");
    await match.leave();
  });

  test("not found", async () => {
    const page = await open("/nowhere");
    await check(page, heading(page, /./));
  });

  test("door", async () => {
    const host = new FlowerWar(server.url, { name: "Xochitl", resume: false });
    const match = await host.create({ game: "flower-war", seats: 2, bots: 0 });
    const page = await open(`/matches/${match.code}`);
    await check(page, async () => page.getByRole("button", { name: /^Sit down/ }).waitFor());
    await match.leave();
  });

  test.each(["private", "begun", "not there"])("door of a match that is %s", async (kind) => {
    const host = new FlowerWar(server.url, { name: "Xochitl", resume: false });
    const begun = kind === "begun";
    const match = await host.create({
      game: "flower-war",
      seats: 3,
      bots: begun ? 2 : 0,
      private: !begun,
      options: { rackSize: 5 },
    });
    const name = { private: match.invitation, begun: match.code, "not there": "ZZZZZZZZZZZZ" }[kind] ?? "";
    const page = await open(`/matches/${name}`);
    await check(page, heading(page, /./), kind === "not there" ? [/status of 404/] : []);
    await match.leave();
  });

  test("gathering", async () => {
    const page = await openSeat(3, 0);
    await check(page, "Citlali");
  });

  test("result", async () => {
    const { page } = await openTable(browser, server.url, { name: "Citlali", seats: 2, bots: 1 });
    await watchPage(page);
    listen(page);
    await waitForDecision(page);
    await concede(page);
    await page.getByRole("button", { name: "See the result" }).click();
    await heading(page, /\(bot\) won$/)();
    await check(page, heading(page, /./));
  });

  test.each([
    ["flower-war", 3],
    ["space-aztecs", 2],
    ["tieqchieq", 2],
  ])("a match of %s", async (game, seats) => {
    const page = await openSeat(seats, seats - 1, game);
    await check(page, async () => page.getByRole("button", { name: "Menu" }).waitFor());
  });

  test("temple", async () => {
    const page = await openSeat(2);
    await check(page, async () => {
      await openMenu(page, "Temple");
      await page.getByRole("img", { name: /^Temple, / }).waitFor();
    });
  });
});
