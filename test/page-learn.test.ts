/** The lesson: a newcomer's first match against the scripted partner, in the browser alone. */
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { MINUTES } from "../rules/src/minutes.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser, type Size } from "./support/browser.ts";
import { spaces, waitForDecision } from "./support/page-actions.ts";
import { lacks } from "./support/programs.ts";

/** What a busy machine may take. */
const BUSY = { timeout: 60_000 };

const PHONE: Size = { width: 390, height: 844 };

describe.skipIf(lacks("chromium"))("the lesson, in Chromium", () => {
  let browser: Browser;
  let phone: Browser;
  let server: ServerProcess;

  beforeAll(async () => {
    [server, browser, phone] = await Promise.all([
      ServerProcess.start({ LOG_LEVEL: "error" }),
      openBrowser(),
      openBrowser({ touch: true }),
    ]);
  });
  afterEach(async () => {
    await Promise.all([browser.closePages(), phone.closePages()]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), phone?.close()]);
    await server?.stop();
  });

  /** Opens a page in a browser that remembers nothing, or only that its lesson goes on at a step. */
  async function open(
    path: string,
    { by = browser, size, step }: { by?: Browser; size?: Size; step?: string } = {},
  ): Promise<Page> {
    // Any of the server's addresses lets a page store what the app keeps.
    const page = await by.open(`${server.url}/healthz`, size);
    await page.evaluate((id) => {
      localStorage.clear();
      sessionStorage.clear();
      if (id === undefined) return;
      localStorage.setItem("flower-war/lesson", JSON.stringify({ step: id, skipped: false }));
      sessionStorage.setItem("flower-war/lesson-open", "yes");
    }, step);
    await page.goto(server.url + path);
    return page;
  }

  /** Opens the lesson at a step. Resolves when it can be played. */
  async function openAt(step: string, by = browser): Promise<Page> {
    const page = await open("/learn", { by, step });
    await box(page).waitFor();
    // The box takes the focus when the page is ready for keys.
    await expect.poll(() => focusedRole(page), BUSY).toBe("dialog");
    return page;
  }

  test("a newcomer is offered it first, plays it to the end by mouse, and is told what they need to know", async () => {
    const page = await open("/");
    const offers = page.locator("main").getByRole("button");
    expect(await offers.first().innerText()).toMatch(/^Learn in five minutes/);
    const [, second] = await offers.allInnerTexts();
    expect(second).toMatch(/^Play now\s+with bots, at once$/);
    await offers.first().click();

    const said: string[] = [];
    await finishLesson(page, async (lit) => {
      said.push(await box(page).innerText());
      await lit.click();
    });
    expect(said.join("\n")).toMatch(
      /In a turn you roll the die, walk as many spaces, and take a skull there\./,
    );
    expect(said.join("\n")).toMatch(/You win when you hold three signs: eagle, serpent and flower\./);
    expect(said.join("\n")).toMatch(
      /If one was offered more, the count rises by 1\. At 13 the match is over/,
    );

    const terms = await box(page).getByRole("term").allInnerTexts();
    expect(terms).toEqual(["A turn", "You win", "The apocalypse"]);
    const ways = [
      page.getByRole("button", { name: /^Play a short evening now/ }),
      page.getByRole("link", { name: "Read the rules" }),
      page.getByRole("link", { name: "To the lobby" }),
    ];
    for (const way of ways) expect(await way.isVisible()).toBe(true);
    await page.getByRole("link", { name: "To the lobby" }).click();
    await page.getByRole("button", { name: /^Play now\s+with people or bots/ }).waitFor();
    expect(browser.takeErrors()).toEqual([]);
  });

  test("it is played by keyboard alone, and leads to a short match", async () => {
    const page = await open("/learn");
    await page.emulateMedia({ reducedMotion: "reduce" });
    await finishLesson(page, async (lit) => {
      await expect.poll(() => focusedRole(page), BUSY).toBe("dialog");
      await page.keyboard.press("Tab");
      expect(await lit.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.keyboard.press("Enter");
    });
    await expect.poll(() => focusedRole(page), BUSY).toBe("dialog");
    const minutes = MINUTES["flower-war"]?.["short-evening"]?.[4];
    await page.getByText(`with bots, at once, about ${minutes} min`).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("Citlali");
    await page.keyboard.press("Enter");
    await waitForDecision(page);
    // A short evening: racks of six.
    const racks = await spaces(page);
    expect(racks.filter((label) => /Rack 6\b/.test(label)).length).toBeGreaterThan(10);
    expect(racks.some((label) => /Rack 13\b/.test(label))).toBe(false);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("it is played on a phone by touch: the box never lies over what is lit", async () => {
    const page = await open("/learn", { by: phone, size: PHONE });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await finishLesson(page, async (lit) => {
      const hole = await boxOf(lit);
      const speech = await boxOf(box(page));
      expect(hole.y + hole.height / 2).toBeLessThan(speech.y);
      expect(hole.x).toBeGreaterThan(-hole.width / 2);
      expect(hole.x + hole.width / 2).toBeLessThan(PHONE.width);
      await lit.tap();
    });
    expect(phone.takeErrors()).toEqual([]);
  });

  test("nothing but the lit part, the box and the way out takes the focus", async () => {
    const page = await openAt("offering");
    const stops = new Set<string>();
    for (let press = 0; press < 10; press += 1) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement === null || activeElement === document.body) return "";
        return activeElement.getAttribute("aria-label") ?? activeElement.textContent;
      });
      if (stop !== "") stops.add(stop);
    }
    expect([...stops].slice(0, 3)).toEqual(["Touch Tlaloc's blue shrine", "Back", "Show me"]);
    expect([...stops].slice(3)).toEqual(["Skip, I know it"]);
  });

  test("another legal command changes nothing, and the partner says kindly what comes first", async () => {
    const page = await openAt("battle-won");
    const before = await box(page).innerText();
    const hint = box(page).getByRole("status");
    expect(await hint.innerText()).toBe("");
    await page.keyboard.press("t");
    await expect.poll(() => hint.innerText(), BUSY).toBe("All in good time. First: End your turn.");
    expect((await box(page).innerText()).replace(await hint.innerText(), "").replaceAll("\n", "")).toBe(
      before.replaceAll("\n", ""),
    );
    await page.close();

    const later = await openAt("offering");
    await later.mouse.click(30, 400);
    await expect
      .poll(() => box(later).getByRole("status").innerText(), BUSY)
      .toBe("All in good time. First: Touch Tlaloc's blue shrine.");
    // The key of the table does what is asked.
    await later.keyboard.press("t");
    await later.getByRole("button", { name: "Play it" }).waitFor();
  });

  test("a reload goes on at the same step; who left and comes back may go on or begin again", async () => {
    const page = await open("/learn");
    await takeStep(page, (lit) => lit.click());
    const said = await box(page).innerText();
    expect(said).toContain("4 cuetzpalin");
    await page.reload();
    await box(page).waitFor();
    expect(await box(page).innerText()).toBe(said);

    await page.getByRole("button", { name: "Skip, I know it" }).click();
    await page.getByRole("link", { name: "Learn in five minutes" }).click();
    await page.getByText("Next is step 2 of 12: Your first offering.").waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    await expect.poll(() => box(page).innerText(), BUSY).toBe(said);

    await page.goto(`${server.url}/rules/flower-war`);
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${server.url}/learn`);
    await page.getByRole("button", { name: "Begin again" }).click();
    await box(page).getByRole("button", { name: "Roll the die" }).waitFor();
  });

  test("who wants nothing to move any more in the middle of the partner's turn need not wait for its end", async () => {
    // Once its clock is another one, a browser keeps that.
    const own = await openBrowser();
    onTestFinished(() => own.close());
    const page = await openAt("play-card", own);
    await page.clock.install();
    // It runs on until it stands still, so the moment is one that cannot have passed; the lesson waits for its learner meanwhile.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 3_600_000));
    await litPart(page).click();
    await expect.poll(() => litPart(page).count(), BUSY).toBe(0);
    await page.emulateMedia({ reducedMotion: "reduce" });
    // Each of the partner's moments would take 1,500 ms; here pass fewer than 1,000.
    const next = box(page).getByRole("button", { name: "Roll the die" });
    const isNext = async () => {
      await page.clock.runFor(1);
      return next.isVisible();
    };
    await expect.poll(isNext, { ...BUSY, interval: 100 }).toBe(true);
  });

  test("the light glides from step to step, and not when the window changes", async () => {
    const page = await openAt("offering");
    const glides = await page.evaluateHandle(() => {
      const begun = { count: 0 };
      const begin = Object.getOwnPropertyDescriptor(Element.prototype, "animate")
        ?.value as Element["animate"];
      Element.prototype.animate = function animate(...given) {
        if (this.closest("svg[aria-hidden] g") !== null) begun.count += 1;
        return begin.apply(this, given);
      };
      return begun;
    });
    const before = await boxOf(litPart(page));
    await page.setViewportSize({ width: 900, height: 700 });
    await expect.poll(() => boxOf(litPart(page)), BUSY).not.toEqual(before);
    expect(await glides.evaluate(({ count }) => count)).toBe(0);
    await takeStep(page, (lit) => lit.click());
    expect(await glides.evaluate(({ count }) => count)).toBeGreaterThan(0);
  });

  test("Escape asks before it skips", async () => {
    const page = await open("/learn");
    await expect.poll(() => focusedRole(page), BUSY).toBe("dialog");
    const question = page.getByRole("dialog", { name: "Skip the lesson?" });
    await page.keyboard.press("Escape");
    await question.waitFor();
    await question.getByRole("button", { name: "Go on" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(() => focusedRole(page), BUSY).toBe("dialog");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Skip it" }).click();
    await page.getByRole("button", { name: /Play now/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
  });
});

/** The partner's speech box. */
const box = (page: Page): Locator => page.getByRole("dialog", { name: "Ocelot" });

/** The lit part: what the keyboard reaches first from the box. */
const litPart = (page: Page): Locator => box(page).locator(":scope > button:not([aria-hidden])");

/** Does at every step what it asks until the summary is there. */
async function finishLesson(page: Page, act: (lit: Locator) => Promise<void>): Promise<void> {
  const progress = page.getByRole("progressbar", { name: "Lesson" });
  await progress.waitFor();
  const steps = Number(await progress.getAttribute("aria-valuemax"));
  expect(steps).toBeLessThanOrEqual(12);
  for (let step = 0; step < steps; step += 1) await takeStep(page, act);
  expect(await progress.getAttribute("aria-valuenow")).toBe(String(steps));
}

/** Does what a step asks, and waits for the next one: the partner may play meanwhile. */
async function takeStep(page: Page, act: (lit: Locator) => Promise<void>): Promise<void> {
  await litPart(page).waitFor();
  const before = await box(page).innerText();
  await act(litPart(page));
  const next = async () => {
    const said = await box(page).innerText();
    const ready = (await litPart(page).count()) + (await box(page).getByRole("term").count());
    return said !== before && ready > 0;
  };
  await expect.poll(next, BUSY).toBe(true);
}

const focusedRole = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute("role") ?? null);

async function boxOf(element: Locator) {
  const found = await element.boundingBox();
  if (found === null) throw new Error("it cannot be seen");
  return found;
}
