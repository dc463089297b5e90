/** What players may ask of each other, in a match's menu. */
import { i18n } from "@lingui/core";
import type { Match } from "@flower-war/client-sdk";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test, vi } from "vitest";
import { MannersButtons } from "../src/notes/open/time-buttons.tsx";

// A module reads it as it is imported.
vi.hoisted(() => vi.stubGlobal("location", new URL("http://localhost/")));
beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

/** Returns the buttons of east, at a table of three that allows all. */
function buttonsOf(inPlay: readonly string[]): readonly string[] {
  const seats = ["east", "north", "west"].map((seat) => ({ seat, name: seat, kind: "human", host: false }));
  const times = { pauses: 600, paused: null, holidays: 3, onHoliday: {} };
  const others = { handOvers: "players", offeredSeats: [], judges: false, judge: null };
  const details = { ...times, ...others };
  const match = {
    game: "flower-war",
    seat: "east",
    status: "playing",
    offer: null,
    awaiting: [],
    seats,
    details,
  };
  const html = renderToStaticMarkup(
    createElement(MannersButtons, {
      match: match as unknown as Match,
      inPlay,
      others: null,
      onHint: () => {},
      onAsked: () => {},
    }),
  );
  return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, words = ""]) =>
    words.replace(/<[^>]*>/g, ""),
  );
}

test("a player in play may pause, take days off and hand the seat over", () => {
  const buttons = buttonsOf(["east", "north", "west"]);
  expect(buttons).toEqual(
    expect.arrayContaining(["Pause for 10 min", "Take 1 day off", "Hand my seat over"]),
  );
});

test("a player who conceded is offered nothing that the server refuses with not-seated", () => {
  expect(buttonsOf(["north", "west"])).toEqual([]);
});
