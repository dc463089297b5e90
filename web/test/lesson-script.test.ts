import { DECKS, flowerWar, SEATS } from "@flower-war/client-sdk/flower-war";
import { beforeAll, describe, expect, test } from "vitest";
import { loadTexts } from "../src/games/flower-war/texts.ts";
import { END, frameAt, frameOf, PLAY } from "../src/learn/lesson-state.ts";
import type { State } from "../src/learn/position.ts";
import { commandOf, isSame, LEARNER, playScript } from "../src/learn/script.ts";
import { STEPS } from "../src/learn/steps/index.ts";
import { i18n } from "../src/texts/index.ts";

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
    for (const [index, { id, chosen }] of STEPS.entries()) {
      if (chosen === undefined) continue;
      const { hand } = flowerWar.view(frameAt(frameOf(index)).state, LEARNER);
      expect(
        hand.map(({ card }) => card),
        id,
      ).toContain(chosen);
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
    const { tribes, spaces, turn } = tableAt("offering");
    expect(turn.dice).toEqual([4]);
    expect(tribes.east).toMatchObject({ space: 4, skulls: 2 });
    expect(spaces[3]?.rack).toBe(5);
    const played = frameAt(frameOf(indexOf("battle-roll")) - 1).state.table.tribes;
    expect(played.west).toMatchObject({ space: 13, cards: { war: 1 } });
    expect(played.east).toMatchObject({ skulls: 3, cards: { rain: 0, war: 0, day: 0 } });
  });

  test("of the battle: both roll a 4, the macuahuitl makes 5 to 4, and the partner pays a skull", () => {
    expect(tableAt("battle-roll").tribes.west?.space).toBe(12);
    expect(tableAt("battle-play").battle?.dice).toEqual({ attacker: 4, defender: 4 });
    const began = indexOf("battle-play");
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
    expect(tableAt("sign-roll").offerings).toEqual({ tlaloc: 5, huitzilopochtli: 4 });
    expect(tableAt("sign-roll").apocalypse).toMatchObject({ count: 1, ruling: "flood" });
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
