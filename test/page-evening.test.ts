/**
 * A whole evening of four people, two with an account and two as guests, on two servers behind nginx. With `FLOWER_WAR_EVENING=whole`
 * also on one, and they play each first match to its end; otherwise for some turns, then all but one concede.
 */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { NginxProcess } from "./support/nginx.ts";
import { addAuthenticator, register } from "./support/page-account.ts";
import {
  battle,
  concede,
  createMatch,
  endOf,
  plaques,
  seeResult,
  startMatch,
} from "./support/page-actions.ts";
import { IS_WHOLE, playToEnd } from "./support/page-flower-war.ts";
import { ROLES } from "./support/page-input-methods.ts";
import { PostgresProcess } from "./support/postgres.ts";
import { lacks } from "./support/programs.ts";
import { RedisProcess } from "./support/redis.ts";

/** Where the people go, at a name: browsers have passkeys without HTTPS only at `localhost`. */
interface Installation {
  readonly url: string;
  stop(): Promise<unknown>;
}

const SETTINGS = { LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000", SEATS_PER_MINUTE: "1000" };

async function startOne(): Promise<Installation> {
  const server = await ServerProcess.start({ ...SETTINGS, PUBLIC_URL: "" });
  return { url: server.url.replace("127.0.0.1", "localhost"), stop: () => server.stop() };
}

async function startTwo(): Promise<Installation> {
  const [redis, postgres, ports] = await Promise.all([
    RedisProcess.start(),
    PostgresProcess.start(),
    NginxProcess.choosePorts(),
  ]);
  const url = `http://localhost:${ports.HTTP_PORT}`;
  const start = (path: string) =>
    ServerProcess.start({
      ...SETTINGS,
      REDIS_URL: redis.url,
      DATABASE_URL: postgres.url,
      PUBLIC_URL: `${url}/${path}`,
    });
  const [n1, n2] = await Promise.all([start("n1"), start("n2")]);
  const hostOf = (server: ServerProcess) => new URL(server.url).host;
  const nginx = await NginxProcess.start({ ...ports, N1: hostOf(n1), N2: hostOf(n2) });
  return {
    url,
    stop: async () => {
      await nginx.stop();
      await Promise.all([n1.stop(), n2.stop()]);
      await Promise.all([redis.stop(), postgres.stop()]);
    },
  };
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const chat = (page: Page) => page.getByRole("region", { name: "Chat", exact: true });
const line = (page: Page, text: string) => chat(page).getByRole("listitem").filter({ hasText: text });
const seat = (page: Page, name: string) =>
  page.getByRole("list", { name: "Seats" }).getByRole("listitem").filter({ hasText: name });

async function say(page: Page, text: string): Promise<void> {
  const field = chat(page).getByLabel("Say something");
  await field.fill(text);
  await field.press("Enter");
  await line(page, text).waitFor();
}

/** Whether something is on the page within a second. */
const seenSoon = (what: Locator): Promise<boolean> =>
  what.waitFor({ timeout: 1000 }).then(
    () => true,
    () => false,
  );

/** The turn that is not played any more: each of four has played one before. */
const LAST_TURN = 5;

/** All play, and see how it ended. */
async function playFirst(all: readonly Page[]): Promise<void> {
  const end = (page: Page) => (IS_WHOLE ? endOf(page) : page.getByText(`Turn ${LAST_TURN}`, { exact: true }));
  await Promise.all(
    all.map((page) => playToEnd(page, () => ({ input: ROLES, does: "quick" }), end(page).first())),
  );
  if (!IS_WHOLE) await concedeAll(all);
}

/** All but the first give up, the last one first. */
async function concedeAll(all: readonly Page[]): Promise<void> {
  // The battle of the last turn may still be shown to those who fought it, also to the one who stays: the end is told after it.
  for (const page of all) {
    const close = battle(page).getByRole("button", { name: /^(Go on|Close)$/ });
    await page.addLocatorHandler(close, (button) => button.click());
  }
  for (const page of all.slice(1).toReversed()) await concede(page);
}

describe
  .skipIf(lacks("chromium", "nginx", "redis", "postgres"))
  .each([
    ...(IS_WHOLE ? [{ on: "one server", start: startOne }] : []),
    { on: "two servers behind nginx", start: startTwo },
  ])("an evening on $on", ({ start }) => {
  let installation: Installation;
  let browsers: readonly Browser[] = [];

  beforeAll(async () => {
    installation = await start();
    browsers = await Promise.all(Array.from({ length: 4 }, () => openBrowser({ still: true })));
  });
  afterAll(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await installation?.stop();
  });

  /** Opens a page in a browser of its own. */
  async function open(person: number, path: string): Promise<Page> {
    const browser = browsers[person];
    if (browser === undefined) throw new Error(`there is no person ${person}`);
    return browser.open(`${installation.url}${path}`);
  }

  async function openAccount(person: number, name: string): Promise<Page> {
    const page = await open(person, "/player");
    await addAuthenticator(page);
    await register(page, name);
    await page.getByRole("link", { name: "Flower War, lobby" }).click();
    return page;
  }

  /** Finds the table in the lobby's list and takes a seat there. */
  async function joinFromList(page: Page, code: string, name?: string): Promise<void> {
    await press(page, `Join Citlali's table, ${code}`);
    if (name !== undefined) await page.getByLabel("Your name").fill(name);
    await press(page, /^Sit down/);
    await page.getByRole("list", { name: "Seats" }).waitFor();
  }

  test("gathers, talks, plays, and plays again from other seats", { timeout: 600_000 }, async () => {
    const [citlali, tenoch] = await Promise.all([openAccount(0, "Citlali"), openAccount(1, "Tenoch")]);
    const [jun, marisol] = await Promise.all([open(2, "/"), open(3, "/")]);
    const all = [citlali, tenoch, jun, marisol];

    // They gather, from the same list; a bot comes and goes.
    const settings = { name: "Citlali", preset: "Short evening", seats: 4, bots: 0, clock: "30 s" };
    const code = await createMatch(citlali, settings);
    await press(citlali, "Seat a bot: Skilled, South");
    await seat(citlali, "skilled bot").waitFor();
    await joinFromList(tenoch, code);
    await press(citlali, "Remove the bot, South");
    await seat(tenoch, "skilled bot").waitFor({ state: "detached" });
    await joinFromList(jun, code, "Jun");
    await joinFromList(marisol, code, "Marisol");
    await press(jun, "Ready");
    await citlali.getByText("1 of 4 are ready").waitFor();

    // They talk; one of them is muted by one other.
    await say(tenoch, "good evening");
    await line(marisol, "good evening").filter({ hasText: "Tenoch" }).waitFor();
    await say(marisol, "buy my beads");
    await line(jun, "buy my beads").getByRole("button", { name: "Mute Marisol" }).click();
    await say(marisol, "cheap beads");
    await line(tenoch, "cheap beads").waitFor();
    await say(tenoch, "no, thank you");
    await line(jun, "no, thank you").waitFor();
    expect(await line(jun, "beads").count()).toBe(0);

    // They play, and all see the same at the end.
    await startMatch(citlali, 4);
    await playFirst(all);
    const results = await Promise.all(all.map((page) => seeResult(page)));
    for (const result of results) expect(result).toEqual(results[0]);

    // They play again, each from another seat.
    await press(jun, "Rematch");
    for (const page of [citlali, tenoch, marisol]) {
      await page
        .getByText(/wants? a rematch/)
        .first()
        .waitFor();
      await press(page, "Rematch");
    }
    for (const page of all) await page.getByRole("button", { name: "Menu" }).waitFor();
    expect(new Set(all.map((page) => new URL(page.url()).pathname)).size).toBe(1);
    const inTurn = async () =>
      (await plaques(jun).allInnerTexts()).map((text) => /Citlali|Tenoch|Jun|Marisol/.exec(text)?.[0]);
    await expect.poll(inTurn).toEqual(["Tenoch", "Jun", "Marisol", "Citlali"]);

    // One after the other gives up and leaves; the last one wins.
    await concedeAll(all);
    await press(citlali, "See the result");
    await citlali.getByRole("heading", { name: "Citlali won" }).waitFor();

    // Their profiles know the evening. A match in which a player had few turns is not rated: both stay unranked.
    for (const [page, name] of [
      [citlali, "Citlali"],
      [tenoch, "Tenoch"],
    ] as const) {
      await page.goto(`${installation.url}/player`);
      await page.getByRole("link", { name: "Your profile and matches" }).click();
      await page.getByRole("heading", { level: 1, name }).waitFor();
      const played = page
        .getByRole("region", { name: "Flower War" })
        .getByText(IS_WHOLE ? /^2 matches, \d won, 1 rated$/ : /^2 matches, \d won$/);
      // A match is rated soon after it has ended.
      while (!(await seenSoon(played))) await page.reload();
      await page
        .getByText("not rated: too short")
        .nth(IS_WHOLE ? 0 : 1)
        .waitFor();
      await page.getByText("2 finished, 0 left early").waitFor();
    }
    await citlali.getByRole("link", { name: "Flower War, lobby" }).click();
    await citlali.getByRole("link", { name: "Leaderboard" }).click();
    await citlali.getByText("Nobody is ranked yet").waitFor();
    expect(browsers.flatMap((browser) => browser.takeErrors())).toEqual([]);
  });
});
