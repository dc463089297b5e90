/** A match in a frame of another site, by the tag of examples/embed, and all tables on a large screen. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type AnyMatch, FlowerWar, type GameName, type Match } from "@flower-war/client-sdk";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { lacks } from "./support/programs.ts";
import { ROOT } from "./support/root.ts";
import { until } from "./support/until.ts";

const EXAMPLE = readFileSync(join(ROOT, "examples/embed/index.html"), "utf8");

describe.skipIf(lacks("chromium"))("a match in a frame of another site, in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;
  let site: Server;
  /** What the site sends. */
  let html = "";

  beforeAll(async () => {
    const settings = { LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" };
    site = createServer((_request, response) => response.setHeader("Content-Type", "text/html").end(html));
    site.listen(0, "127.0.0.1");
    [server, browser] = await Promise.all([ServerProcess.start(settings), openBrowser({ still: true })]);
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    site?.close();
    await browser?.close();
    await server?.stop();
  });

  const origin = () => `http://localhost:${(site.address() as AddressInfo).port}`;

  /** Opens the example's page, with another address in its tag. */
  async function open(path: string, url = server.url): Promise<{ page: Page; frame: FrameLocator }> {
    html = EXAMPLE.replace("http://localhost:2567/embed/4F7K", url + path);
    const page = await browser.open(origin());
    return { page, frame: page.frameLocator("iframe") };
  }

  /** Seats two people at a table. */
  async function seatTwo(game: GameName, settings: object = {}): Promise<[AnyMatch, AnyMatch]> {
    const citlali = new FlowerWar(server.url, { name: "Citlali" });
    const first = await citlali.create({ game, seats: 2, start: "full", ...settings });
    const second = await new FlowerWar(server.url, { name: "Jun" }).join(first.invitation ?? first.id);
    const matches: [AnyMatch, AnyMatch] = [first, second];
    onTestFinished(async () => void (await Promise.all(matches.map((match) => match.leave()))));
    return matches;
  }

  /** Plays the first thing that a player can do, until the match is over. */
  async function playToTheEnd(matches: readonly AnyMatch[]): Promise<void> {
    while (matches.every(({ status }) => status !== "over")) {
      for (const match of matches as readonly Match<"tieqchieq">[]) {
        const command = match.legal().find(({ type }) => type !== "concede");
        if (command !== undefined) await match.send(command);
      }
      await new Promise(setImmediate);
    }
  }

  /** Waits until the browser has said that a policy forbids a frame. */
  async function refusal(policy: string): Promise<void> {
    let said = "";
    await until(() => (said += browser.takeErrors().join()).includes(policy), policy);
  }

  test("is watched live to its end, and replayed then", async () => {
    const matches = await seatTwo("tieqchieq", { title: "Sunday final" });
    const { page, frame } = await open(`/embed/${matches[0].id}`);
    await frame.getByRole("heading", { name: "Sunday final" }).waitFor();
    await frame.getByText("live", { exact: true }).waitFor();
    await frame.getByRole("region", { name: "Players" }).getByText("Jun").waitFor();
    expect(await frame.getByRole("button").count()).toBe(0);
    await playToTheEnd(matches);
    await frame.getByRole("status").getByText(/ wins/).waitFor();
    await frame.getByRole("button", { name: "Watch it again" }).click();
    const position = frame.getByRole("slider", { name: "Position in the match" });
    const last = Number(await position.getAttribute("max"));
    expect(last).toBeGreaterThan(10);
    await expect.poll(() => position.inputValue()).toBe(String(last));
    await frame.getByRole("button", { name: "To the beginning" }).click();
    await expect.poll(() => position.inputValue()).toBe("0");
    // As it is found later on, without the live match.
    await page.reload();
    await position.waitFor();
    await expect.poll(() => position.inputValue()).toBe(String(last));
    expect(browser.takeErrors()).toEqual([]);
  });

  test("tells who sits there before it begins; the way there opens a tab of its own", async () => {
    const match = await new FlowerWar(server.url, { name: "Citlali" }).create({
      game: "flower-war",
      seats: 3,
      start: "host",
    });
    const { page, frame } = await open(`/embed/${match.code.toLowerCase()}`);
    await frame.getByText("1 of 3 seated: Citlali").waitFor();
    const opened = page.waitForEvent("popup");
    await frame.getByRole("link", { name: "Play" }).click();
    await (await opened).getByRole("heading", { name: "Citlali's table" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
    await match.leave();
  });

  test("of a private match is found by its invitation alone, and makes no player of who watches", async () => {
    const [match] = await seatTwo("space-aztecs", { private: true });
    const { page, frame } = await open(`/embed/${match.invitation}`);
    await frame.getByText("live", { exact: true }).waitFor();
    const stored = await page.frames()[1]?.evaluate(() => Object.keys(localStorage));
    expect(stored?.filter((key) => key.includes("player"))).toEqual([]);
    const other = await open(`/embed/${match.id}`);
    await other.frame.getByRole("heading", { name: "This match cannot be shown" }).waitFor();
    await other.frame.getByRole("link", { name: "To the lobby" }).waitFor();
  });

  test("is not to be seen on a site that ALLOWED_ORIGINS lacks, and no other page is on any site", async () => {
    const settings = { LOG_LEVEL: "error", ALLOWED_ORIGINS: origin() };
    const guarded = await ServerProcess.start(settings);
    onTestFinished(async () => void (await guarded.stop()));
    const nothing = (frame: FrameLocator) =>
      frame.getByRole("heading", { name: "This match cannot be shown" });
    await nothing((await open("/embed/0000", guarded.url)).frame).waitFor();
    browser.takeErrors();

    await open("/", guarded.url);
    await refusal("frame-ancestors 'none'");
    html = EXAMPLE.replace("http://localhost:2567/embed/4F7K", `${guarded.url}/embed/0000`);
    await browser.open(origin().replace("localhost", "127.0.0.1"));
    await refusal(`frame-ancestors 'self' ${origin()}`);
  });

  test("has its tag in the menu of the match", async () => {
    const [match] = await seatTwo("tieqchieq");
    const page = await browser.open(`${server.url}/matches/${match.code}`);
    await page.getByRole("button", { name: "Watch" }).click();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Show on another site" }).click();
    const tag = await page.getByLabel("Tag").inputValue();
    expect(tag.replace(/src="[^"]*"/, "")).toBe(
      /<iframe.*<\/iframe>/.exec(EXAMPLE)?.[0].replace(/src="[^"]*"/, ""),
    );
    expect(tag).toMatch(new RegExp(`src="http://[^"/]+/embed/${match.id}"`));
  });

  test("is a part of the screen of a club, beside the tables that can be joined", async () => {
    const [match, other] = await seatTwo("tieqchieq", { title: "Sunday final" });
    const open = await new FlowerWar(server.url, { name: "Citlali" }).create({
      game: "flower-war",
      seats: 4,
      start: "host",
      title: "Free for all",
    });
    onTestFinished(() => open.leave());
    const page = await browser.open(`${server.url}/screen`, { width: 1920, height: 1080 });
    const gathering = page.getByRole("listitem").filter({ hasText: "Free for all" });
    await gathering.getByText("3 seats are free").waitFor();
    await gathering.getByText(open.code).waitFor();
    await gathering.getByRole("img", { name: "QR code of the link" }).waitFor();
    const live = page.frameLocator('iframe[title="Sunday final"]');
    await live.getByText("live", { exact: true }).waitFor();
    // It stays for a while when it is over, so that people see who won.
    await other.send(other.legal().find(({ type }) => type === "concede") as never);
    await live.getByText("over", { exact: true }).waitFor();
    await page.getByText(/^1 table$/).waitFor();
    await live.getByRole("status").getByText("Citlali wins").waitFor();
    expect(match.status).toBe("over");
    expect(browser.takeErrors()).toEqual([]);
  });
});
