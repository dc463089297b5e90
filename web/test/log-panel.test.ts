import { i18n } from "@lingui/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { LogPanel } from "../src/game-frame/log/log-panel.tsx";
import type { LogTurn } from "../src/game-frame/log/turns.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

/** Returns as HTML the log of a match of so many turns, all of north. */
function logOf(count: number): string {
  const turns = Array.from(
    { length: count },
    (_, i): LogTurn => ({
      key: `${i}`,
      number: i + 1,
      seat: "north",
      lines: [{ key: `${i}/0`, n: i + 1, seat: "north", at: 0, words: `Roll ${i + 1}.` }],
    }),
  );
  const log = { turns, beginning: "read", read: () => {} } as const;
  return renderToStaticMarkup(createElement(LogPanel, { log, seat: null, people: [] }));
}

const linesIn = (html: string): readonly string[] => html.match(/Roll \d+\./g) ?? [];

test("all of a short match is shown", () => {
  expect(linesIn(logOf(30))).toHaveLength(30);
  expect(logOf(30)).not.toContain("Show earlier turns");
});

test("of a long match the newest turns are, and a button shows earlier ones", () => {
  const html = logOf(300);
  expect(linesIn(html)).toEqual(Array.from({ length: 30 }, (_, i) => `Roll ${271 + i}.`));
  expect(html).toContain("Show earlier turns");
});
