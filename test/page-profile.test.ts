/** What the page tells of players: profiles, their own matches, and leaderboards. */
import { type AnyMatch, type Fetch, FlowerWar, type Match, memoryPlayerStore } from "@flower-war/client-sdk";
import type { PlayerKind } from "@flower-war/client-sdk/players";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Authenticator } from "../server/test/support/authenticator.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { openBrowser } from "./support/browser.ts";
import { axeFaults } from "./support/page-check.ts";
import { lacks } from "./support/programs.ts";
import { playTurns } from "./support/sdk-play.ts";
import { until } from "./support/until.ts";

/** A player who plays over the SDK. */
interface Person {
  readonly host: FlowerWar;
  readonly id: string;
  /** The items of the page's browser storage, by key. */
  readonly stored: readonly [key: string, value: string];
}

const ENVIRONMENT = {
  LOG_LEVEL: "error",
  CREATIONS_PER_MINUTE: "1000",
  SEATS_PER_MINUTE: "1000",
  PUBLIC_URL: "",
  TRUST_PROXY: "loopback",
};

/** Sends requests as a reverse proxy forwards them from an address. */
const fetchFrom =
  (address: string): Fetch =>
  (url, init) =>
    fetch(url, { ...init, headers: { ...init.headers, "x-forwarded-for": address } });

describe.skipIf(lacks("chromium"))("players, in Chromium", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start(ENVIRONMENT);
  });
  afterAll(() => server?.stop());

  /** Where passkeys work without HTTPS. */
  const localhost = () => server.url.replace("127.0.0.1", "localhost");

  /** People who have come: each from an address of their own. */
  let people = 0;

  const createTwo = (kind: PlayerKind, first: string, second: string) =>
    Promise.all([createPerson(kind, first), createPerson(kind, second)]);

  async function createPerson(kind: PlayerKind, name: string): Promise<Person> {
    const url = localhost();
    const playerStore = memoryPlayerStore();
    people += 1;
    const fetch = fetchFrom(`203.0.113.${people}`);
    const host = new FlowerWar(url, { name, player: true, playerStore, fetch });
    const identity = await host.identity();
    const { id } = await identity.player();
    const authenticator = new Authenticator(url);
    if (kind === "account") await identity.addPasskey(async (options) => authenticator.create(options));
    const player = await playerStore.load(url);
    return {
      host,
      id,
      stored: [`flower-war/player/${encodeURIComponent(url)}`, JSON.stringify(player)],
    };
  }

  /** Plays a match with clocks until the loser concedes. @param turns how often the turn passes before that */
  async function play(winner: Person, loser: Person, isPrivate = false, turns = 0): Promise<AnyMatch> {
    const [match, other] = await sitDown(winner, loser, isPrivate);
    if (turns > 0) await playTurns([match, other] as readonly Match[], turns);
    await other.send({ type: "concede" });
    await expect.poll(() => match.status).toBe("over");
    await Promise.all([match.leave(), other.leave()]);
    // A match is rated, and told by its players' histories, soon after it has ended.
    const isTold = async ({ host }: Person) =>
      (await host.myMatches()).matches.some((told) => told.match === match.id);
    for (const person of [winner, loser]) await expect.poll(() => isTold(person)).toBe(true);
    return match;
  }

  /** Plays a match that is long enough to be rated (docs/ratings.md). */
  const playRated = (winner: Person, loser: Person) => play(winner, loser, false, 20);

  async function sitDown(host: Person, guest: Person, isPrivate = false): Promise<[AnyMatch, AnyMatch]> {
    const clock = { profile: "relaxed" } as const;
    const match = await host.host.create({ game: "flower-war", seats: 2, clock, private: isPrivate });
    const other = await guest.host.join(match.invitation ?? match.id);
    await expect.poll(() => [match.status, other.status]).toEqual(["playing", "playing"]);
    return [match, other];
  }

  /** Opens a page in a browser of its own. @param person whose browser it is; missing: an unknown player's */
  async function open(path: string, person?: Person): Promise<Page> {
    const browser = await openBrowser({ still: true });
    onTestFinished(() => browser.close());
    const page = await browser.open("about:blank");
    if (person !== undefined) {
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), person.stored);
    }
    await page.goto(localhost() + path);
    return page;
  }

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
  const rows = (page: Page) => page.getByRole("table").getByRole("row");

  test("a profile says how a player plays, and leads to results and to those who played with them", async () => {
    const [citlali, marisol] = await createTwo("account", "Citlali", "Marisol");
    const [jun, tenoch] = await createTwo("account", "Jun", "Tenoch");
    for (const loser of [jun, jun, tenoch, marisol]) await playRated(citlali, loser);
    const page = await open(`/players/${citlali.id}`);
    await heading(page, "Citlali").waitFor();
    const flowerWar = page.getByRole("region", { name: "Flower War" });
    await flowerWar.getByText("provisional", { exact: true }).waitFor();
    await flowerWar.getByRole("img", { name: /^From 1\d+ to 1\d+ in 4 matches$/ }).waitFor();
    await flowerWar.getByText("4 matches, 4 won, 4 rated").waitFor();
    await page.getByText("4 finished, 0 left early").waitFor();
    await expect.poll(() => rows(page).count()).toBe(5);
    expect(await rows(page).nth(1).innerText()).toMatch(/today.*Flower War.*Marisol.*won.*\+\d+.*Result/s);
    expect(await axeFaults(page)).toEqual([]);

    await page.getByRole("link", { name: "Flower War, lobby" }).click();
    await page.getByRole("link", { name: "Leaderboard" }).click();
    await page.getByText("Nobody is ranked yet").waitFor();
    for (const loser of [jun, jun, tenoch]) await playRated(marisol, loser);
    await playRated(citlali, marisol);
    await page.reload();
    await page.getByRole("row", { name: /^1 Citlali / }).waitFor();
    await page.getByRole("row", { name: /^2 Marisol / }).waitFor();
    await page.getByRole("link", { name: "Citlali" }).click();
    await heading(page, "Citlali").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Citlali");
    await page.getByRole("link", { name: "Number 1 of the leaderboard" }).waitFor();

    await page.getByRole("link", { name: "Result of Flower War" }).first().click();
    await heading(page, "Citlali won").waitFor();
    const standings = page.getByRole("region", { name: "Standings" }).getByRole("listitem");
    await standings.filter({ hasText: /1.*Citlali.*The rating's change \+\d+/s }).waitFor();
    await standings.filter({ hasText: /2.*Marisol.*The rating's change -\d+/s }).waitFor();
    await page.getByRole("link", { name: "Marisol", exact: true }).click();
    await heading(page, "Marisol").waitFor();
  });

  test("one's own profile has private matches, and the way back to a seat", async () => {
    const [citlali, jun] = await createTwo("guest", "Citlali", "Jun");
    await play(citlali, jun, true);
    await play(jun, citlali);
    const others = await open(`/players/${citlali.id}`);
    await others.getByText("Citlali is a guest").waitFor();
    await expect.poll(() => rows(others).count()).toBe(2);

    const page = await open("/player", citlali);
    await page.getByRole("link", { name: "Your profile and matches" }).click();
    await page.getByText("Guests have no rating").waitFor();
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByText("private", { exact: true }).waitFor();

    const [match, other] = await sitDown(citlali, jun);
    const own = page.url();
    await page.reload();
    const takeBack = page.getByRole("button", { name: "Play here: Flower War, Classic as East" });
    await takeBack.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await takeBack.click();
    await page.getByRole("button", { name: "Menu" }).waitFor();
    await until(() => match.connection === "gone", "the seat to be taken from the other device");
    await page.goto(own);
    await page.getByRole("button", { name: "Go on with Flower War, Classic as East" }).waitFor();
    await other.send({ type: "concede" });
    await Promise.all([match.leave(), other.leave()]);

    // A seat that was taken in this browser.
    const table = await jun.host.create({ game: "tieqchieq", seats: 2 });
    await page.goto(`${localhost()}/matches/${table.code}`);
    await page.getByLabel("Your name").press("Enter");
    await page.getByRole("button", { name: "Menu" }).waitFor();
    await page.goto(own);
    await page.getByRole("button", { name: /^Go on with Tıeqchıeq as / }).click();
    await page.getByRole("button", { name: "Menu" }).waitFor();
    await table.leave();
  });

  test("a history is read page by page, and a lost connection keeps what was read", async () => {
    const [ana, itzel] = await createTwo("guest", "Ana", "Itzel");
    for (let i = 0; i < 21; i += 1) await play(ana, itzel);
    const page = await open(`/players/${ana.id}`);
    await page.getByText("20 matches shown").waitFor();
    await page.route("**/api/**", (route) => route.abort());
    await page.getByRole("button", { name: "Show earlier ones" }).click();
    await page.getByText("The server does not answer.").waitFor();
    expect(await rows(page).count()).toBe(21);
    await page.unroute("**/api/**");
    await page.getByRole("button", { name: "Show earlier ones" }).click();
    await page.getByText("21 matches shown").waitFor();
    expect(await page.getByRole("button", { name: "Show earlier ones" }).count()).toBe(0);
  });

  test("an address without a player says so", async () => {
    const page = await open("/players/nobody000000");
    await heading(page, "No such player here").waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });

  test("without a server the leaderboard says so, and is there when it is asked again", async () => {
    const page = await open("/leaderboard?game=mexica");
    await page.getByText("Nobody is ranked yet").waitFor();
    await page.route("**/api/leaderboard*", (route) => route.abort());
    await page.getByRole("radio", { name: "Space Aztecs" }).check();
    await page.getByText("The leaderboard cannot be shown").waitFor();
    expect(page.url()).toMatch(/\?game=space-aztecs$/);
    await page.unroute("**/api/leaderboard*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Nobody is ranked yet").waitFor();
    expect(await axeFaults(page)).toEqual([]);
  });
});
