import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultsOf, type Game, type GameTypes, games } from "@flower-war/rules";
import { type Bot, bots, type RandomBelow, randomFrom } from "@flower-war/rules/bots";
import { type Command, type Event, flowerWar, type Seat, type State } from "@flower-war/rules/flower-war";
import { describe, expect, test } from "vitest";
import { EVENT_CODES } from "../src/games/event-codes.ts";
import { flowerWarEvents } from "../src/games/flower-war/event-code.ts";
import { formatEntry, parseEntry, type WireEntry } from "../src/protocol.ts";

const PROTOCOL = readFileSync(join(import.meta.dirname, "../../docs/protocol.md"), "utf8");

/** Every tenth command is any legal one, so that all that can happen does. */
function choose(state: State, seat: Seat, random: RandomBelow): Command {
  const view = flowerWar.view(state, seat);
  if (random(10) > 0) return bots["flower-war"].easy(view, random);
  const commands = flowerWar.legal(view, seat).filter(({ type }) => type !== "concede" || random(1000) === 0);
  return commands[random(commands.length)] ?? bots["flower-war"].easy(view, random);
}

/** What each command of a whole match made happen. */
function* playMatch(number: number): Generator<readonly Event[]> {
  const seed = String(number).padStart(64, "0");
  const random = randomFrom(seed);
  let state = flowerWar.setup(defaultsOf(flowerWar), 2 + (number % 5), seed);
  for (let [awaited] = flowerWar.awaiting(state); awaited; [awaited] = flowerWar.awaiting(state)) {
    const { events } = flowerWar.decide(state, awaited.seat, choose(state, awaited.seat, random));
    if (events === undefined) throw new Error("a bot's command was refused");
    state = events.reduce((before, event) => flowerWar.evolve(before, event), state);
    yield events;
  }
}

const overTheWire = (entry: WireEntry): WireEntry => JSON.parse(JSON.stringify(entry));

describe("an entry on its way", () => {
  test("comes as it went, for every viewer of whole matches", () => {
    const types = new Set<string>();
    for (let match = 0; match < 6; match++) {
      for (const events of playMatch(match)) {
        for (const viewer of ["public", ...flowerWar.seatsFor(2 + (match % 5))] as const) {
          const seen = events.map((event) => flowerWar.redact(event, viewer));
          const entry = { n: 7, seat: "topan", events: seen.filter((event) => event !== null) };
          expect(parseEntry("flower-war", overTheWire(formatEntry("flower-war", entry)))).toEqual(entry);
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
  ] as const)("of a whole match of $game comes as it went, too", ({ game: name, seats }) => {
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
        expect(parseEntry(name, overTheWire(wire))).toEqual({ n: 7, seat, events: seen });
      }
      state = events.reduce((before, event) => game.evolve(before, event), state);
    }
  });

  test("is short", () => {
    const awaiting = { seat: "east", decision: "move" };
    const events = [
      { type: "rolled", seat: "east", dice: [3] },
      { type: "asked", awaiting },
    ];
    const wire = formatEntry("flower-war", { n: 1, seat: "east", events });
    expect(wire).toEqual([1, "east", [4, "\u0001", [3]], [41, { "\u0015": "\u0001", "\u0016": "\u000d" }]]);
  });

  test("leaves out events that this version does not know, and passes over values it has no field for", () => {
    const wire: WireEntry = [1, "east", [999, "\u0001"], [16, "\u0002", "new"]];
    const events = [{ type: "passed", seat: "north" }];
    expect(parseEntry("flower-war", wire)).toEqual({ n: 1, seat: "east", events });
  });

  test("of a game without a code holds its events as they are", () => {
    const entry = { n: 1, seat: "1", events: [{ type: "counted", by: "\u0001" }] };
    expect(formatEntry("counting", entry)).toEqual([1, "1", entry.events[0]]);
    expect(parseEntry("counting", formatEntry("counting", entry))).toEqual(entry);
  });
});

describe("docs/protocol.md", () => {
  test("tells the number and the fields of every type, and every word", () => {
    for (const { fields, words } of Object.values(EVENT_CODES)) {
      Object.entries(fields).forEach(([type, names], number) => {
        const told = names.length > 0 ? `${type}: ${names.join(", ")}` : type;
        expect(PROTOCOL).toContain(`\`${number} ${told}\``);
      });
      expect(PROTOCOL.replaceAll("\n", " ")).toContain(words.map((word) => `\`${word}\``).join(", "));
    }
  });

  test("has words enough for every game", () => {
    for (const { words } of Object.values(EVENT_CODES)) expect(words.length).toBeLessThanOrEqual(31);
  });
});
