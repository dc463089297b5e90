import { errors, type Locator, type Page } from "playwright-core";

/** An input method of a test: how it presses and chooses on the page. */
export interface InputMethod {
  /** Presses a button. */
  press(control: Locator): Promise<void>;
  /** Chooses one of a radio group. */
  choose(radio: Locator): Promise<void>;
  /** Fills a field. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses the first target of a group: a space, a seat or a god. */
  aim(group: Locator): Promise<void>;
  /** Chooses the first entry of a menu. */
  select(menu: Locator): Promise<void>;
}

/** ms in which what is offered can be pressed; afterwards something else is offered, or it is another seat's turn. */
const OFFERED = { timeout: 10_000 };

const firstTarget = (group: Locator) => group.getByRole("radio").first();

/** Everything by its role and name, as assistive technology has it. */
export const ROLES: InputMethod = {
  press: (control) => control.click(OFFERED),
  choose: (radio) => radio.check(OFFERED),
  write: (field, text) => field.fill(text, OFFERED),
  aim: (group) => ROLES.choose(firstTarget(group)),
  select: async (menu) => void (await menu.selectOption({ index: 1 }, OFFERED)),
};

/** As a screen reader acts for its user: the default action of an element by its role and name, wherever it is on the page. */
export const READER: InputMethod = {
  ...ROLES,
  press: (control) => control.dispatchEvent("click", {}, OFFERED),
  choose: (radio) => radio.dispatchEvent("click", {}, OFFERED),
  aim: (group) => READER.choose(firstTarget(group)),
};

/** With a mouse: targets are chosen and skulls offered on the board. */
export const MOUSE: InputMethod = {
  ...ROLES,
  press: async (control) => {
    const shrine = await shrineOf(control);
    await (shrine ?? control).click(OFFERED);
  },
  aim: async (group) => (await onBoard(group)).click(OFFERED),
  select: async (menu) => {
    const name = (await menu.getByRole("option").nth(1).textContent(OFFERED)) ?? "";
    await spaceOf(menu.page(), name).click(OFFERED);
  },
};

/** With a finger. */
export const TOUCH: InputMethod = {
  ...ROLES,
  press: (control) => control.tap(OFFERED),
  choose: (radio) => radio.tap(OFFERED),
  write: async (field, text) => {
    await field.tap(OFFERED);
    await field.fill(text, OFFERED);
  },
  aim: (group) => TOUCH.choose(firstTarget(group)),
};

/** With keys alone: a button's own shortcut if it has one, else Tab, arrows where they lead from one to the next, and Enter. */
export const KEYS: InputMethod = {
  press: async (control) => {
    const page = control.page();
    const [shortcut, tabIndex] = await control.evaluate(
      (element) => ["aria-keyshortcuts", "tabindex"].map((name) => element.getAttribute(name)),
      undefined,
      OFFERED,
    );
    if (typeof shortcut === "string") return page.keyboard.press(keyOf(shortcut));
    if (tabIndex === "-1") await walkTo(control);
    else await tabTo(control);
    await page.keyboard.press("Enter");
  },
  choose: async (radio) => {
    await tabToGroup(radio);
    // Arrows choose the next one; at the last one they begin again.
    for (let arrows = 0; arrows < TABS && !(await radio.isChecked()); arrows += 1) {
      await radio.page().keyboard.press("ArrowRight");
    }
  },
  write: async (field, text) => {
    await tabTo(field);
    await field.page().keyboard.type(text);
  },
  aim: async (group) => {
    await tabTo(firstTarget(group));
    await group.page().keyboard.press("Space");
  },
  select: async (menu) => {
    await tabTo(menu);
    await menu.page().keyboard.press("ArrowDown");
  },
};

/** Elements that Tab passes at most before it has been everywhere. */
const TABS = 200;

/** Presses Tab until an element has the focus. */
export async function tabTo(control: Locator): Promise<void> {
  const hasFocus = await watchFocus(control);
  for (let tabs = 0; tabs < TABS; tabs += 1) {
    if (await hasFocus()) return;
    await control.page().keyboard.press("Tab");
  }
  const where = await control.page().evaluate(() => ({
    focus: document.activeElement?.outerHTML.slice(0, 300),
    windows: [...document.querySelectorAll("dialog:modal")].map((each) => each.textContent.slice(0, 200)),
  }));
  throw new Error(`Tab does not reach ${await control.textContent()}: ${JSON.stringify(where)}`);
}

/** The name of a key that the page names. */
const keyOf = (shortcut: string): string => (shortcut.length === 1 ? shortcut.toLowerCase() : shortcut);

/** Tabs to a list of which one place at a time is in the order of Tab, and walks from there with arrows. */
async function walkTo(place: Locator): Promise<void> {
  await tabTo(place.locator('xpath=ancestor::*[@role="list"][1]').locator('[tabindex="0"]').first());
  const hasFocus = await watchFocus(place);
  for (let arrows = 0; arrows < TABS; arrows += 1) {
    if (await hasFocus()) return;
    await place.page().keyboard.press("ArrowRight");
  }
  throw new Error(`Arrows do not lead to ${await place.textContent()}`);
}

/**
 * Finds an element; the returned function tells whether it has the focus. To find it by its role and name each time would take the page longer than all
 * else.
 * @throws TimeoutError if a window has come to lie over it
 */
async function watchFocus(control: Locator): Promise<() => Promise<boolean>> {
  const find = () => control.elementHandle(OFFERED);
  let found = await find();
  return async () => {
    let state = await found?.evaluate(focusOf);
    while (state === "gone") {
      found = await find();
      state = await found?.evaluate(focusOf);
    }
    if (state === "covered") throw new errors.TimeoutError("a window lies over it");
    return state === "focused";
  };
}

/** Runs in a page. */
function focusOf(element: Element): "focused" | "elsewhere" | "covered" | "gone" {
  if (!element.isConnected) return "gone";
  const window = document.querySelector("dialog:modal");
  if (window !== null && !window.contains(element)) return "covered";
  return element === document.activeElement ? "focused" : "elsewhere";
}

/** Presses Tab until a radio button of the same group has the focus. */
async function tabToGroup(radio: Locator): Promise<void> {
  const group = await radio.getAttribute("name", OFFERED);
  const checked = radio.page().locator(`input[name="${group}"]:checked`);
  await tabTo((await checked.count()) > 0 ? checked : radio.page().locator(`input[name="${group}"]`).first());
}

/** The shrine on the board to which a button of the panel offers; `null`: it does something else. */
async function shrineOf(control: Locator): Promise<Locator | null> {
  const god = /Offer to (\w+)/.exec((await control.textContent(OFFERED)) ?? "")?.[1];
  if (god === undefined) return null;
  return control.page().getByRole("button", { name: `Offer a skull to ${god}`, exact: true });
}

/** The first target of a group as the board shows it. */
async function onBoard(group: Locator): Promise<Locator> {
  const page = group.page();
  const words = (await group.getByRole("radio").first().locator("..").innerText(OFFERED)).trim();
  const kind = await group.getByText(/^(Space|Seat|God)$/).innerText(OFFERED);
  const [first = ""] = words.split("\n");
  if (kind === "Space") return spaceOf(page, first);
  if (kind === "God")
    return page.getByRole("button", { name: new RegExp(`^Offer a skull to ${first.trim()}$`) });
  return page.getByRole("list", { name: "Players" }).getByRole("listitem").filter({ hasText: first }).first();
}

/** A space of the board. @param name as "12 malinalli" */
const spaceOf = (page: Page, name: string) =>
  page.getByRole("listitem", { name: new RegExp(`^Space ${Number.parseInt(name, 10)},`) });
