import { games } from "@flower-war/rules";
import { expect, test } from "vitest";
import { BOT_NAMES, botNameOf, formatBotName, readBotName } from "../src/bot-names.ts";
import { readName } from "../src/names.ts";

const MATCHES = Array.from({ length: 500 }, (_, i) => `match${i}`.padEnd(12, "x"));

test("a bot's name follows from match and seat", () => {
  const seats = ["east", "north", "south", "west"];
  expect(seats.map((seat) => botNameOf("V1StGXR8Z5jd", seat, seats))).toEqual([
    "Ce Itzcuintli",
    "Ome Olin",
    "Yei Cuetzpalin",
    "Nahui Ozomahtli",
  ]);
});

test("bots of one match are never called alike, nor after the same day", () => {
  for (const game of Object.values(games)) {
    const seats = game.seatsFor(game.seats.max);
    for (const match of MATCHES) {
      const names = seats.map((seat) => botNameOf(match, seat, seats));
      expect(new Set(names.map((name) => name.split(" ")[1])).size).toBe(seats.length);
      for (const name of names) expect(BOT_NAMES).toContain(name);
    }
  }
});

test("each name is some bot's", () => {
  const seen = new Set(MATCHES.map((match) => botNameOf(match, "east", ["east"])));
  expect([...seen].toSorted()).toEqual(BOT_NAMES.toSorted());
});

test.each(["easy", "skilled"] as const)("the mark tells that it is a bot of kind %s", (kind) => {
  for (const name of BOT_NAMES) {
    const [, day = ""] = name.split(" ");
    expect(readBotName(formatBotName(name, kind))).toEqual({ name, kind, day: day.toLowerCase() });
  }
});

test.each(["easy bot", "skilled bot", "Jun", "Jun (bot)", "Ome Calli", "Ome Jun (easy bot)", ""])(
  "%j has no name of a bot",
  (text) => {
    expect(readBotName(text)).toBeNull();
  },
);

test("no player can have the name of a bot, however it is written, nor its mark", () => {
  for (const name of BOT_NAMES) {
    for (const text of [name, name.toUpperCase(), name.replace(" ", ""), `${name} 2`]) {
      expect(readName(text), text).toEqual({ fault: "reserved" });
    }
    expect(readName(formatBotName(name, "easy")).fault, name).toBeDefined();
  }
  for (const text of ["Jun (easy bot)", "Jun (bot)", "Jun (B0T)", "Jun [skilled bot]", "Jun（bot）"]) {
    expect(readName(text), text).toEqual({ fault: "reserved" });
  }
});

test.each(["Xochitl", "Ocelotl", "Tochtli", "Ome", "Robot", "Ana bot", "Jun (not a robot)"])(
  "%s is a name for anyone",
  (name) => {
    expect(readName(name)).toEqual({ name });
  },
);
