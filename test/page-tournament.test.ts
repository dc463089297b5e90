/** A tournament on the page: its organiser, with an account, and two guests, each in a browser of their own (docs/tournaments.md). */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { addAuthenticator, register } from "./support/page-account.ts";
import { choose, concede, endOf } from "./support/page-actions.ts";
import { axeFaults } from "./support/page-check.ts";
import { lacks } from "./support/programs.ts";
import { seedTest } from "./support/seeded-random.ts";
import { newOrganiser, TournamentPlayer } from "./support/tournament-player.ts";

const SETTINGS = {
  LOG_LEVEL: "error",
  CREATIONS_PER_MINUTE: "1000",
  SEATS_PER_MINUTE: "1000",
  PUBLIC_URL: "",
};

const ROUNDS = { name: "Evening", kind: "rounds", game: "tieqchieq", seats: 2 } as const;

describe.skipIf(lacks("chromium"))("tournaments, in Chromium", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start(SETTINGS);
  });
  afterAll(() => server?.stop());

  /** Where passkeys work without HTTPS. */
  const localhost = () => server.url.replace("127.0.0.1", "localhost");

  /** Opens a page in a browser of its own. */
  async function open(path: string): Promise<{ page: Page; browser: Browser }> {
    const browser = await openBrowser({ still: true });
    onTestFinished(() => browser.close());
    return { page: await browser.open(localhost() + path), browser };
  }

  const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { name }).first();
  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
  const standing = (page: Page, name: string) =>
    page.getByRole("region", { name: "The standings" }).getByRole("row").filter({ hasText: name });

  /** A guest comes by the tournament's address, and registers by the keyboard. */
  async function enter(path: string, name: string): Promise<Page> {
    const { page } = await open(path);
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Your name").press("Enter");
    await heading(page, "You take part").waitFor();
    await standing(page, name).getByText("you", { exact: true }).waitFor();
    return page;
  }

  /** The organiser comes from the lobby, and creates a tournament of two rounds. */
  async function organise(name: string): Promise<{ page: Page; path: string }> {
    const { page } = await open("/player");
    await addAuthenticator(page);
    await register(page, "Citlali");
    await page.getByRole("link", { name: "Flower War, lobby" }).click();
    await page.getByRole("link", { name: "Tournaments" }).click();
    await press(page, "Organise a tournament");
    await choose(page, "Game", "Tıeqchıeq");
    await page.getByLabel("Name of the tournament").fill(name);
    await page.getByLabel("Rounds", { exact: true }).and(page.getByRole("spinbutton")).fill("2");
    await choose(page, "Between two rounds", "10 min");
    await choose(page, "Who has not come loses after", "15 min");
    expect(await axeFaults(page)).toEqual([]);
    await press(page, "Create the tournament");
    await heading(page, "You organise it").waitFor();
    return { page, path: new URL(page.url()).pathname };
  }

  test("is created, played by two guests who go to their match and back, and ended by its organiser", async () => {
    const { page: organiser, path } = await organise("Friday evening");
    await heading(organiser, "Friday evening").waitFor();
    await press(organiser, "Start now");
    await organiser.getByText("There are too few players for a table.").waitFor();
    const [marisol, jun] = [await enter(path, "Marisol"), await enter(path, "Jun")];
    for (const name of ["Marisol", "Jun"]) await standing(organiser, name).waitFor();
    await organiser.getByText("You can start it whenever you like.").waitFor();
    await press(organiser, "Start now");
    await heading(organiser, "Round 1 of 2").waitFor();
    await organiser.getByRole("link", { name: /^Watch (Marisol and Jun|Jun and Marisol)$/ }).waitFor();

    for (const page of [marisol, jun]) {
      await heading(page, "Your match is ready").waitFor();
      await expect.poll(() => page.title()).toBe("Your match is ready - Flower War");
    }
    expect(await axeFaults(jun)).toEqual([]);
    for (const page of [marisol, jun]) await press(page, "Take your seat");
    for (const page of [marisol, jun]) await page.getByRole("button", { name: "Menu" }).waitFor();
    await concede(jun);
    for (const page of [marisol, jun]) {
      await endOf(page).getByRole("button", { name: "Back to the tournament" }).click();
      await heading(page, "Friday evening").waitFor();
    }
    for (const page of [marisol, jun, organiser]) {
      await page.getByRole("row", { name: /^1 Marisol .*?1 1\b/ }).waitFor();
      await page.getByRole("row", { name: /^2 Jun .*?0 1\b/ }).waitFor();
    }
    await marisol.getByText("Place 1, points: 1. Your next match appears here.").waitFor();

    // A reload keeps the way back, also from the result.
    await marisol.getByRole("link", { name: /^Result of / }).click();
    await heading(marisol, "Marisol won").waitFor();
    await marisol.reload();
    await press(marisol, "Back to the tournament");

    await press(organiser, "Pause");
    await organiser.getByText("No one is paired now.").waitFor();
    await press(organiser, "Go on");
    await organiser.getByRole("button", { name: "Pause" }).waitFor();
    await press(organiser, "End it");
    await press(organiser, "Really end the tournament");
    for (const page of [marisol, jun, organiser]) await heading(page, "Marisol won").waitFor();
    await jun.getByText("The tournament is over. Your place: 2, with 0 points.").waitFor();
    expect(await organiser.getByRole("heading", { name: "You organise it" }).count()).toBe(0);
    expect(await axeFaults(organiser)).toEqual([]);
    await organiser.getByRole("link", { name: "Tournaments" }).click();
    await heading(organiser, "Ended lately").waitFor();
    await organiser.getByRole("link", { name: "Friday evening" }).waitFor();
  });

  test("is left and entered again, and its organiser removes a player after a second press", async () => {
    const { page: organiser, path } = await organise("Saturday evening");
    const jun = await enter(path, "Jun");
    await press(jun, "Leave the tournament");
    await standing(jun, "Jun").waitFor({ state: "detached" });
    await press(jun, "Register");
    await heading(jun, "You take part").waitFor();
    await press(organiser, "Remove Jun");
    await press(organiser, "Really remove Jun");
    await standing(organiser, "Jun").waitFor({ state: "detached" });
    await jun.getByText("The organiser has removed you.").waitFor();
    await heading(jun, "You do not take part").waitFor();
    expect(await jun.getByRole("button", { name: "Register" }).count()).toBe(0);
    expect(await axeFaults(jun)).toEqual([]);
  });

  test("tells a player of their match who is on another tab", async () => {
    const organiser = await newOrganiser(server.url);
    const { id } = await organiser.create(ROUNDS);
    const random = seedTest("a match for a hidden tab");
    const other = new TournamentPlayer(server.url, "Marisol", random);
    await other.register(id);
    const { page } = await open("/");
    await page.addInitScript(() => {
      Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
      Object.defineProperty(document, "hidden", { get: () => true });
      localStorage.setItem("flower-war/preferences", JSON.stringify({ notify: true }));
      class Told extends EventTarget {
        static readonly permission = "granted";
        constructor(title: string, { body }: { body: string }) {
          super();
          document.documentElement.dataset["told"] = `${title}: ${body}`;
        }
        close(): void {}
      }
      Object.assign(window, { Notification: Told });
    });
    await page.goto(`${localhost()}/tournaments/${id}`);
    await page.getByLabel("Your name").fill("Jun");
    await press(page, "Register");
    await heading(page, "You take part").waitFor();
    await organiser.direct(id, { act: "start" });
    await page.locator('[data-told="Your match is ready: Evening"]').waitFor();
    await expect.poll(() => page.title()).toBe("Your match is ready - Flower War");
    await organiser.direct(id, { act: "end" });
  });

  test("tells guests how to get an account where one is needed", async () => {
    const organiser = await newOrganiser(server.url);
    const { id } = await organiser.create({ ...ROUNDS, accountsOnly: true });
    const { page } = await open(`/tournaments/${id}`);
    await page.getByText("Only players with an account take part.").waitFor();
    await press(page, "Get an account");
    await heading(page, "You").waitFor();
    await page.goto(`${localhost()}/tournaments/new`);
    await heading(page, "Organisers have an account").waitFor();
    await page.getByRole("button", { name: "Create the tournament", disabled: true }).waitFor();
    const begins = page.getByLabel("When it begins");
    await begins.fill("2020-01-01T20:00");
    await expect
      .poll(() => begins.evaluate((field: HTMLInputElement) => field.validationMessage))
      .toBe("Choose a time from now to 90 days ahead.");
    await organiser.direct(id, { act: "end" });
  });

  test("that is not there says so, and one that cannot be asked goes on when the server is back", async () => {
    const { page } = await open("/tournaments/nothing00000");
    await page.getByText("This server has no such tournament.").waitFor();
    const organiser = await newOrganiser(server.url);
    const { id } = await organiser.create(ROUNDS);
    await page.goto(`${localhost()}/tournaments/${id}`);
    await heading(page, "Evening").waitFor();
    await page.route("**/api/tournaments/**", (route) => route.abort());
    await page.getByText("Not live at the moment.").waitFor();
    await organiser.direct(id, { act: "end" });
    await page.unroute("**/api/tournaments/**");
    await page.getByText("The tournament is over.", { exact: true }).last().waitFor();
  });
});
