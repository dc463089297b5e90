/** The page where players find a match, as it fits a window. */
import { FlowerWar } from "@flower-war/client-sdk";
import { type Locator, type Page } from "playwright-core";
import { describe, expect, onTestFinished, test } from "vitest";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";

const WINDOW = { width: 1280, height: 800 };

describe.skipIf(lacks("chromium"))("the lobby, in Chromium", { timeout: 60_000 }, () => {
  const tested = startPageServer({ still: true });

  test.each([
    ["a newcomer", "en", "", "Play now"],
    ["a newcomer", "es", "", "Jugar ahora"],
    ["somebody who was here", "en", "Citlali", "Play now"],
    ["somebody who was here", "es", "Citlali", "Jugar ahora"],
  ])(
    "shows all ways to play and the first tables without scrolling to %s (%s)",
    async (_, language, name, play) => {
      const table = await new FlowerWar(tested.server.url, { name: "Xochitl", resume: false }).create({
        game: "flower-war",
        seats: 4,
      });
      onTestFinished(() => table.leave());
      const page = await open({ language, name });
      const ways = page.getByRole("button", { name: new RegExp(`^${play}`) });
      await ways.waitFor();
      const join = page.getByRole("button", { name: new RegExp(table.code) });
      await join.waitFor();
      for (const control of await page.locator("main form").getByRole("button").all()) {
        expect(await bottomOf(control)).toBeLessThanOrEqual(WINDOW.height);
      }
      expect(await bottomOf(join)).toBeLessThanOrEqual(WINDOW.height);
      expect(tested.browser.takeErrors()).toEqual([]);
    },
  );

  /** Opens the lobby in a browser that remembers only a language and a name. */
  async function open({ language, name }: { language: string; name: string }): Promise<Page> {
    const page = await tested.browser.open(tested.server.url, WINDOW);
    onTestFinished(() => page.close());
    await page.evaluate(
      (remembered) => {
        localStorage.clear();
        for (const [key, value] of Object.entries(remembered)) localStorage.setItem(key, value);
      },
      { "flower-war/language": language, ...(name !== "" && { "flower-war/name": name }) },
    );
    await page.reload();
    return page;
  }
});

async function bottomOf(control: Locator): Promise<number> {
  const box = await control.boundingBox();
  if (box === null) throw new Error("not shown");
  return box.y + box.height;
}
