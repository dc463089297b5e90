import { i18n } from "@lingui/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { PlaqueHead } from "../src/game-frame/table/plaque.tsx";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

/** Returns the words of North's plaque. */
function plaqueOf(person: { name: string; kind?: "human" | "bot" }, viewer: string | null = null): string {
  const html = renderToStaticMarkup(
    createElement(PlaqueHead, {
      scene: { seat: viewer, clock: null },
      person: { seat: "north", kind: "human", connected: true, ...person },
      sign: null,
      seatName: "North",
    }),
  );
  return html.replace(/<[^>]*>/g, "|").replace(/\|+/g, "|");
}

test("says who sits there, then the seat and how they are there", () => {
  expect(plaqueOf({ name: "Jun" })).toBe("|Jun|North|");
  expect(plaqueOf({ name: "Jun" }, "north")).toBe("|Jun|North, you|");
});

test("of a bot says its name and kind; one of an older server has no name of its own", () => {
  expect(plaqueOf({ name: "Ome Tochtli (easy bot)", kind: "bot" })).toBe("|Ome Tochtli|North, easy bot|");
  expect(plaqueOf({ name: "easy bot", kind: "bot" })).toBe("|easy bot|North, bot|");
});

test("of a player without a name says the seat once", () => {
  expect(plaqueOf({ name: "" })).toBe("|North|");
  expect(plaqueOf({ name: "" }, "north")).toBe("|North|you|");
  expect(plaqueOf({ name: "", kind: "bot" })).toBe("|North|bot|");
});
