/** A game of a host's own that gets another version while it is played on the page, and is removed after that (docs/add-a-game.md, Versions). */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunningServer } from "@flower-war/server";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadGames } from "../server/src/games/outside-games.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { watchRequests } from "./support/page-quiet.ts";
import { action, createMatch, endOf, waitForDecision } from "./support/page-actions.ts";
import { startOwnGames } from "./support/own-games-server.ts";
import { axeFaults } from "./support/page-check.ts";
import { freePort, lacks } from "./support/programs.ts";

const NIM = join(import.meta.dirname, "add-a-game/nim");

describe.skipIf(lacks("chromium"))("versions of a game of a host's own", { timeout: 300_000 }, () => {
  let folder: string;
  let server: RunningServer | undefined;
  let browser: Browser;
  let port: number;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "flower-war-page-versions-"));
    [browser, port] = await Promise.all([openBrowser({ still: true }), freePort()]);
    await storeSecond(join(folder, "nim-2"));
  });
  afterAll(async () => {
    await browser.close();
    await server?.stop();
    await rm(folder, { recursive: true });
  });

  /** Starts the server again, with these games. */
  async function restart(...paths: readonly string[]): Promise<string> {
    await server?.stop();
    server = await startOwnGames(join(folder, "data"), { games: await loadGames(paths) }, port);
    return server.url;
  }

  test("a match goes on at the table of its version, new ones begin with the latest, and a removed game leaves who won", async () => {
    const second = join(folder, "nim-2");
    const url = await restart(NIM);
    const page = await browser.open(url);
    const loaded = watchRequests(page);
    await createMatch(page, { name: "Citlali", game: "Nim", seats: 2, bots: 1 });
    await waitForDecision(page);
    await action(page).getByRole("button", { name: "Take 1 stick" }).click();
    await waitForDecision(page);
    const match = page.url();

    // What a table loads late would not come while the server is away.
    await loaded();
    await restart(second, NIM);
    await page.reload();
    await waitForDecision(page);
    expect(await buttonsOf(page)).toContain("Take 2 sticks");
    await playToEnd(page);
    await endOf(page).getByRole("button", { name: "See the result" }).click();
    const title = page.getByRole("heading", { level: 1 });
    await title.filter({ hasText: /won$/ }).waitFor();
    const won = await title.innerText();
    await page.getByRole("button", { name: "Check the match" }).click();
    await page.getByText("Proven: nobody could have chosen what chance brought.").waitFor();

    await page.goto(`${url}/`);
    const loadedAgain = watchRequests(page);
    await createMatch(page, { name: "Citlali", game: "Nim", seats: 2, bots: 1 });
    await waitForDecision(page);
    expect(await buttonsOf(page)).toContain("Draw 2 sticks");

    await loadedAgain();
    await restart();
    await page.goto(match);
    await page.getByText("This server no longer has the game", { exact: false }).waitFor();
    expect(await title.innerText()).toBe(won);
    expect(await axeFaults(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "The match's record" }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toContain('"game":"nim"');
    await page.goto(match.replace("/matches/", "/replay/"));
    await page.getByText("This server no longer has the game", { exact: false }).waitFor();
    expect(browser.takeErrors().filter((error) => !error.startsWith("Failed to load resource"))).toEqual([]);
  });
});

/** Stores a second version of Nim, with other words on its buttons. */
async function storeSecond(folder: string): Promise<void> {
  await cp(NIM, folder, { recursive: true });
  const change = async (name: string, from: string, to: string) => {
    const file = join(folder, name);
    const text = await readFile(file, "utf8");
    expect(text).toContain(from);
    await writeFile(file, text.replace(from, to));
  };
  await change("rules.ts", 'name: "nim",', 'name: "nim",\n  version: 2,');
  await change(
    "page.ts",
    '{ by: "count", one: "Take {count} stick", other: "Take {count} sticks" }',
    '{ by: "count", one: "Draw {count} stick", other: "Draw {count} sticks" }',
  );
}

/** Returns what the buttons of the decision say, with the numbers of their keys. */
const buttonsOf = async (page: Page) => (await action(page).getByRole("button").allInnerTexts()).join();

async function playToEnd(page: Page): Promise<void> {
  const end = endOf(page);
  const first = action(page).getByRole("button").first();
  for (;;) {
    await end
      .or(page.getByRole("heading", { name: "Your turn" }))
      .first()
      .waitFor();
    if (await end.isVisible()) return;
    await first.click({ timeout: 2_000 }).catch(() => {});
  }
}
