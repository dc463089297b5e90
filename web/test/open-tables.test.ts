import type { Listing } from "@flower-war/client-sdk";
import { readListing } from "@flower-war/protocol/server";
import { i18n } from "@lingui/core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import { OpenTables } from "../src/lobby/tables/open-tables.tsx";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

const TABLE = readListing({
  id: "V1StGXR8Z5jd",
  code: "A346",
  game: "flower-war",
  status: "gathering",
  seats: 4,
  open: 2,
  host: "Marisol",
  preset: "flower-war",
  speed: "relaxed",
  people: ["Marisol", "Ocelot"],
});

/** Returns the list as HTML, with one table. */
function listOf(facts: Partial<Listing>): string {
  const lobby = {
    connection: "connected",
    tables: [{ ...TABLE, ...facts }],
    total: 1,
    page: 1,
    pages: 1,
    error: null,
    request: {},
    choose: () => {},
    retry: () => {},
  } as const;
  return renderToStaticMarkup(createElement(OpenTables, { lobby, onOpen: () => {} }));
}

/** Returns the labels of the buttons of a table in the list. */
function buttonsOf(facts: Partial<Listing>): readonly string[] {
  return [...listOf(facts).matchAll(/<button[^>]*aria-label="([^"]+)"/g)].map(([, label = ""]) => label);
}

test.each([
  ["an open seat", { open: 1 }, "Join"],
  ["a bot that people can replace", { status: "playing", open: 0, replaceable: 3 }, "Join"],
  ["no free seat", { status: "gathering", open: 0 }, "Watch"],
  ["no free seat, and the match has begun", { status: "playing", open: 0 }, "Watch"],
] as const)("a table with %s: %o offers %s alone", (_, facts, offer) => {
  expect(buttonsOf(facts)).toEqual([`${offer} Marisol&#x27;s table, A346`]);
});

test.each(["leisurely", "constructor"])("a speed that a newer server has is shown as it is: %s", (speed) => {
  expect(listOf({ speed: speed as Listing["speed"] })).toContain(speed);
});
