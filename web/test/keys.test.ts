/** docs/accessibility.md lists the keys that tables have, and tables have no others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Keys } from "../src/base/use-keys.ts";
import { keysOfTable } from "../src/game-frame/table/game-table.tsx";
import { describeTableKeys } from "../src/game-frame/keys/open-keys-help.tsx";
import * as flowerWar from "../src/games/flower-war/handling.ts";
import * as spaceAztecs from "../src/games/space-aztecs/handling.ts";
import { i18n } from "../src/texts/index.ts";
import * as tieqchieq from "../src/games/tieqchieq/handling.ts";

const DOCUMENT = readFileSync(join(import.meta.dirname, "../../docs/accessibility.md"), "utf8");

/** What keys look at: nine cards or six acts, and nothing chosen. Which are legal now does not matter. */
const NINE = Array.from({ length: 9 }, (_, index) => ({ id: String(index), number: index + 1 }));
const scene = { legal: [], view: { hand: NINE, pile: NINE, table: {} } };
const handling = { card: null, chosen: null, aimed: null, choices: NINE.slice(0, 6) };

interface Described {
  readonly described: readonly (readonly [key: string, does: string])[];
  /** The keys of the table. */
  readonly keys: Keys;
  /** Keys of windows over the table, and of the board. */
  readonly elsewhere: readonly string[];
}

const ARROWS = ["arrowleft", "arrowright", "arrowup", "arrowdown"];

i18n.loadAndActivate({ locale: "en", messages: {} });

const TABLES: Readonly<Record<string, Described>> = {
  "Every table": {
    described: describeTableKeys(),
    keys: keysOfTable(() => {}),
    elsewhere: ["escape"],
  },
  "Flower War and Mexica": {
    described: flowerWar.describeKeys(),
    keys: flowerWar.keysOf(scene as never, handling as never),
    elsewhere: ARROWS,
  },
  "Space Aztecs": {
    described: spaceAztecs.describeKeys(),
    keys: spaceAztecs.keysOf(scene as never, handling as never),
    elsewhere: [...ARROWS, "h", " "],
  },
  Tıeqchıeq: {
    described: tieqchieq.describeKeys(),
    keys: tieqchieq.keysOf(scene as never, handling as never),
    elsewhere: ARROWS,
  },
};

const NAMES: Readonly<Record<string, string>> = {
  "←": "arrowleft",
  "→": "arrowright",
  "↑": "arrowup",
  "↓": "arrowdown",
  Space: " ",
};

/** Returns the keys that a label names, e.g. `T, H` and `1–9`, as `KeyboardEvent.key` has them in lower case. */
function keysIn(label: string): readonly string[] {
  const range = /^(\d)–(\d)$/.exec(label);
  if (range !== null) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  }
  return label.split(/,? /).map((key) => NAMES[key] ?? key.toLowerCase());
}

describe.each(Object.entries(TABLES))("%s", (name, { described, keys, elsewhere }) => {
  test("all keys are described, and no others", () => {
    // Every table says of Escape what it does in each game.
    const own =
      name === "Every table" ? Object.keys(keys) : Object.keys(keys).filter((key) => key !== "escape");
    expect(described.flatMap(([label]) => keysIn(label)).toSorted()).toEqual(
      [...own, ...elsewhere].toSorted(),
    );
  });

  test("docs/accessibility.md has them in a table of their own", () => {
    const section = DOCUMENT.split(/^#+ /m).find((part) => part.startsWith(`${name}\n`)) ?? "";
    const rows = [...section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)]
      .slice(1)
      .map(([, key, does]) => [key, does]);
    expect(rows).toEqual(described.map(([key, does]) => [key, does]));
  });
});
