import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FlowerWar } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/admin";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ConnectedTemple } from "@flower-war/devices";
import { systemRandom, systemTime } from "@flower-war/protocol/ports";
import type { Page } from "playwright-core";
import { type Browser, openBrowser } from "./support/browser.ts";
import { action, openMenu, waitForDecision, startMatch } from "./support/page-actions.ts";
import { openTable } from "./support/page-table.ts";
import { axeFaults } from "./support/page-check.ts";
import { answer } from "./support/page-flower-war.ts";
import { lacks } from "./support/programs.ts";
import { type ServerAndBridge, startServerAndBridge } from "./support/server-and-bridge.ts";

/** A browser on a busy machine takes its time. */
const PATIENCE = { timeout: 60_000 };

describe.skipIf(lacks("chromium"))("the page beside a temple, in Chromium", () => {
  let browser: Browser;
  let running: ServerAndBridge;
  beforeAll(async () => {
    [running, browser] = await Promise.all([startServerAndBridge({ NEARBY_PAIRING: "true" }), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.stop();
  });

  async function newTemple(id: string): Promise<ConnectedTemple> {
    const admin = readFileSync(join(running.dataDir, "admin-password"), "utf8").trim();
    const { secret } = await enrol(running.operatorUrl, admin, id);
    const temple = new ConnectedTemple({
      id,
      secret,
      url: running.mqttUrl,
      retry: 100,
      time: systemTime,
      random: systemRandom,
    });
    onTestFinished(() => temple.close());
    await temple.connect();
    return temple;
  }

  test("[J-12] page, temple and SDK event show god and number of rejected beads until they are taken out", async () => {
    const temple = await newTemple("sun-temple");
    const { page, code } = await openTable(browser, running.url, { name: "Citlali", seats: 2, bots: 0 });
    const friend = await new FlowerWar(running.url, { name: "Xochitl", resume: false }).join(code);
    onTestFinished(() => friend.leave());
    await startMatch(page, 2);
    const debts: unknown[] = [];
    friend.on("owed", (owed) => debts.push(owed));

    await openMenu(page, "Temple");
    await pair(page, temple);
    const dialog = page.getByRole("dialog", { name: "Temple" });
    await dialog.getByText("Beads dropped into sun-temple are your offerings. It is online.").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => temple.display?.match, PATIENCE).toBe(code);

    // The first turn begins with the die: no bead is an offering yet.
    temple.drop("t");
    const alert = page.getByRole("alert");
    const owed = alert.getByText("Take 1 from Tlaloc's half of the lake");
    await owed.waitFor();
    await alert.getByText(/press the temple's confirm button/).waitFor();
    await expect.poll(() => temple.display?.lines, PATIENCE).toContain("Take 1 from Tlaloc");
    temple.drop("t");
    await alert.getByText(/^Take 2 from Tlaloc's half/).waitFor();
    const mark = "plays with a temple, both slots closed, take 2 out of Tlaloc's half";
    await page.getByRole("img", { name: mark, exact: true }).waitFor();
    const watching = await browser.open(`${running.url}/matches/${code}`);
    await watching.getByRole("button", { name: "Watch", exact: true }).click();
    await watching.getByRole("img", { name: mark, exact: true }).waitFor();
    await watching.close();
    await expect
      .poll(() => debts, PATIENCE)
      .toEqual([
        { temple: "sun-temple", h: 0, t: -1 },
        { temple: "sun-temple", h: 0, t: -2 },
      ]);

    temple.takeBack("t", 1);
    await owed.waitFor();
    temple.takeBack("t", 1);
    await alert.getByText(/^Take/).waitFor({ state: "detached" });
    await expect.poll(() => temple.display?.fix, PATIENCE).toEqual({ h: 0, t: 0 });
    expect(temple.display?.lines.join()).not.toContain("Take");
    await expect.poll(() => debts.at(-1), PATIENCE).toEqual({ temple: "sun-temple", h: 0, t: 0 });

    await friend.pairTemple(temple.display?.code ?? "");
    await page.getByRole("status").getByText("Xochitl plays with sun-temple now").waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a seat is paired while its table gathers, and plays with the temple from the beginning", async () => {
    const temple = await newTemple("moon-temple");
    const { page, code } = await openTable(browser, running.url, { name: "Citlali", seats: 2, bots: 0 });
    const seats = page.getByRole("list", { name: "Seats" });
    await seats.getByRole("button", { name: "Pair a temple" }).click();
    await pair(page, temple);
    await page.getByRole("dialog", { name: "Temple" }).getByText("moon-temple", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await seats.getByText("with a temple").waitFor();
    await seats.getByRole("button", { name: "Your temple" }).waitFor();
    const friend = await new FlowerWar(running.url, { name: "Xochitl", resume: false }).join(code);
    onTestFinished(() => friend.leave());
    await startMatch(page, 2);
    await page.getByRole("img", { name: "plays with a temple" }).waitFor();
    await expect.poll(() => temple.display?.match, PATIENCE).toBe(code);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("[P-6] a temple nearby is chosen, and its pair button pairs it; who stops is named there no longer", async () => {
    const [temple, other] = [await newTemple("star-temple"), await newTemple("rain-temple")];
    const busy = await newTemple("busy-temple");
    const ana = await new FlowerWar(running.url, { name: "Ana", resume: false }).create({
      game: "flower-war",
      seats: 2,
    });
    onTestFinished(() => ana.leave());
    await expect.poll(() => busy.display?.code, PATIENCE).toBeTruthy();
    await ana.pairTemple(busy.display?.code ?? "");
    const { page, code } = await openTable(browser, running.url, { name: "Citlali", seats: 2, bots: 0 });
    await page.getByRole("list", { name: "Seats" }).getByRole("button", { name: "Pair a temple" }).click();
    const dialog = page.getByRole("dialog", { name: "Temple" });
    const rows = dialog.getByRole("list").first().getByRole("button");
    await rows.filter({ hasText: "rain-temple" }).waitFor();
    await expect
      .poll(() => rows.filter({ hasText: /busy|rain|star/ }).allInnerTexts())
      .toEqual(["rain-temple\nfree", "star-temple\nfree", "busy-temple\nat another match"]);
    const elsewhere = dialog.getByRole("button", { name: "busy-temple at another match", exact: true });
    expect(await elsewhere.getAttribute("aria-disabled")).toBe("true");
    await elsewhere.dispatchEvent("click");
    expect(await dialog.innerHTML()).not.toContain(ana.code);
    expect(await faultsIn(page)).toEqual([]);
    expect(await rows.filter({ hasText: "busy-temple" }).getAttribute("aria-pressed")).toBe("false");
    await dialog.getByRole("button", { name: "rain-temple" }).click();
    await dialog.getByText("rain-temple shows Citlali. Press its pair button.").waitFor();
    await expect.poll(() => other.display?.lines[0], PATIENCE).toBe("Citlali");
    expect(await faultsIn(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => other.display?.lines[0], PATIENCE).toBe("Enter this code");
    await dialog.getByText("no temple yet").waitFor();

    await dialog.getByRole("button", { name: "star-temple" }).click();
    await expect.poll(() => temple.display?.lines[0], PATIENCE).toBe("Citlali");
    await expect
      .poll(() => {
        temple.press("pair");
        return temple.display?.match;
      }, PATIENCE)
      .toBe(code);
    await dialog.getByText("Beads dropped into star-temple are your offerings. It is online.").waitFor();
    expect(await dialog.getByRole("button", { name: "rain-temple" }).count()).toBe(0);

    await dialog.getByRole("button", { name: "Unpair" }).click();
    await dialog.getByRole("button", { name: "star-temple yours, last used today", exact: true }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("a skull that is dragged or sent by key into the drawn temple is an offering, in its time", async () => {
    const { page } = await openTable(
      browser,
      running.url,
      { name: "Citlali", seats: 2, bots: 1 },
      { width: 390, height: 844 },
    );
    await waitForDecision(page);
    await openMenu(page, "Temple");
    const dialog = page.getByRole("dialog", { name: "Temple" });
    await dialog.getByRole("img", { name: "Temple, both slots closed" }).waitFor();
    await page.keyboard.press("h");
    await dialog.getByRole("alert").getByText("You must first roll, land").waitFor();
    expect(await offered(page, "h")).toBe(0);

    await openTempleToOffer(page);
    const before = await offered(page, "t");
    await dragSkull(page, null);
    expect(await dialog.getByText("Your skull is an offering").count()).toBe(0);
    await dragSkull(page, "tlaloc");
    await dialog.getByText("Your skull is an offering to Tlaloc.").waitFor();
    await expect.poll(() => offered(page, "t")).toBe(before + 1);

    await openTempleToOffer(page);
    const given = await offered(page, "h");
    await page.keyboard.press("h");
    await dialog.getByText("Your skull is an offering to Huitzilopochtli.").waitFor();
    await expect.poll(() => offered(page, "h")).toBe(given + 1);
    expect(browser.takeErrors()).toEqual([]);
  });
});

/** What axe finds in a page, light and dark. */
async function faultsIn(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    faults.push(...(await axeFaults(page)));
  }
  return faults;
}

/** Enters the code that a temple shows into the open dialog. */
async function pair(page: Page, temple: ConnectedTemple): Promise<void> {
  await expect.poll(() => temple.display?.code, PATIENCE).toBeTruthy();
  const dialog = page.getByRole("dialog", { name: "Temple" });
  await dialog.getByLabel("Code that the temple shows").fill(temple.display?.code ?? "");
  await dialog.getByRole("button", { name: "Pair", exact: true }).click();
}

/** Plays until the player may offer, and opens the temple then. */
async function openTempleToOffer(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Temple" }).waitFor({ state: "detached" });
  for (;;) {
    await waitForDecision(page);
    const offers = action(page).getByRole("button", { name: /^Offer to/ });
    if ((await offers.count()) > 0) break;
    await answer(page);
  }
  await openMenu(page, "Temple");
  await page.getByRole("img", { name: "Temple, both slots open" }).waitFor();
}

/** The offerings that the drawing counts for a god. */
async function offered(page: Page, slot: "t" | "h"): Promise<number> {
  const counts = page.getByRole("img", { name: /^Temple, / }).locator("text");
  return Number(await (slot === "h" ? counts.first() : counts.last()).textContent());
}

/** Drags a skull into a god's slot; `null`: lets it go where no slot is. */
async function dragSkull(page: Page, god: "tlaloc" | null): Promise<void> {
  const inHand = page.getByText("one in your hand");
  // Hovers when the window has slid in and stands still.
  await page.locator("[data-skull]").first().hover();
  await page.mouse.down();
  await inHand.waitFor();
  const slot = page.locator(`[data-slot="${god ?? "tlaloc"}"]`);
  const box = await slot.boundingBox();
  if (box === null) throw new Error("the temple is not drawn");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, god === null ? y + 120 : y, { steps: 5 });
  await page.mouse.up();
  await inHand.waitFor({ state: "detached" });
}
