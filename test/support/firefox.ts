import puppeteer, { type ElementHandle, type Page } from "puppeteer-core";
import { programPath } from "./programs.ts";

/** ms in which something to press has come. */
const PATIENCE = 60_000;

/** Firefox with a new profile and one page, driven over WebDriver BiDi. Elements are found by the words that people read. */
export class Firefox {
  readonly page: Page;
  /** What pages threw or wrote to the console as errors. */
  readonly errors: string[] = [];

  /** Starts Firefox and opens a URL. */
  static async open(url: string): Promise<Firefox> {
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: programPath("firefox"),
      headless: true,
      defaultViewport: { width: 1200, height: 800 },
      // Nothing moves.
      extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
    });
    const [page] = await browser.pages();
    const firefox = new Firefox(page ?? (await browser.newPage()));
    await firefox.page.goto(url);
    return firefox;
  }

  private constructor(page: Page) {
    this.page = page;
    page.on("pageerror", (error) => this.errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
  }

  /** Waits until the page shows a text. */
  async waitForText(text: string): Promise<void> {
    await this.page.waitForFunction(
      (each) => document.body.innerText.includes(each),
      { timeout: PATIENCE },
      text,
    );
  }

  /** Lets no font come until the function is called that this resolves with. */
  async holdFonts(): Promise<() => void> {
    const held = Promise.withResolvers<void>();
    await this.page.setRequestInterception(true);
    this.page.on("request", (request) => {
      const until = request.url().endsWith(".woff2") ? held.promise : Promise.resolve();
      void until.then(() => request.continue());
    });
    return held.resolve;
  }

  /** Fills the field of a label. */
  async write(label: string, text: string): Promise<void> {
    const field = await this.page.waitForSelector(`::-p-aria([name="${label}"][role="textbox"])`, {
      timeout: PATIENCE,
    });
    await field?.click();
    await this.page.keyboard.type(text);
  }

  /** Chooses one of a radio group. */
  async choose(group: string, option: string): Promise<void> {
    const found = await this.page.waitForFunction(
      (inGroup, wanted) =>
        [...document.querySelectorAll(`[role=radiogroup][aria-label="${inGroup}"] label`)].find(
          (label) => label.textContent.trim() === wanted,
        ) ?? null,
      { timeout: PATIENCE },
      group,
      option,
    );
    await clickElement(found.asElement(), option);
  }

  /**
   * Presses the first of some buttons that can be pressed: in the window that lies on top, or else anywhere. If there is none
   * but a target to choose, it chooses the first. What is offered can change between looking and pressing; then it looks again.
   * @param names regular expressions, the preferred first
   * @returns the words on what was pressed
   */
  async pressFirst(names: readonly string[]): Promise<string> {
    const end = performance.now() + PATIENCE;
    for (;;) {
      try {
        const found = await this.page.waitForFunction(findFirst, { timeout: PATIENCE }, names);
        const words = await this.page.evaluate((element) => element?.innerText ?? "", found);
        await clickElement(found.asElement(), words);
        return words;
      } catch (error) {
        if (performance.now() < end) continue;
        const shown = await this.page.evaluate(() => document.body.innerText);
        throw new Error(`Nothing can be pressed. The page shows:\n${shown}`, { cause: error });
      }
    }
  }

  async close(): Promise<void> {
    await this.page.browser().close();
  }
}

async function clickElement(element: ElementHandle<Node> | null, what: string): Promise<void> {
  if (element === null) throw new Error(`there is no ${what}`);
  // A locator waits until the element has its place.
  await (element as ElementHandle<Element>).asLocator().click();
}

/** Runs in the page. Returns the first thing that can be pressed; `null`: none can, or a command is on its way. */
function findFirst(names: readonly string[]): HTMLElement | null {
  if (document.querySelector('section[aria-busy="true"]') !== null) return null;
  const window = [...document.querySelectorAll("dialog:modal")].at(-1);
  const buttons = [...(window ?? document).querySelectorAll<HTMLElement>("button")].filter(
    (button) => button.ariaDisabled !== "true" && button.checkVisibility(),
  );
  for (const name of names) {
    const found = buttons.find((button) => new RegExp(name).test(button.innerText.replaceAll(/\s+/g, " ")));
    if (found !== undefined) return found;
  }
  const groups = [...document.querySelectorAll("#table-action fieldset")];
  const open = groups.find((group) => group.querySelector(":checked") === null);
  return window === undefined ? (open?.querySelector("label") ?? null) : null;
}
