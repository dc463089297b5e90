/** The debug page (docs/add-a-game.md, "The debug page"): hidden parts of a match, for browsers on the server's machine only. */
import { mkdtemp, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningServer } from "@flower-war/server";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import hostedTricks from "../create/template/index.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { createMatch, waitForDecision } from "./support/page-actions.ts";
import { startOwnGames } from "./support/own-games-server.ts";
import { axeFaults } from "./support/page-check.ts";
import { lacks } from "./support/programs.ts";

let server: RunningServer;
let folder: string;

async function startAt(debug: boolean): Promise<void> {
  server = await startOwnGames(folder, { games: [hostedTricks], debug });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "flower-war-debug-"));
  await startAt(true);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Creates a match of Tricks with bots in all other seats. Returns its id, and the seat's token. */
async function createTricks() {
  const created = await fetch(`${server.url}/api/matches`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game: "tricks", name: "Citlali", seats: 2, bots: 1 }),
  });
  return (await created.json()) as { readonly match: string; readonly token: string };
}

/** Asks with headers that browsers set themselves. Resolves with the status. */
function ask(path: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(server.url + path, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test("a server whose games are not developed has no debug routes, and its pages follow nothing", async () => {
  await server.stop();
  await startAt(false);
  try {
    expect((await fetch(`${server.url}/api/debug`)).status).toBe(404);
    expect(await (await fetch(server.url, { headers: { Accept: "text/html" } })).text()).not.toContain(
      "follow.js",
    );
  } finally {
    await server.stop();
    await startAt(true);
  }
});

test.each<[who: string, headers: Readonly<Record<string, string>>, status: number]>([
  ["a browser on this machine, from a page of the server", { "Sec-Fetch-Site": "same-origin" }, 200],
  ["a browser whose user typed the address", { "Sec-Fetch-Site": "none" }, 200],
  ["a page of another site", { "Sec-Fetch-Site": "cross-site" }, 404],
  ["a page of another site in a browser that says no more", { Origin: "http://other.example" }, 404],
  ["a page at another port of this machine", { "Sec-Fetch-Site": "same-site" }, 404],
  ["a name that leads here", { Host: "rebound.example" }, 404],
  ["another machine, through a proxy on this one", { "X-Forwarded-For": "192.0.2.7" }, 404],
])("%s gets the debug routes with %j: %i", async (_who, headers, status) => {
  expect(await ask("/api/debug", headers)).toBe(status);
});

test.each<[what: string, path: string, body: unknown, status: number, code: string]>([
  ["an unknown match", "/matches/none", undefined, 404, "unknown-match"],
  ["no number", "/matches/ID?n=x", undefined, 400, "bad-request"],
  [
    "a command of no seat",
    "/matches/ID/commands",
    { command: { type: "play", card: "c1" } },
    400,
    "bad-request",
  ],
  [
    "a command before the match begins",
    "/matches/ID/commands",
    { seat: "ana", command: { type: "play", card: "c0" } },
    409,
    "match-not-started",
  ],
  ["a hold that is none", "/matches/ID/hold", { held: 1 }, 400, "bad-request"],
])("bad input: %s", async (_what, path, body, status, code) => {
  const { match } = await createTricks();
  const answer = await fetch(`${server.url}/api/debug${path.replace("ID", match)}`, {
    ...(body !== undefined && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code })]);
});

describe.skipIf(lacks("chromium"))("the debug page", { timeout: 120_000 }, () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser({ still: true });
  });
  afterAll(() => browser.close());

  const panelOf = (page: Page) => page.getByRole("complementary", { name: "Debug" });
  const handOf = (page: Page) => page.getByRole("region", { name: "Hand" }).getByRole("button");

  test("shows every seat's view and the state, plays any seat while bots rest, and goes back in time", async () => {
    const page = await browser.open(server.url);
    await createMatch(page, { name: "Citlali", game: "Tricks", seats: 3, bots: 2 });
    await waitForDecision(page);
    const link = page.getByRole("link", { name: "Debug" });
    await link.waitFor();
    await page.goto(new URL((await link.getAttribute("href")) ?? "", server.url).href);
    const panel = panelOf(page);
    await panel.getByText("Now: 0 commands").waitFor();
    expect(await panel.innerText()).not.toContain('"deck"');
    await panel.getByText("State", { exact: true }).click();
    await expect.poll(() => panel.innerText()).toContain('"deck"');
    expect(await axeFaults(page)).toEqual([]);

    await panel.getByRole("checkbox", { name: "Bots and clocks play" }).click();
    await expect.poll(() => panel.getByRole("checkbox").isChecked()).toBe(false);
    for (const [n, seat] of ["ana", "bela", "cruz"].entries()) {
      await panel.getByText(`${seat} decides: play`).click();
      await handOf(page).first().click();
      await panel.getByText(`Now: ${n + 1} commands`).waitFor();
    }
    await expect
      .poll(() => panel.getByRole("region", { name: "Commands" }).getByRole("button").count())
      .toBe(3);

    await panel.getByRole("button", { name: "One command back" }).click();
    await panel.getByText("After 2 of 3 commands").waitFor();
    // What was then is only looked at.
    await expect.poll(() => handOf(page).count()).toBe(0);
    await panel.getByRole("button", { name: "The beginning" }).click();
    await panel.getByText("After 0 of 3 commands").waitFor();
    await panel.getByRole("button", { name: "Now" }).click();
    await panel.getByText("Now: 3 commands").waitFor();

    const refused = await page.evaluate(async () => {
      const path = location.pathname.replace("/debug/", "/api/debug/");
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify({ seat: "ana", command: { type: "play", card: "c0" } });
      const answer = await fetch(`${path}/commands`, { method: "POST", headers, body });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    });
    expect(refused).toEqual([409, "malformed"]);
    browser.takeErrors();

    // The bots go on.
    await panel.getByRole("checkbox").click();
    await expect.poll(() => panel.getByRole("checkbox").isChecked()).toBe(true);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a page that is open is loaded again when a file of a game has changed", async () => {
    const page = await browser.open("about:blank");
    let modules = '{"modules":{"tricks":"/own-games/tricks/1/page.ts"}}';
    await page.route("**/api/debug", (route) => route.fulfill({ json: JSON.parse(modules) as object }));
    await page.goto(server.url);
    await page.getByRole("button", { name: "Create a table" }).waitFor();
    await page.evaluate(() => (document.title = "before"));
    await page.waitForResponse("**/api/debug");
    expect(await page.title()).toBe("before");
    modules = modules.replace("/1/", "/2/");
    await expect.poll(() => page.title(), { timeout: 10_000 }).not.toBe("before");
    expect(browser.takeErrors()).toEqual([]);
  });
});
