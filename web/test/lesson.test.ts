import { DECKS, SEATS } from "@flower-war/client-sdk/flower-war";
import { flowerWar } from "@flower-war/client-sdk/flower-war/rules";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { playShortEvening } from "../src/lobby/play-now.ts";
import { loadTexts } from "../src/games/flower-war/texts.ts";
import {
  atStep,
  END,
  frameAt,
  frameOf,
  idOf,
  isPartnerPlaying,
  type LessonState,
  reduceLesson,
  PLAY,
} from "../src/learn/lesson-state.ts";
import type { State } from "../src/learn/position.ts";
import { commandOf, isSame, LEARNER, playScript } from "../src/learn/script.ts";
import { STEPS } from "../src/learn/steps.ts";
import { i18n } from "../src/texts/index.ts";

const { create } = vi.hoisted(() => ({ create: vi.fn(() => new Promise(() => {})) }));
vi.mock("../src/session/host.ts", () => ({ host: { create } }));

const table = (index: number) => frameAt(frameOf(index)).state.table;
const indexOf = (id: string) => STEPS.findIndex((step) => step.id === id);
const tableAt = (id: string) => table(indexOf(id));

describe("the script", () => {
  test("every command that a step asks for is legal for the learner", () => {
    for (const [index, { id, command }] of STEPS.entries()) {
      if (command === undefined) continue;
      const view = flowerWar.view(frameAt(frameOf(index)).state, LEARNER);
      const legal = flowerWar.legal(view, LEARNER);
      const asked = commandOf(command, view);
      expect(
        legal.some((each) => isSame(each, asked)),
        `${id}: ${JSON.stringify(asked)}`,
      ).toBe(true);
    }
  });

  test("it is played the same way every time", () => {
    expect(playScript(STEPS)).toEqual(PLAY);
  });

  test("wherever the learner has to do something, the match waits for them", () => {
    for (const [index, step] of STEPS.entries()) {
      expect(table(index).awaiting?.seat, step.id).toBe(LEARNER);
    }
  });

  test("what is chosen or asked for is in the learner's hand", () => {
    for (const [index, { id, choose, chosen }] of STEPS.entries()) {
      const { hand } = flowerWar.view(frameAt(frameOf(index)).state, LEARNER);
      for (const card of [choose, chosen]) {
        if (card !== undefined)
          expect(
            hand.map((held) => held.card),
            id,
          ).toContain(card);
      }
    }
  });

  test("no moment of it has more or fewer skulls and cards than the game (section 15)", () => {
    for (const { state } of PLAY.frames) {
      expect(skullsOf(state)).toBe(360);
      expect(cardsOf(state)).toBe(340);
      for (const seat of state.table.seats) {
        const hand = state.hidden.hands[seat] ?? [];
        const counted = state.table.tribes[seat]?.cards;
        expect(DECKS.reduce((sum, deck) => sum + (counted?.[deck] ?? 0), 0)).toBe(hand.length);
      }
    }
  });

  test("the partner's hidden cards are not shown to the learner", () => {
    const all = PLAY.frames.flatMap(({ events }) => events);
    const drawn = all.filter((event) => event.type === "card-drawn" && event.seat !== LEARNER);
    expect(drawn).toHaveLength(2);
    for (const event of drawn) expect(event).not.toHaveProperty("held");
    for (const event of all) expect(event).not.toHaveProperty("chance");
  });
});

describe("what the partner says is true on the table", () => {
  test("of the first turn: a 4, one skull from the rack and one by a Day card", () => {
    const { tribes, spaces, turn } = tableAt("rack");
    expect(turn.dice).toEqual([4]);
    expect(tribes.east).toMatchObject({ space: 4, skulls: 2 });
    expect(spaces[3]?.rack).toBe(5);
    expect(tableAt("partner").tribes.west).toMatchObject({ space: 13, cards: { war: 1 } });
    expect(tableAt("partner").tribes.east).toMatchObject({ skulls: 3, cards: { rain: 0, war: 0, day: 0 } });
  });

  test("of the battle: both roll a 4, the macuahuitl makes 5 to 4, and the partner pays a skull", () => {
    expect(tableAt("battle-roll").tribes.west?.space).toBe(12);
    expect(tableAt("battle-card").battle?.dice).toEqual({ attacker: 4, defender: 4 });
    const began = indexOf("battle-card");
    const events = PLAY.frames
      .slice(frameOf(began), frameOf(indexOf("battle-won")) + 1)
      .flatMap((each) => each.events);
    expect(events).toContainEqual(
      expect.objectContaining({ type: "battle-won", winner: "east", loser: "west" }),
    );
    expect(tableAt("battle-won").tribes).toMatchObject({ east: { skulls: 4 }, west: { skulls: 3 } });
  });

  test("of the disc: one last skull three spaces ahead, and with it the eagle and the apocalypse", () => {
    expect(tableAt("disc-roll").spaces[14]).toMatchObject({ rack: 1, disc: null });
    expect(tableAt("disc-roll").apocalypse.state).toBe("none");
    const { spaces, apocalypse } = tableAt("disc");
    expect(spaces[14]).toMatchObject({ rack: 6, disc: LEARNER });
    expect(apocalypse).toMatchObject({ state: "running", count: 0, keeper: LEARNER, ruling: "flood" });
  });

  test("of the gods: 4 to 3, then 4 to 4, then 5 to 4, and the count rises to 1", () => {
    expect(tableAt("balance").offerings).toEqual({ tlaloc: 4, huitzilopochtli: 3 });
    expect(tableAt("balanced").offerings).toEqual({ tlaloc: 4, huitzilopochtli: 4 });
    expect(tableAt("tick").offerings).toEqual({ tlaloc: 5, huitzilopochtli: 4 });
    expect(tableAt("tick").apocalypse).toMatchObject({ count: 1, ruling: "flood" });
  });

  test("of the water: it is there from the disc on, when Tlaloc was offered more", () => {
    const ruled = STEPS.filter((_, index) => table(index).apocalypse.ruling === "flood").map(({ id }) => id);
    expect(ruled[0]).toBe("disc");
    expect(ruled).not.toContain("disc-roll");
  });

  test("of the end: nothing from a flooded rack, then the serpent, and the learner has won", () => {
    expect(tableAt("sign").tribes.east).toMatchObject({ space: 17, skulls: 4 });
    expect(tableAt("sign").turn.dice).toEqual([2]);
    expect(table(END).outcome).toMatchObject({ winner: LEARNER, by: "signs" });
  });
});

describe("a learner", () => {
  /** Does at each step what it asks, and lets the partner play, until the end. */
  function finish(from: LessonState): LessonState {
    let state = from;
    while (state.step < END) {
      const step = STEPS[state.step];
      if (isPartnerPlaying(state)) state = reduceLesson(state, { type: "tick" });
      else if (step?.command !== undefined)
        state = reduceLesson(state, { type: "command", command: step.command });
      else if (step?.choose !== undefined) state = reduceLesson(state, { type: "choose", card: step.choose });
      else state = reduceLesson(state, { type: "touch" });
    }
    return state;
  }

  test("comes from the first step to the end by doing what is asked", () => {
    const end = finish(atStep("goal"));
    expect(end).toMatchObject({ step: END, frame: PLAY.frames.length - 1 });
    expect(idOf(end)).toBeNull();
  });

  test("a learner who does another legal thing stays at the step and is shown what to do", () => {
    const state = atStep("battle-won");
    expect(reduceLesson(state, { type: "command", command: { type: "sacrifice", god: "tlaloc" } })).toEqual({
      ...state,
      missed: 1,
    });
    expect(reduceLesson(state, { type: "choose", card: "7-xochitl" })).toEqual({ ...state, missed: 1 });
    expect(reduceLesson(reduceLesson(state, { type: "miss" }), { type: "miss" })).toEqual({
      ...state,
      missed: 2,
    });
  });

  test("sees what the partner does moment by moment, and can do nothing meanwhile", () => {
    const before = atStep("play-card");
    const after = reduceLesson(before, { type: "touch" });
    expect(after).toEqual({ step: before.step + 1, frame: before.frame + 1, missed: 0 });
    expect(isPartnerPlaying(after)).toBe(true);
    expect(reduceLesson(after, { type: "touch" })).toEqual(after);
    expect(reduceLesson(after, { type: "command", command: { type: "roll" } })).toEqual(after);
    const [one, two, three] = [1, 2, 3].map((times) =>
      Array.from({ length: times }).reduce(
        (state: LessonState) => reduceLesson(state, { type: "tick" }),
        after,
      ),
    );
    expect([one, two, three].map((state) => state && isPartnerPlaying(state))).toEqual([true, true, false]);
  });

  test("comes back to the table of the step before, and finds every step again by its id", () => {
    const state = atStep("disc");
    expect(idOf(reduceLesson(state, { type: "back" }))).toBe("disc-roll");
    expect(reduceLesson(atStep("goal"), { type: "back" })).toEqual(atStep("goal"));
    for (const { id } of STEPS) expect(idOf(atStep(id))).toBe(id);
    expect(atStep("of another version")).toEqual(atStep("goal"));
    expect(atStep(null).step).toBe(END);
  });

  test("finds every id once", () => {
    expect(new Set(STEPS.map(({ id }) => id)).size).toBe(END);
  });
});

describe("in words", () => {
  beforeAll(async () => {
    await loadTexts("en");
    i18n.load("en", {});
    i18n.activate("en");
  });

  test("every step says something and asks for something", () => {
    for (const { id, chapter, say, task, rule } of STEPS) {
      const spoken = [chapter(), task(), ...say(), ...(rule === undefined ? [] : [rule()])];
      for (const text of spoken) expect(text.trim(), id).not.toBe("");
    }
  });
});

test("the short evening after the lesson is the rules' preset for newcomers, about 20 minutes for four", () => {
  const [preset] = flowerWar.presets ?? [];
  expect(preset?.name).toBe("short-evening");
  expect(preset?.minutes[4]).toBeGreaterThanOrEqual(17);
  expect(preset?.minutes[4]).toBeLessThanOrEqual(23);
  void playShortEvening("Citlali");
  const defaults = Object.fromEntries(
    Object.entries(flowerWar.options).map(([name, option]) => [name, option.default]),
  );
  expect(create).toHaveBeenCalledWith(expect.objectContaining({ game: "flower-war", seats: 4, bots: 3 }));
  const [[request]] = create.mock.calls as unknown as [[{ options: object }]];
  expect({ ...defaults, ...request.options }).toEqual(preset?.options);
});

function skullsOf({ table: { spaces, supply, removed, lake, tribes, seats } }: State): number {
  const racks = spaces.reduce((sum, { rack }) => sum + rack, 0);
  const held = seats.reduce((sum, seat) => sum + (tribes[seat]?.skulls ?? 0), 0);
  return racks + supply + removed + lake.tlaloc + lake.huitzilopochtli + held;
}

function cardsOf({ table: { decks }, hidden: { hands, stacks } }: State): number {
  const inDecks = DECKS.reduce((sum, deck) => sum + decks[deck], 0);
  const inHands = SEATS.reduce((sum, seat) => sum + (hands[seat]?.length ?? 0), 0);
  return inDecks + inHands + stacks.reduce((sum, stack) => sum + stack.length, 0);
}
