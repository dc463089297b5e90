import { describe, expect, test } from "vitest";
import { bots, randomFrom } from "../src/bots/index.ts";
import { flowerWar, type State } from "../src/flower-war/index.ts";
import { FLOWER_WAR } from "../src/flower-war/presets.ts";
import type { Seat } from "../src/flower-war/vocabulary.ts";
import { GODS, SEATS } from "../src/flower-war/vocabulary.ts";
import { playMatch } from "../src/trials/matches.ts";
import { only, play } from "./support/playing.ts";
import { position, SEED } from "./support/position.ts";

const PLAIN = { game: flowerWar, seats: 4, options: FLOWER_WAR.options };

const { easy } = bots["flower-war"];

/** Returns how often the bot plays each command in 200 tries. */
function countCommands(state: State, seat: Seat): ReadonlyMap<string, number> {
  const random = randomFrom(SEED);
  const counts = new Map<string, number>();
  for (let i = 0; i < 200; i += 1) {
    const command = easy(flowerWar.view(state, seat), random);
    const name = "god" in command ? `${command.type} ${command.god}` : command.type;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

describe("the easy bot", () => {
  test("rolls when it must", () => {
    expect([...countCommands(position(), "east").keys()]).toEqual(["roll"]);
  });

  test.each([
    { hand: [], gods: GODS },
    { hand: ["eagle"], gods: ["tlaloc"] },
    { hand: ["serpent"], gods: ["huitzilopochtli"] },
    { hand: ["serpent", "eagle"], gods: [] },
  ])("holding $hand it sometimes offers, to a god whose sign it lacks", ({ hand, gods }) => {
    const counts = countCommands(
      position({ asks: "sacrifice", tribes: { east: { skulls: 3, hand } } }),
      "east",
    );
    expect([...counts.keys()].toSorted()).toEqual(["end-turn", ...gods.map((god) => `sacrifice ${god}`)]);
    for (const count of counts.values()) expect(count).toBeGreaterThan(20);
  });

  test.each([
    { hand: ["eagle", "serpent"], trades: true },
    { hand: ["eagle", "3-xochitl"], trades: false },
  ])("holding $hand and seven skulls it trades: $trades", ({ hand, trades }) => {
    const counts = countCommands(
      position({ asks: "sacrifice", tribes: { east: { skulls: 7, hand } } }),
      "east",
    );
    expect(counts.has("trade")).toBe(trades);
  });

  test("challenges every other time", () => {
    const before = position({
      tribes: { east: { on: "ozomahtli" }, north: { on: "acatl" } },
      discs: { acatl: "east" },
      racks: { malinalli: 5 },
      dice: [1],
    });
    const counts = countCommands(play(before, "east", { type: "roll" }).state, "east");
    expect([...counts.keys()].toSorted()).toEqual(["challenge", "pass"]);
  });

  test.each([
    { hand: ["eagle", "mist", "serpent"], keeps: ["eagle", "serpent"] },
    { hand: ["eagle", "serpent"], keeps: [] },
  ])("of $hand it keeps $keeps when it must pay a card", ({ hand, keeps }) => {
    const before = position({
      tribes: { east: { on: "ozomahtli" }, north: { on: "malinalli", hand } },
      racks: { malinalli: 5 },
      dice: [1, 6, 2],
    });
    const window = play(before, "east", { type: "roll" }).state;
    const paying = play(window, "north", { type: "pass" }).state;
    const random = randomFrom(SEED);
    for (let i = 0; i < 50; i += 1) {
      const { events } = play(paying, "north", easy(flowerWar.view(paying, "north"), random));
      const [paid] = only(events, "card-paid");
      expect(hand).toContain(paid?.gave?.card);
      expect(keeps).not.toContain(paid?.gave?.card);
    }
  });

  test("plays only while its seat is awaited", () => {
    const state = position();
    const random = randomFrom(SEED);
    expect(() => easy(flowerWar.view(state, "north"), random)).toThrow();
    expect(() => easy(flowerWar.view(state, "public"), random)).toThrow();
  });

  test("plays the same match again from the same seeds", () => {
    const setting = { ...PLAIN, seed: SEED, players: "11".repeat(32) };
    const match = () =>
      playMatch(setting, (state, seat, random) => [seat, easy(flowerWar.view(state, seat), random)]);
    expect(match().entries).toEqual(match().entries);
  });

  test("gives no seat a visible advantage, and some matches have a winner", () => {
    const wins = new Map<Seat, number>(SEATS.map((seat) => [seat, 0]));
    const matches = 100;
    for (let n = 0; n < matches; n += 1) {
      const seed = n.toString(16).padStart(64, "0");
      const { state } = playMatch({ ...PLAIN, seed, players: seed }, (before, seat, random) => [
        seat,
        easy(flowerWar.view(before, seat), random),
      ]);
      const winner = state.table.outcome?.winner;
      if (winner != null) wins.set(winner, (wins.get(winner) ?? 0) + 1);
    }
    const won = [...wins.values()].reduce((sum, each) => sum + each, 0);
    expect(won).toBeGreaterThan(matches * 0.1);
    for (const each of wins.values()) expect(each).toBeLessThan(won * 0.5);
  });
});

test("a bot's source of chance is the stream of its seed", () => {
  const random = randomFrom("00".repeat(32));
  expect([random(6), random(6), random(6), random(6)]).toEqual([1, 2, 3, 3]);
});
