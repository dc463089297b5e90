import type { SeatClock } from "@flower-war/client-sdk";
import type { Seat } from "@flower-war/client-sdk/flower-war";
import { i18n } from "@lingui/core";
import { beforeAll, describe, expect, test } from "vitest";
import { situationOf } from "../src/game-frame/action/action-panel.tsx";
import { withSendableCommands } from "../src/game-frame/scene.ts";
import { clockWords } from "../src/game-frame/table/countdown.tsx";
import { action, phaseOf } from "../src/games/flower-war/action.tsx";
import { leaderOf, ownBattle, totalWords } from "../src/games/flower-war/battle-words.ts";
import { playabilityOf } from "../src/games/flower-war/hand/playability.ts";
import { type FlowerWarScene, loadTexts } from "../src/games/flower-war/texts.ts";
import { fixture, withTable } from "./support/flower-war.ts";

beforeAll(async () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  await loadTexts("en");
});

/** What the action panel is about. */
function situationIn(scene: FlowerWarScene) {
  return situationOf(scene, { isOver: action.describeEnd(scene) !== null, isOut: action.isOut(scene) });
}

describe("situation", () => {
  test.each([
    ["roll", "roll"],
    ["move", "move"],
    ["offer", "sacrifice"],
    ["cards", "cards"],
    ["choose", "choose"],
    ["discard", "discard"],
    ["challenge", "challenge"],
    ["battle-answer", "battle"],
    ["pay", "pay"],
  ])("%s: the viewer decides", (name, decision) => {
    const scene = sceneOf(name);
    expect(situationIn(scene)).toBe("deciding");
    expect(scene.awaiting).toMatchObject([{ seat: scene.seat, decision }]);
  });

  test("waiting says what is awaited of another seat", () => {
    const scene = sceneOf("waiting");
    expect(situationIn(scene)).toBe("waiting");
    expect(action.describeAwaited(scene)).not.toBe("");
    expect(scene.awaiting.map(({ seat }) => seat)).not.toContain(scene.seat);
  });

  test("the end comes before everything else, then a lost connection, then watching", () => {
    expect(situationIn(sceneOf("won", { connection: "gone" }))).toBe("over");
    expect(situationIn(sceneOf("spectator", { connection: "gone" }))).toBe("disconnected");
    expect(situationIn(sceneOf("roll", { connection: "resuming" }))).toBe("disconnected");
    expect(situationIn(sceneOf("spectator"))).toBe("watching");
  });

  test("a seat that the server plays has no decision, and nothing is legal", () => {
    const scene = away(sceneOf("offer"));
    expect(situationIn(scene)).toBe("played");
    expect(withSendableCommands(scene).legal).toEqual([]);
  });

  test("nothing is legal while the connection is lost", () => {
    expect(withSendableCommands(sceneOf("offer", { connection: "reconnecting" })).legal).toEqual([]);
    expect(withSendableCommands(sceneOf("offer")).legal.length).toBeGreaterThan(0);
  });
});

describe("phases of the viewer's turn", () => {
  test.each([
    ["roll", "roll"],
    ["move", "land"],
    ["offer", "offer"],
    ["cards", "cards"],
    ["waiting", null],
    ["won", null],
  ])("%s: %s", (name, phase) => {
    expect(phaseOf(fixture(name).view)).toBe(phase);
  });
});

describe("hand", () => {
  test.each(["offer", "cards", "battle-answer", "pay", "discard"])(
    "%s: a card is playable exactly if a legal command uses it",
    (name) => {
      const scene = sceneOf(name);
      for (const [id, { state, reason }] of playabilityOf(scene)) {
        const legal = scene.legal.some(
          (command) => "card" in command && command.card === id && command.type !== "discard",
        );
        expect(state).toBe(legal ? "playable" : "not-now");
        expect(reason === null).toBe(legal);
      }
    },
  );

  test("a reason names the numbers", () => {
    const reasons = [...playabilityOf(sceneOf("battle-answer")).values()].map(({ reason }) => reason);
    expect(reasons).toContainEqual(expect.stringMatching(/^costs \d+: you have \d+$/));
  });

  test.each(["roll", "waiting"])("%s: no card is muted while none is asked for", (name) => {
    const states = [...playabilityOf(sceneOf(name)).values()].map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["idle"]));
  });
});

describe("battle", () => {
  test("its window is there while its fighters answer, and away while a Day card that was won asks for a choice", () => {
    const { view } = fixture("battle-answer");
    const { battle, awaiting } = view.table;
    if (awaiting === null) throw new Error("no seat is awaited");
    const deciding = (decision: "pay" | "choose" | "discard") =>
      ownBattle(withTable(view, { awaiting: { ...awaiting, decision } }));
    expect(ownBattle(view)).toEqual(battle);
    expect(deciding("pay")).toEqual(battle);
    expect(deciding("choose")).toBeNull();
    expect(deciding("discard")).toBeNull();
    expect(ownBattle(fixture("battle-watch").view)).toBeNull();
    expect(ownBattle(fixture("roll").view)).toBeNull();
  });

  test("the higher total leads; with level totals no seat, or the attacker by ozomahtli's rule", () => {
    const { table } = fixture("battle-answer").view;
    const { battle } = table;
    if (battle === null) throw new Error("there is no battle");
    const level = { ...battle, totals: { attacker: 4, defender: 4 } };
    expect(leaderOf({ ...battle, totals: { attacker: 3, defender: 5 } }, table)).toBe("defender");
    expect(leaderOf(level, table)).toBeNull();
    const apocalypse = { ...table.apocalypse, discs: ["ozomahtli"] as const };
    expect(leaderOf(level, { ...table, options: { ...table.options, discRules: true }, apocalypse })).toBe(
      "attacker",
    );
  });

  test("a total says what the die gave and what was added", () => {
    const { battle } = fixture("battle-answer").view.table;
    if (battle === null) throw new Error("there is no battle");
    const shown = { ...battle, dice: { attacker: 3, defender: 5 }, totals: { attacker: 5, defender: 5 } };
    expect(totalWords(shown, "attacker")).toBe("3 on the die, +2");
    expect(totalWords(shown, "defender")).toBe("5 on the die");
  });
});

test.each([
  [84_000, "1:24"],
  [9_001, "0:10"],
  [-5, "0:00"],
  [93_900_000, "26 h 05"],
])("%i ms are shown as %s", (ms, words) => {
  expect(clockWords(ms)).toBe(words);
});

function sceneOf(name: string, changes: Partial<FlowerWarScene> = {}): FlowerWarScene {
  const { view, legal } = fixture(name);
  const { awaiting } = view.table;
  return {
    game: "flower-war",
    view,
    seat: view.seat,
    people: [],
    awaiting: awaiting === null ? [] : [awaiting],
    legal,
    clock: null,
    connection: "connected",
    temple: null,
    ...changes,
  };
}

function away(scene: FlowerWarScene): FlowerWarScene {
  const clock: SeatClock = { reserve: 0, turnEnds: null, deadline: null, away: true };
  const seats = new Map<Seat, SeatClock>([[scene.seat ?? "east", clock]]);
  const rules = { turn: 1000, reserve: 0, increment: 0, warning: 0, awayAfter: 1, away: "bot" } as const;
  return { ...scene, clock: { rules, seats, givenBack: 0 } };
}
