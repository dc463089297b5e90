/** A short match in Firefox, driven over WebDriver BiDi. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { Firefox } from "./support/firefox.ts";
import { IS_WHOLE, UNHURRIED } from "./support/page-flower-war.ts";
import { lacks } from "./support/programs.ts";

/** What a player in a hurry presses, the preferred first. */
const QUICK = [
  "^See the result",
  "^Go on",
  "^Pass",
  "^(Roll|Go|Give up|Discard) .",
  "^Choose (?!on the board|a card)",
  ", to (Tlaloc|Huitzilopochtli)",
  "^Challenge nobody",
  "^End turn",
  "Can be played now",
];

/** What a player presses who offers skulls and shuns no battle. */
const EAGER = ["^(Offer to|Challenge) (?!nobody|after)", ...QUICK];

/** What a player presses who gives up: the last step first, since a window that opens meanwhile closes the menu. */
const CONCEDE = ["^Concede$", "^Concede the match", "^Menu"];

/** Gives up, and answers the windows that come before that. */
async function concede(firefox: Firefox): Promise<void> {
  while ((await firefox.pressFirst([...CONCEDE, ...QUICK])) !== "Concede");
}

describe.skipIf(lacks("firefox"))("Firefox", () => {
  let firefox: Firefox;
  let server: ServerProcess;

  beforeAll(async () => {
    server = await ServerProcess.start({ LOG_LEVEL: "error" });
    firefox = await Firefox.open(server.url);
  });
  afterAll(async () => {
    await firefox?.close();
    await server?.stop();
  });

  test("keeps everything in its place when the page's font comes late", async () => {
    const late = await Firefox.open("about:blank");
    onTestFinished(() => late.close());
    const release = await late.holdFonts();
    await late.page.goto(server.url, { waitUntil: "domcontentloaded" });
    const button = await late.page.waitForSelector("::-p-text(Create a table)");
    const top = async () => (await button?.boundingBox())?.y ?? NaN;
    const hasFont = (font: string) => late.page.evaluate((each) => document.fonts.check(each), font);
    await late.waitForText("Open tables");
    await late.page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => family.includes(" as ") && status === "loaded"),
    );
    expect(await hasFont('500 1em "Alegreya Sans"')).toBe(false);
    const before = await top();
    release();
    await expect.poll(() => hasFont('500 1em "Alegreya Sans"'), { timeout: 60_000 }).toBe(true);
    await late.page.evaluate(async () => void (await document.fonts.ready));
    expect(Math.abs((await top()) - before)).toBeLessThan(2);
  });

  test("plays a short evening, from the lobby to its result", { timeout: 600_000 }, async () => {
    await firefox.pressFirst(["^Create a table"]);
    await firefox.waitForText("A new table");
    await firefox.choose("Seats", "2");
    await firefox.write("Your name", "Citlali");
    await firefox.pressFirst(["^Create the table"]);
    for (let done = 0; ; done += 1) {
      if (done === UNHURRIED && !IS_WHOLE) await concede(firefox);
      const pressed = await firefox.pressFirst(done < UNHURRIED ? EAGER : QUICK);
      if (pressed.startsWith("See the result")) break;
    }
    await firefox.waitForText("Fair dice");
    expect(firefox.errors).toEqual([]);
  });
});
