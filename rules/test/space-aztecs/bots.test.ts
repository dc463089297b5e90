import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bots, limitThoughts, randomFrom } from "../../src/bots/index.ts";
import { defaultsOf } from "../../src/options.ts";
import { determinise } from "../../src/space-aztecs/bots/determinise.ts";
import { type Seat, spaceAztecs } from "../../src/space-aztecs/index.ts";
import { playMatch } from "../../src/trials/matches.ts";
import { runs } from "../support/runs.ts";
import { spaceAztecsTrial } from "../support/trials/space-aztecs.ts";
import { holding, play, table } from "./support/table.ts";

const { easy, skilled } = bots["space-aztecs"];
const SEED = "b0".repeat(32);

describe("both bots", () => {
  test.each([
    ["easy", easy],
    ["skilled", skilled],
  ] as const)("%s plays only while its seat is awaited", (_, bot) => {
    const state = table();
    const random = randomFrom(SEED);
    expect(() => bot(spaceAztecs.view(state, "1"), random, limitThoughts(1))).toThrow(
      "only while its seat is awaited",
    );
    expect(() => bot(spaceAztecs.view(state, "public"), random, limitThoughts(1))).toThrow(
      "only while its seat is awaited",
    );
  });

  test.each([
    ["easy", easy],
    ["skilled", skilled],
  ] as const)(
    "%s plays legal commands to the end, and the same match again from the same seeds",
    (_, bot) => {
      const setting = {
        game: spaceAztecs,
        seats: 3,
        options: defaultsOf(spaceAztecs),
        seed: SEED,
        players: SEED,
      };
      const match = () =>
        playMatch(setting, (state, seat, random) => [
          seat,
          bot(spaceAztecs.view(state, seat), random, limitThoughts(1)),
        ]);
      const { state, entries } = match();
      expect(state.table.outcome).not.toBeNull();
      expect(match().entries).toEqual(entries);
    },
  );
});

describe("the skilled bot", () => {
  test("decides by its own view only", () => {
    const state = holding({ choices: { "0": "Y06", "1": "YT1", "2": "YS1" } });
    const { state: one } = play(state, "1", { type: "choose", card: "YT1" });
    const other = state.hidden.piles[1]?.find((card) => card !== "YT1") ?? "";
    const { state: twin } = play(state, "1", { type: "choose", card: other });
    const answer = (of: typeof state) =>
      skilled(spaceAztecs.view(of, "0"), randomFrom(SEED), limitThoughts(2));
    expect(answer(one)).toEqual(answer(twin));
  });

  test("is placed ahead of the easy bot in at least 60 % of two-seat matches, seats swapped", () => {
    let ahead = 0;
    const pairs = 8;
    for (let n = 0; n < pairs; n += 1) {
      const seed = n.toString(16).padStart(64, "0");
      const setting = { game: spaceAztecs, seats: 2, options: defaultsOf(spaceAztecs), seed, players: seed };
      for (const mine of ["0", "1"] as const) {
        const { state } = playMatch(setting, (before, seat, random) => {
          const bot = seat === mine ? skilled : easy;
          return [seat, bot(spaceAztecs.view(before, seat), random, limitThoughts(1))];
        });
        const [first] = state.table.outcome?.standings ?? [];
        ahead += Number(first?.seat === mine);
      }
    }
    expect(ahead / (2 * pairs)).toBeGreaterThanOrEqual(0.6);
  });
});

test("a determinised state shows its viewer exactly the view that it was made from, and the canon's invariants hold", () => {
  fc.assert(
    fc.property(spaceAztecsTrial.settings, (setting) => {
      const chance = randomFrom(setting.seed);
      playMatch(setting, (...args) => spaceAztecsTrial.anything(...args), {
        before: (state) => {
          if (chance(10) > 0) return;
          for (const viewer of [...state.table.seats, "public"] as readonly (Seat | "public")[]) {
            const world = determinise(spaceAztecs.view(state, viewer), chance);
            expect(spaceAztecs.view(world, viewer)).toEqual(spaceAztecs.view(state, viewer));
            expect(spaceAztecsTrial.findFaults(world)).toEqual([]);
          }
        },
      });
    }),
    runs(10),
  );
});
