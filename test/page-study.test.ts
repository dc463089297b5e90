/** A study on the page: two people, each in a browser of their own, step through a finished match (docs/studies.md). */
import { join } from "node:path";
import type { Match } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { axeFaults } from "./support/page-check.ts";
import { lacks } from "./support/programs.ts";
import { clientAt } from "./support/sdk-calls.ts";
import { playTurns } from "./support/sdk-play.ts";

const RECORD = join(import.meta.dirname, "../web/src/gallery/fixtures/replays/tieqchieq.jsonl");

describe.skipIf(lacks("chromium"))("a study, in Chromium", () => {
  let server: ServerProcess;
  /** The finished match. */
  let match: string;

  beforeAll(async () => {
    server = await ServerProcess.start({ LOG_LEVEL: "error" });
    match = await finishMatch();
  });
  afterAll(() => server?.stop());

  /** Plays a few turns of a match to its end. Resolves with its id. */
  async function finishMatch(): Promise<string> {
    const [one, other] = [clientAt(server.url, "Citlali"), clientAt(server.url, "Jun")];
    const first = await one.create({ game: "tieqchieq", seats: 2 });
    const second = await other.join(first.id);
    await playTurns([first, second] as readonly Match[], 4);
    await first.send({ type: "concede" });
    await Promise.all([first.leave(), second.leave()]);
    return first.id;
  }

  /** Opens a page in a browser of its own. */
  async function open(path: string): Promise<{ readonly page: Page; readonly browser: Browser }> {
    const browser = await openBrowser({ still: true });
    onTestFinished(() => browser.close());
    return { page: await browser.open(server.url + path), browser };
  }

  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const tab = (page: Page, name: RegExp) =>
    page
      .getByRole("radiogroup", { name: "Beside the board" })
      .getByRole("radio", { name })
      .check({ force: true });
  const position = (page: Page) => page.getByRole("slider", { name: "Position in the match" });
  const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true }).first();

  /** Goes from the replay of the match to a study of it. Resolves with its path. */
  async function begin(page: Page): Promise<string> {
    await press(page, "Study together");
    await heading(page, "Study").waitFor({ timeout: 20_000 });
    return new URL(page.url()).pathname;
  }

  test("is stepped through, marked, discussed and played on by two people at once, and kept", {
    timeout: 120_000,
  }, async () => {
    const { page: citlali, browser } = await open(`/replay/${match}?at=2`);
    const path = await begin(citlali);
    expect(path).toMatch(/^\/study\/[\w-]+$/);
    const { page: jun, browser: other } = await open(path);
    for (const page of [citlali, jun]) {
      await page.getByText("2 people here").waitFor();
      await expect.poll(() => position(page).inputValue()).toBe("2");
    }

    // All follow.
    await press(citlali, "A step on");
    await expect.poll(() => position(jun).inputValue()).toBe("3");
    await press(jun, "A step back");
    await expect.poll(() => position(citlali).inputValue()).toBe("2");
    // Alone, and back.
    await press(jun, "Step on your own");
    await press(jun, "To the end");
    await press(citlali, "A step on");
    await jun.getByText(/^You step on your own\. The others are at: Turn \d+, step \d+\.$/).waitFor();
    await press(jun, "Back to the others");
    await expect.poll(() => position(jun).inputValue()).toBe("3");

    // There the coins are tossed first.
    await press(citlali, "To the beginning");
    await expect.poll(() => position(jun).inputValue()).toBe("0");

    // A comment is text, whatever it holds.
    const said = "<b>Why</b> not & how?";
    await tab(citlali, /^Comments/);
    await citlali.getByLabel(/^Your comment on: /).fill(said);
    await press(citlali, "Comment");
    await tab(jun, /^Comments 1$/);
    await jun.getByText(said, { exact: true }).waitFor();

    // A mark is set by the keyboard, and removed by a second press.
    await press(jun, "Mark");
    const place = jun.getByRole("button", { name: "c3" });
    await place.focus();
    await place.press("Enter");
    await citlali.getByText(/^c3, marked by .+\.$/).waitFor({ state: "attached" });
    expect(await axeFaults(jun)).toEqual([]);
    // Keys go from place to place there, and step nowhere: own steps are seen at once.
    for (const key of ["ArrowRight", "End"]) {
      await jun.keyboard.press(key);
      expect(await position(jun).inputValue()).toBe("0");
    }

    // The table to play on says what it is, and takes that back.
    await press(citlali, "What if?");
    await expect.poll(() => citlali.title()).toBe("What if – not the match - Flower War");
    await press(citlali, "Done");
    await expect.poll(() => citlali.title()).toBe("Study - Flower War");

    // A branch wears its sign for all. Others who step leave the table of whoever plays on as it is.
    await press(citlali, "What if?");
    await citlali.getByText("What if – not the match").first().waitFor();
    await citlali.getByRole("button", { name: /Toss/ }).first().click();
    await citlali.getByRole("button", { name: "A step back", disabled: false }).waitFor();
    expect(await axeFaults(citlali)).toEqual([]);
    await jun.getByRole("slider", { name: "Position in this what if" }).waitFor();
    await press(jun, "Back to the match");
    await position(jun).waitFor();
    expect(await citlali.title()).toBe("What if – not the match - Flower War");
    await press(citlali, "A step back");
    await heading(jun, "What if 1").waitFor();
    await press(citlali, "Done");
    await jun.getByText("What if – not the match").first().waitFor();
    await expect.poll(() => jun.title()).toBe("What if – not the match - Flower War");
    expect(await axeFaults(jun)).toEqual([]);
    await tab(jun, /^What if 1$/);
    await jun.getByRole("button", { name: "What if 1", exact: true }).waitFor();

    // A reload keeps all.
    await jun.reload();
    await heading(jun, "What if 1").waitFor();
    await press(jun, "Back to the match");
    await expect.poll(() => position(jun).inputValue()).toBe("0");
    await jun.getByText(/^c3, marked by .+\.$/).waitFor({ state: "attached" });
    await tab(jun, /^Comments 1$/);
    await jun.getByText(said, { exact: true }).waitFor();

    expect([...browser.takeErrors(), ...other.takeErrors()]).toEqual([]);
  });

  test("is found again by its owner, and deleted", async () => {
    const { page: citlali, browser } = await open(`/replay/${match}?at=2`);
    const path = await begin(citlali);
    await press(citlali, "Close");
    await citlali.goto(`${server.url}/replay/${match}`);
    await press(citlali, "Study together");
    await citlali.getByText("You have a study of this match already.").waitFor();
    expect(await axeFaults(citlali)).toEqual([]);
    await press(citlali, "Open it");
    await heading(citlali, "Study").waitFor();
    expect(new URL(citlali.url()).pathname).toBe(path);
    await citlali.goto(`${server.url}/replay/${match}`);
    await press(citlali, "Study together");
    await press(citlali, "Begin another");
    await heading(citlali, "Study").waitFor();
    expect(new URL(citlali.url()).pathname).not.toBe(path);
    await citlali.setViewportSize({ width: 360, height: 740 });
    await tab(citlali, /^People/);
    const whoMayChange = citlali.getByRole("radiogroup", { name: "Who may change it" });
    expect((await whoMayChange.boundingBox())?.height).toBeGreaterThan(30);
    await press(citlali, "Delete this study");
    await press(citlali, "Really delete it for all");
    await heading(citlali, "Open a study").waitFor();
    const own = citlali.getByRole("list", { name: "Your studies" });
    await own.getByRole("link").waitFor();
    expect(await axeFaults(citlali)).toEqual([]);
    await citlali.getByRole("button", { name: /^Delete / }).click();
    await citlali.getByRole("button", { name: /^Really delete / }).click();
    await expect.poll(() => own.getByRole("link").count()).toBe(0);
    await citlali.goto(server.url + path);
    await heading(citlali, "No study to show").waitFor();
    expect(browser.takeErrors().filter((error) => !error.includes("404"))).toEqual([]);
  });

  test("opens at the moment of a link, and says when there is none", async () => {
    const { page: citlali } = await open(`/replay/${match}`);
    const path = await begin(citlali);
    const { page: jun } = await open(`${path}?at=4`);
    await expect.poll(() => position(jun).inputValue()).toBe("4");
    await jun.getByText("You step on your own. The others are at: The beginning.").waitFor();
    await press(jun, "Bring the others here");
    await expect.poll(() => position(citlali).inputValue()).toBe("4");
    const { page: late } = await open(`${path}?at=b7.2`);
    await late.getByText("The moment of this link is gone: its branch was removed.").waitFor();
    await late.goto(`${server.url}${path}?at=9999`);
    const missing = late.getByText("This link names no position of this study.");
    await missing.waitFor();
    await press(late, "A step on");
    await missing.waitFor({ state: "detached" });
    const { page: lost } = await open("/study/AAAAAAAAAAAAAAAAAAAAAA");
    await heading(lost, "No study to show").waitFor();
    await lost.getByText("unknown-study").waitFor();
  });

  test("in the browser alone asks before it is closed with what no file has", async () => {
    const { page, browser } = await open("/study");
    await page.locator("input[type=file]").setInputFiles(RECORD);
    await heading(page, "Study").waitFor();
    await tab(page, /^Comments/);
    await page.getByLabel(/^Your comment on: /).fill("Here?");
    await press(page, "Comment");
    await page.getByText("Here?", { exact: true }).waitFor();
    await press(page, "Close");
    await page.getByRole("button", { name: "Discard" }).waitFor();
    await tab(page, /^People/);
    const saved = page.waitForEvent("download");
    await press(page, "Save as a file");
    await saved;
    await page.getByRole("button", { name: /^(Close|Discard)$/ }).click();
    await heading(page, "Open a study").waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    expect(browser.takeErrors()).toEqual([]);
  });

  test("is changed by its owner alone if they want that, and estimated when asked", async () => {
    const { page: citlali } = await open(`/replay/${match}?at=3`);
    const path = await begin(citlali);
    const { page: jun } = await open(path);
    await jun.getByText("You step together.").waitFor();
    await tab(citlali, /^People/);
    await citlali.getByRole("radio", { name: "Only you" }).click({ force: true });
    await jun.getByText("You follow the others. Step to look around on your own.").waitFor();
    await press(jun, "A step on");
    await jun.getByText(/^You step on your own\./).waitFor();
    // Had that moved the others, Citlali would see it before what she does later.
    await tab(citlali, /^Comments/);
    await citlali.getByLabel(/^Your comment on: /).fill("Here?");
    await press(citlali, "Comment");
    await tab(jun, /^Comments 1$/);
    await jun.getByText("Here?", { exact: true }).waitFor();
    await citlali.getByText("Here?", { exact: true }).waitFor();
    expect(await position(citlali).inputValue()).toBe("3");
    expect(await jun.getByRole("button", { name: "What if?" }).getAttribute("aria-disabled")).toBe("true");
    await press(jun, "Estimate");
    await jun.getByText(/^± is its margin/).waitFor({ timeout: 30_000 });
    expect(await jun.getByText(/^\d+\s?% ± \d+$/).count()).toBe(2);
  });
});
