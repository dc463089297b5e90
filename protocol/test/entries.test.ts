import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultsOf, type Game, type GameTypes, games } from "@flower-war/rules";
import { type Bot, bots, type RandomBelow, randomFrom } from "@flower-war/rules/bots";
import { type Command, type Event, flowerWar, type Seat, type State } from "@flower-war/rules/flower-war";
import { describe, expect, test } from "vitest";
import { EVENT_CODES } from "../src/games/event-codes.ts";
import { flowerWarEvents } from "../src/games/flower-war/events.ts";
import { formatEntry, parseEntry, type WireEntry } from "../src/index.ts";

const PROTOCOL = readFileSync(join(import.meta.dirname, "../../docs/protocol.md"), "utf8");

/** Chooses the easy bot's command, and about every tenth time any legal one, so that rare events occur too. */
function chooseCommand(state: State, seat: Seat, random: RandomBelow): Command {
  const view = flowerWar.view(state, seat);
  if (random(10) > 0) return bots["flower-war"].easy(view, random);
  const commands = flowerWar.legal(view, seat).filter(({ type }) => type !== "concede" || random(1000) === 0);
  return commands[random(commands.length)] ?? bots["flower-war"].easy(view, random);
}

/** Plays a whole match. Yields the events of each command. */
function* playMatch(number: number): Generator<readonly Event[]> {
  const seed = String(number).padStart(64, "0");
  const random = randomFrom(seed);
  let state = flowerWar.setup(defaultsOf(flowerWar), 2 + (number % 5), seed);
  for (let [awaited] = flowerWar.awaiting(state); awaited; [awaited] = flowerWar.awaiting(state)) {
    const { events } = flowerWar.decide(state, awaited.seat, chooseCommand(state, awaited.seat, random));
    if (events === undefined) throw new Error("a bot's command was refused");
    state = events.reduce((before, event) => flowerWar.evolve(before, event), state);
    yield events;
  }
}

/** Serializes an entry as on the wire, and parses it. */
const sendOverWire = (entry: WireEntry): WireEntry => JSON.parse(JSON.stringify(entry));

describe("an entry on the wire", () => {
  test("arrives unchanged for every viewer of whole Flower War matches", () => {
    const types = new Set<string>();
    for (let match = 0; match < 6; match++) {
      for (const events of playMatch(match)) {
        for (const viewer of ["public", ...flowerWar.seatsFor(2 + (match % 5))] as const) {
          const seen = events.map((event) => flowerWar.redact(event, viewer));
          const entry = { n: 7, seat: "topan", events: seen.filter((event) => event !== null) };
          expect(parseEntry("flower-war", sendOverWire(formatEntry("flower-war", entry)))).toEqual(entry);
        }
        for (const { type } of events) types.add(type);
      }
    }
    const missing = Object.keys(flowerWarEvents.fields).filter((type) => !types.has(type));
    expect(missing.length, `not seen: ${missing.join(" ")}`).toBeLessThan(8);
  });

  test.each([
    { game: "space-aztecs", seats: 4 },
    { game: "tieqchieq", seats: 2 },
  ] as const)("arrives unchanged for every viewer of a whole match of $game", ({ game: name, seats }) => {
    const game = games[name] as Game<GameTypes>;
    const easy = bots[name].easy as Bot<GameTypes>;
    const random = randomFrom("e7".repeat(32));
    let state = game.setup(defaultsOf(game), seats, "e7".repeat(32));
    for (let [awaited] = game.awaiting(state); awaited; [awaited] = game.awaiting(state)) {
      const { seat } = awaited;
      const { events = [] } = game.decide(
        state,
        seat,
        easy(game.view(state, seat), random, () => false),
      );
      for (const viewer of ["public", ...game.seatsFor(seats)]) {
        const seen = events.flatMap((event) => game.redact(event, viewer) ?? []);
        const wire = formatEntry(name, { n: 7, seat, events: seen });
        expect(wire.slice(2).every((event) => Array.isArray(event))).toBe(true);
        expect(parseEntry(name, sendOverWire(wire))).toEqual({ n: 7, seat, events: seen });
      }
      state = events.reduce((before, event) => game.evolve(before, event), state);
    }
  });

  test("is an array of number, seat, and events as numbers with their fields", () => {
    const awaiting = { seat: "east", decision: "move" };
    const events = [
      { type: "rolled", seat: "east", dice: [3] },
      { type: "asked", awaiting },
    ];
    const wire = formatEntry("flower-war", { n: 1, seat: "east", events });
    expect(wire).toEqual([1, "east", [4, "\u0001", [3]], [41, { "\u0015": "\u0001", "\u0016": "\u000d" }]]);
  });

  test("is parsed without the events and fields that this version does not know", () => {
    const wire: WireEntry = [1, "east", [999, "\u0001"], [16, "\u0002", "new"]];
    const events = [{ type: "passed", seat: "north" }];
    expect(parseEntry("flower-war", wire)).toEqual({ n: 1, seat: "east", events });
  });

  test("of a game without event codes contains its events as they are", () => {
    const entry = { n: 1, seat: "1", events: [{ type: "counted", by: "\u0001" }] };
    expect(formatEntry("counting", entry)).toEqual([1, "1", entry.events[0]]);
    expect(parseEntry("counting", formatEntry("counting", entry))).toEqual(entry);
  });
});

describe("docs/protocol.md", () => {
  test("lists the number and fields of every event type, and every word", () => {
    for (const { fields, words } of Object.values(EVENT_CODES)) {
      Object.entries(fields).forEach(([type, names], number) => {
        const line = names.length > 0 ? `${type}: ${names.join(", ")}` : type;
        expect(PROTOCOL).toContain(`\`${number} ${line}\``);
      });
      expect(PROTOCOL.replaceAll("\n", " ")).toContain(words.map((word) => `\`${word}\``).join(", "));
    }
  });

  test("leaves room for all words of a game: at most 31", () => {
    for (const { words } of Object.values(EVENT_CODES)) expect(words.length).toBeLessThanOrEqual(31);
  });
});
