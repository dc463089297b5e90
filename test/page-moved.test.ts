/** The page's part of matches that move between servers: a seat's new link, and the record of a finished match from a file. */
import { readFile, truncate, writeFile } from "node:fs/promises";
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

  test("a record from a file is found by keyboard from the lobby, replayed and reviewed", async () => {
    const { server, browser } = started;
    const page = await browser.open(server.url);
    await page.getByRole("link", { name: "Open a record from a file" }).press("Enter");
    await page.getByRole("heading", { name: "Open a record" }).waitFor();
    const asked = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).press("Enter");
    await (await asked).setFiles(RECORD);
    await page.getByRole("button", { name: "Review" }).press("Enter");
    await page.getByRole("heading", { name: "Where a chance fell most" }).waitFor({ timeout: 60_000 });
    expect(await page.getByRole("button", { name: "Share this step" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Close" }).press("Enter");
    await page.waitForURL(`${server.url}/`);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("what is no record, or is not as it was written, is refused with its line", async () => {
    const { server, browser } = started;
    const record = await readFile(RECORD, "utf8");
    const lines = record.trimEnd().split("\n");
    const changed = (n: number, from: RegExp | string, to: string): string => {
      const line = lines[n - 1]?.replace(from, to) ?? "";
      expect(line).not.toBe(lines[n - 1]);
      return `${lines.with(n - 1, line).join("\n")}\n`;
    };
    const last = lines.length;
    const wrong = (line: number) => `Line ${line} of the file is wrong`;
    const files: readonly (readonly [text: string, said: string])[] = [
      [changed(5, /"command":\{"type":"[\w-]+"/, '"command":{"type":"fly"'), wrong(5)],
      [changed(6, /^\{"n":5/, '{"n":7'), wrong(6)],
      [changed(last, /"secret":"./, '"secret":"_'), wrong(last)],
      [`${record}${lines[3]}\n`, wrong(last + 1)],
      ["Dear diary,\n", wrong(1)],
      ["", wrong(1)],
      ['{"format":"flower-war-match-1","match":"V1StGXR8Z5jd"}\n', wrong(1)],
      [
        `${lines.slice(0, 10).join("\n")}\n${lines[10]?.slice(0, 40)}`,
        "The file ends too early, with line 11:",
      ],
      [changed(1, '"game":"tieqchieq"', '"game":"chess"'), "This page does not have the game of this match"],
    ];
    const page = await browser.open(`${server.url}/replay`);
    const input = page.locator("input[type=file]");
    for (const [text, said] of files) {
      await input.setInputFiles({ name: "some.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
      await page.getByRole("alert").getByText(said).waitFor();
    }
    const large = join(makeTempFolder(), "large.jsonl");
    await writeFile(large, "");
    await truncate(large, 100_000_000);
    await input.setInputFiles(large);
    await page.getByRole("alert").getByText("This file is too large").waitFor();
    await input.setInputFiles(RECORD);
    await page.getByRole("heading", { name: "Replay" }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });
});
