import { describe, expect, test } from "vitest";
import { answersOf } from "../../src/space-aztecs/legal.ts";
import { spaceAztecs } from "../../src/space-aztecs/index.ts";
import type { Seat } from "../../src/space-aztecs/vocabulary.ts";
import { cityOf, holding, order, play, refusal, round, table } from "./support/table.ts";

/* Canon section 7.1, and its worked examples by their numbers. */

const concede = { type: "concede" } as const;
const awaited = (state: ReturnType<typeof table>) =>
  spaceAztecs.awaiting(state).map(({ seat, decision }) => `${seat} ${decision}`);

describe("[14.16] conceding", () => {
  test("(a) puts a held pile back whole, and gives the token to the next seat", () => {
    const start = table({ seats: 4 });
    const one = play(start, "0", { type: "take", place: 1 }).state;
    const two = play(one, "1", { type: "take", place: 2 }).state;
    const { state, events } = play(two, "0", concede);
    expect(events).toEqual([{ type: "conceded", seat: "0" }]);
    expect(state.table.places[0]).toEqual({ cards: start.table.places[0]?.cards, heldBy: null });
    expect(state.table.starting).toBe("1");
    expect(awaited(state)).toEqual(["2 take"]);
    expect(refusal(state, "2", { type: "take", place: 1 })).toBeNull();
  });

  const choosing = holding({
    seats: 4,
    removed: "B",
    choices: { "0": "P06", "1": "YS1", "2": "PT2", "3": "G08" },
  });
  const choose = (state: typeof choosing, seat: Seat, card: string) =>
    play(state, seat, { type: "choose", card }).state;
  const chosen = choose(choose(choose(choosing, "0", "P06"), "1", "YS1"), "3", "G08");

  test("(b) lets the cards of the others be played, if all of them have chosen", () => {
    const { state, events } = play(chosen, "2", concede);
    expect(events[1]).toEqual({
      type: "times-told",
      times: { "0": "14:40", "1": "06:20", "3": "16:40" },
      starting: "1",
    });
    expect(order(events)).toEqual(["1", "3", "0"]);
    expect(awaited(state)).toEqual(["1 take"]);
    expect(state.hidden.piles.flat()).toContain("PT2");
  });

  test("(c) puts a card that was chosen into the box, unseen, and the others go on choosing", () => {
    const { state, events } = play(chosen, "0", concede);
    expect(events).toEqual([{ type: "conceded", seat: "0" }]);
    expect(state.hidden).toMatchObject({ box: ["P06"], chosen: { "1": "YS1", "3": "G08" } });
    expect(awaited(state)).toEqual(["2 choose"]);
    for (const viewer of ["0", "1", "public"] as const) {
      expect(JSON.stringify(spaceAztecs.view(state, viewer))).not.toContain("P06");
    }
    const { events: rest } = play(state, "2", { type: "choose", card: "PT2" });
    expect(order(rest)).toEqual(["1", "2", "3"]);
  });

  test("(d) takes a city out of a Saucer's reach, and finishes a Saucer with nothing left to choose", () => {
    const { state } = round({
      seats: 4,
      cities: {
        "0": { V: "B01 B06" },
        "1": { V: "B03" },
        "2": { V: "Y01", T: { BT1: "B08" } },
        "3": { V: "B04 B05 P01" },
      },
      choices: { "0": "P10", "1": "Y10", "2": "BS2", "3": "C8" },
    });
    const { state: without0 } = play(state, "0", concede);
    expect(awaited(without0)).toEqual(["2 abduct"]);
    expect(answersOf(spaceAztecs.view(without0, "2"), "2")).toEqual([
      { type: "abduct", targets: { "3": "B04" } },
      { type: "abduct", targets: { "3": "B05" } },
    ]);
    const { state: without3, events } = play(without0, "3", concede);
    expect(events[1]).toEqual({
      type: "saucer-left",
      seat: "2",
      card: "BS2",
      took: [{ from: "1", card: "B03" }],
    });
    expect(order(events)).toEqual(["1"]);
    expect(without3.table.cities["0"]).toEqual(cityOf({ V: "B01 B06" }));
    expect(without3.hidden.box).toEqual(["P10", "C8"]);
    expect(awaited(without3)).toEqual(["2 take"]);
  });

  test("(e) leaves an Aztec that was being played visible", () => {
    const { state } = round({
      removed: "B",
      cities: { "0": { V: "G04 P03", T: { PT1: "" } } },
      choices: { "0": "P08", "1": "C8", "2": "Y01" },
    });
    expect(awaited(state)).toEqual(["0 shelter"]);
    const { state: after, events } = play(state, "0", concede);
    expect(after.table.cities["0"]).toEqual(cityOf({ V: "G04 P03 P08", T: { PT1: "" } }));
    expect(order(events)).toEqual(["1"]);
    expect(awaited(after)).toEqual(["2 take"]);
  });
});

test("[14.17] the last seat wins, whatever the scores, and who conceded first is last", () => {
  const start = table({ cities: { "0": { V: "P10 P06" }, "1": { V: "P09" } } });
  const { state, events } = play(play(start, "2", concede).state, "0", concede);
  expect(events.map(({ type }) => type)).toEqual(["conceded", "ended"]);
  const outcome = spaceAztecs.outcome(state);
  expect(outcome?.by).toBe("last-seat");
  expect(outcome?.standings.map(({ seat, place, score }) => [seat, place, score.total])).toEqual([
    ["1", 1, 0],
    ["0", 2, 9],
    ["2", 3, 0],
  ]);
  expect(awaited(state)).toEqual([]);
  expect(refusal(state, "1", concede)).toBe("match-over");
});

describe("section 7.1", () => {
  test("with two seats the match ends at once, also in the other's decision", () => {
    const start = table({ seats: 2 });
    const { state } = play(start, "1", concede);
    expect(spaceAztecs.outcome(state)?.by).toBe("last-seat");
    expect(spaceAztecs.outcome(state)?.standings.map(({ seat }) => seat)).toEqual(["0", "1"]);
  });

  test("a seat that is out has no command, and is not seated", () => {
    const { state } = play(table(), "0", concede);
    expect(state.table.out).toEqual(["0"]);
    expect(spaceAztecs.legal(spaceAztecs.view(state, "0"), "0")).toEqual([]);
    expect(refusal(state, "0", concede)).toBe("not-seated");
    expect(refusal(state, "0", { type: "take", place: 1 })).toBe("not-seated");
  });

  test("if all others hold a pile, they choose", () => {
    let state = table();
    for (const seat of ["0", "1"] as const) {
      state = play(state, seat, { type: "take", place: 1 + Number(seat) }).state;
    }
    const { events } = play(state, "2", concede);
    expect(events).toEqual([{ type: "conceded", seat: "2" }, { type: "choosing-began" }]);
  });

  test("a Saucer that is being played stays in its city and takes nothing", () => {
    const { state } = round({
      cities: { "0": { V: "Y04 P01" }, "1": { V: "Y07 Y02" } },
      choices: { "0": "Y06", "1": "YT2", "2": "YS1" },
    });
    const { state: after } = play(state, "2", concede);
    expect(after.table.cities["2"]).toEqual(cityOf({ S: { YS1: "" } }));
    expect(after.table.saucersPlayed).toBe(1);
    expect(after.table.cities["1"]).toEqual(cityOf({ T: { YT2: "Y07 Y02" } }));
  });

  test("who is out does not have the fewest of set P", () => {
    const cities = { "0": { V: "P09 P01" }, "1": { V: "P08" }, "2": { V: "Y01" } };
    const { state } = play(table({ cities }), "2", concede);
    const { standings } = spaceAztecs.outcome(play(state, "1", concede).state) ?? { standings: [] };
    expect(standings.map(({ seat, score }) => [seat, score.fewest])).toEqual([
      ["0", -5],
      ["1", 0],
      ["2", 0],
    ]);
  });
});
