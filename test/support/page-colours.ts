import type { Page } from "playwright-core";

/** A thing on the page that has the colour of a seat, a set, a deck or a god, and what else it shows. */
interface ColouredThing {
  /** What its colour tells apart, e.g. `seat`. */
  readonly family: string;
  /** Whose colour it has, e.g. `red`. */
  readonly identity: string;
  /** Things of one kind differ in whose they are. */
  readonly kind: string;
  /** Words, drawings, shapes and patterns: all that is not a colour. */
  readonly signs: readonly string[];
}

/** What all things of a kind and a colour show, and what any of them shows. */
interface Shown {
  all: readonly string[];
  readonly any: Set<string>;
}

/**
 * Collects what the things of a match show besides their colours. Colours that tell things apart are the palette's tokens of that name; which
 * elements have them, the page's CSS says.
 */
export class Colours {
  readonly #shown = new Map<string, Map<string, Shown>>();

  /** Looks at a page as it stands. */
  async look(page: Page): Promise<void> {
    for (const { family, identity, kind, signs } of await page.evaluate(findColoured)) {
      const key = `${family}: ${kind}`;
      const ofKind = this.#shown.get(key) ?? new Map<string, Shown>();
      this.#shown.set(key, ofKind);
      const shown = ofKind.get(identity) ?? { all: signs, any: new Set<string>() };
      ofKind.set(identity, shown);
      shown.all = shown.all.filter((sign) => signs.includes(sign));
      for (const sign of signs) shown.any.add(sign);
    }
  }

  /** How many kinds of things were seen in two colours or more. */
  get compared(): number {
    return [...this.#shown.values()].filter((ofKind) => ofKind.size > 1).length;
  }

  /** Returns the kinds of which two colours differ in nothing that all things of one of them show, and none of the other. */
  faults(): readonly string[] {
    return [...this.#shown].flatMap(([kind, ofKind]) =>
      [...ofKind].flatMap(([one, its], index) =>
        [...ofKind]
          .slice(index + 1)
          .filter(([, other]) => isWithin(its.all, other.any) && isWithin(other.all, its.any))
          .map(([other]) => `${kind}: ${one} and ${other} differ in colour alone`),
      ),
    );
  }
}

const isWithin = (signs: readonly string[], others: ReadonlySet<string>): boolean =>
  signs.every((sign) => others.has(sign));

/** Adds two things to a page that differ in their seats' colours alone. */
export const plantColours = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const seat of ["east", "west"]) {
      const planted = document.createElement("i");
      planted.style.cssText = `display:block;width:9px;height:9px;background:var(--seat-${seat})`;
      document.querySelector("main")?.append(planted);
    }
  });

/** Runs in a page. */
function findColoured(): ColouredThing[] {
  const names = "east|north|south|west|topan|mictlan|red|yellow";
  const families: Readonly<Record<string, RegExp>> = {
    seat: new RegExp(`--(?:seat|line|stripe|board|tray|battle|land)-(${names})\\b`, "g"),
    set: /--set-(pink|yellow|blue|green|codex)/g,
    deck: /--(war|rain|day)(?:-ground|-pale|-deep|-mark)?(?![\w-])/g,
    god: /--[\w-]+-(tlaloc|huitzilopochtli)/g,
  };
  /** Whose colour a declaration names, by families; of a family of which it names several it tells nothing apart. */
  const identitiesIn = (css: string): (readonly [string, string])[] =>
    Object.entries(families).flatMap(([family, pattern]) => {
      const found = new Set([...css.matchAll(pattern)].map(([, name = ""]) => name));
      const [identity = ""] = found;
      return found.size === 1 ? [[family, identity] as const] : [];
    });
  const coloured = new Map<string, Map<Element, string>>();
  const note = (element: Element, css: string) => {
    for (const [family, identity] of identitiesIn(css)) {
      const ofFamily = coloured.get(family) ?? new Map<Element, string>();
      coloured.set(family, ofFamily.set(element, identity));
    }
  };
  const readRules = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if ("cssRules" in rule && !(rule instanceof CSSStyleRule)) readRules(rule.cssRules as CSSRuleList);
      if (!(rule instanceof CSSStyleRule) || identitiesIn(rule.style.cssText).length === 0) continue;
      const selector = rule.selectorText.replaceAll(/::[\w-]+/g, "");
      if (/:(?:root|hover|focus|active)|^\[data-theme/.test(selector)) continue;
      for (const element of document.querySelectorAll(selector)) note(element, rule.style.cssText);
    }
  };
  for (const sheet of document.styleSheets) readRules(sheet.cssRules);
  for (const element of document.querySelectorAll('[style*="var(--"]'))
    note(element, element.getAttribute("style") ?? "");

  const identity = new RegExp(`(^|[_-])(?:${names}|war|rain|day|tlaloc|huitzilopochtli)(?=[_-]|$)`);
  /** What an element is, without whose: `path.water-*`. */
  const kindOf = (element: Element): string =>
    [
      element.localName,
      ...[...element.classList].map((name) => name.replace(identity, "$1*")).toSorted(),
    ].join(".");
  const signsOf = (thing: Element): string[] => {
    const words = (text: string | null) => text?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const signs = words(thing.textContent).map((word) => `word ${word}`);
    for (const element of [thing, ...thing.querySelectorAll("*")]) {
      for (const word of words(element.getAttribute("aria-label"))) signs.push(`word ${word}`);
      const drawn = element.localName === "use" ? element.getAttribute("href")?.split("#")[1] : undefined;
      if (drawn !== undefined) signs.push(`drawing ${drawn}`);
      if (element instanceof SVGGeometryElement) {
        const sizes = ["d", "r", "width", "height", "points"].map((size) => element.getAttribute(size));
        signs.push(`shape ${element.localName} ${sizes.join()}`);
      }
      const { strokeDasharray, backgroundImage, borderTopStyle } = getComputedStyle(element);
      signs.push(`dashes ${strokeDasharray}`, `border ${borderTopStyle}`);
      signs.push(`pattern ${backgroundImage.replaceAll(/rgba?\([^)]*\)|color\([^)]*\)/g, "")}`);
    }
    return signs;
  };
  /** The largest element around a coloured one that has nothing of another's colour, in the same item of a list. */
  const thingOf = (element: Element, ofFamily: ReadonlyMap<Element, string>): Element => {
    const own = ofFamily.get(element);
    const others = [...ofFamily].filter(([, identity]) => identity !== own).map(([other]) => other);
    let thing = element;
    for (let steps = 0; steps < 3; steps += 1) {
      const { parentElement: parent } = thing;
      if (parent === null || thing.matches("li, button, section, svg") || parent.matches("main, ul, ol"))
        break;
      if (others.some((other) => parent.contains(other))) break;
      thing = parent;
    }
    return thing;
  };
  return [...coloured].flatMap(([family, ofFamily]) =>
    [...ofFamily].flatMap(([element, whose]): ColouredThing[] => {
      if (element.getClientRects().length === 0) return [];
      const parent = element.parentElement;
      const kind = `${parent === null ? "" : `${kindOf(parent)} > `}${kindOf(element)}`;
      return [{ family, identity: whose, kind, signs: signsOf(thingOf(element, ofFamily)) }];
    }),
  );
}
