import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FlowerWar } from "@flower-war/client-sdk";
import { enrol } from "@flower-war/client-sdk/temple";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ConnectedTemple } from "../bridge/src/device/connected-temple.ts";
import { type Browser, CHROMIUM, hasChromium, openBrowser } from "./support/browser.ts";
import { type House, openHouse } from "./support/house.ts";
import { createMatch } from "./support/page-player.ts";

/** A browser on a busy machine takes its time. */
const PATIENCE = { timeout: 20_000 };

const skipped = !hasChromium && process.env["CI"] === undefined;
if (skipped) console.warn(`The page is not tested with a temple: there is no Chromium at ${CHROMIUM}.`);

describe.skipIf(skipped)("the page beside a temple, in Chromium", () => {
  let browser: Browser;
  let house: House;
  beforeAll(async () => {
    [house, browser] = await Promise.all([openHouse(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await house?.stop();
  });

  async function newTemple(id: string): Promise<ConnectedTemple> {
    const admin = readFileSync(join(house.dataDir, "admin-password"), "utf8").trim();
    const { secret } = await enrol(house.url, admin, id);
    const temple = new ConnectedTemple({ id, secret, url: house.mqttUrl, retry: 100 });
    onTestFinished(() => temple.close());
    await temple.connect();
    return temple;
  }

  test("[J-12] a refused bead shows god and number on page, temple and SDK event, until it is taken back", {
    timeout: 120_000,
  }, async () => {
    const temple = await newTemple("sun-temple");
    const page = await browser.open(house.url);
    const code = await createMatch(page, { name: "Citlali", seats: 2, bots: 0 });
    const friend = await new FlowerWar(house.url, { name: "Xochitl", resume: false }).join(code);
    onTestFinished(() => friend.leave());
    const told: unknown[] = [];
    friend.on("owed", (owed) => told.push(owed));

    await expect.poll(() => temple.display?.code, PATIENCE).toBeTruthy();
    const panel = page.getByRole("region", { name: /temple/i });
    await panel.getByRole("heading", { name: "Pair a temple" }).click();
    await panel.getByLabel("Code that the temple shows").fill(temple.display?.code ?? "");
    await panel.getByRole("button", { name: "Pair" }).click();
    await panel.getByText("Beads dropped into sun-temple are your offerings. It is online.").waitFor();
    await expect.poll(() => temple.display?.match, PATIENCE).toBe(code);

    // The first turn begins with the die: no bead is an offering yet.
    temple.drop("t");
    const owed = panel.getByText(
      "Take 1 from Tlaloc's half of the lake, and press the temple's confirm button.",
    );
    await owed.waitFor();
    await expect.poll(() => temple.display?.lines, PATIENCE).toContain("Take 1 from Tlaloc");
    temple.drop("t");
    await panel.getByText(/^Take 2 from Tlaloc's half/).waitFor();
    await expect
      .poll(() => told, PATIENCE)
      .toEqual([
        { temple: "sun-temple", h: 0, t: -1 },
        { temple: "sun-temple", h: 0, t: -2 },
      ]);

    temple.takeBack("t", 1);
    await owed.waitFor();
    temple.takeBack("t", 1);
    await panel.getByText(/^Take/).waitFor({ state: "detached" });
    await expect.poll(() => temple.display?.fix, PATIENCE).toEqual({ h: 0, t: 0 });
    expect(temple.display?.lines.join()).not.toContain("Take");
    await expect.poll(() => told.at(-1), PATIENCE).toEqual({ temple: "sun-temple", h: 0, t: 0 });
    expect(browser.complaints()).toEqual([]);
  });
});
