/** The page's part of matches that move between servers: a seat's new link, and the record of a finished match from a file. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FlowerWar } from "@flower-war/client-sdk";
import { describe, expect, test } from "vitest";
import { lacks } from "./support/programs.ts";
import { startPageServer } from "./support/page-server.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const RECORD = join(import.meta.dirname, "../web/src/gallery/fixtures/replays/tieqchieq.jsonl");

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

  test("a record from a file is replayed and reviewed; what is wrong in it is named by its line", async () => {
    const { server, browser } = started;
    const record = await readFile(RECORD, "utf8");
    const lines = record.trimEnd().split("\n");
    const bad = join(makeTempFolder(), "bad.jsonl");
    const other = lines[4]?.replace(/"command":\{"type":"[\w-]+"/, '"command":{"type":"fly"') ?? "";
    expect(other).not.toBe(lines[4]);
    await writeFile(bad, `${lines.with(4, other).join("\n")}\n`);
    const page = await browser.open(`${server.url}/replay`);
    await page.getByRole("button", { name: "Choose a file" }).waitFor();
    await page.locator("input[type=file]").setInputFiles(bad);
    await page.getByText("Line 5 of the file is not that of a match's record.").waitFor();
    await page.locator("input[type=file]").setInputFiles(RECORD);
    await page.getByRole("button", { name: "Review" }).click();
    await page.getByRole("heading", { name: "Where a chance fell most" }).waitFor({ timeout: 60_000 });
    expect(await page.getByRole("button", { name: "Share this step" }).count()).toBe(0);
    expect(browser.takeErrors()).toEqual([]);
  });
});
