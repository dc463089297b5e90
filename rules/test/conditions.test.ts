import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  type Condition,
  type ConditionCode,
  cardConditions,
  cardFace,
  discardConditions,
  firstUnmet,
  flowerWar,
  GODS,
  sacrificeConditions,
  type Seat,
  type State,
  tradeConditions,
  type View,
} from "../src/flower-war/index.ts";
import type { Command, RefusalCode } from "../src/flower-war/vocabulary.ts";
import { fight } from "./support/fight.ts";
import { playMatch } from "../src/trials/matches.ts";
import { runs } from "./support/runs.ts";
import { position } from "./support/position.ts";
import { anything, settings } from "./support/trials/flower-war.ts";

/** The refusals with which a command can be answered whose first unmet condition is this one. */
const REFUSALS_OF: { readonly [C in ConditionCode]: readonly RefusalCode[] } = {
  running: ["match-over"],
  seated: ["not-seated"],
  "not-a-sign": ["not-your-decision", "wrong-phase", "not-playable-now"],
  "not-a-day-card": ["not-your-decision", "wrong-phase", "not-playable-now"],
  "in-battle": ["not-your-decision", "wrong-phase"],
  attacking: ["not-your-decision", "wrong-phase", "not-playable-now"],
  defending: ["not-your-decision", "wrong-phase", "not-playable-now"],
  "your-turn": ["not-your-decision", "wrong-phase"],
  "your-answer": ["not-your-decision", "wrong-phase"],
  "after-landing": ["not-your-decision", "wrong-phase"],
  "before-cards": ["wrong-phase"],
  "card-to-stop": ["not-playable-now"],
  "not-traded": ["already-traded"],
  "not-offered": ["already-sacrificed"],
  "skull-to-offer": ["no-skulls"],
  skulls: ["not-enough-skulls"],
  room: ["space-full"],
};

/** Returns what is wrong with the conditions of one command; empty if they agree with the rules. */
function disagreements(
  state: State,
  seat: Seat,
  conditions: readonly Condition<ConditionCode>[],
  commands: readonly Command[],
): readonly string[] {
  const view = flowerWar.view(state, seat);
  const legal = flowerWar.legal(view, seat).map((command) => JSON.stringify(command));
  const possible = commands.some((command) => legal.includes(JSON.stringify(command)));
  const unmet = firstUnmet(conditions);
  const what = `${seat} ${JSON.stringify(commands[0])}: ${JSON.stringify(conditions)}`;
  if (possible !== (unmet === null)) return [`${possible ? "legal" : "not legal"}, ${what}`];
  if (unmet === null) return [];
  return commands.flatMap((command) => {
    const { refused } = flowerWar.decide(state, seat, command);
    return refused !== undefined && REFUSALS_OF[unmet.code].includes(refused) ? [] : [`${refused}, ${what}`];
  });
}

/** Returns the commands that would play a card, at targets that are open if any is. */
function playsOf(view: View, id: string, card: string): readonly Command[] {
  const { table, seat } = view;
  const other = table.seats.find((each) => each !== seat && table.tribes[each]?.out === 0);
  const play = { type: "play-card", card: id } as const;
  switch (card) {
    case "xochiyaoyotl":
      return other === undefined ? [play] : [{ ...play, seat: other }];
    case "offering-bowl":
      return [{ ...play, god: "tlaloc" }];
    case "causeway":
      return [{ ...play, space: 1 }];
    default:
      return [cardFace(card).time.startsWith("battle") ? { type: "play-battle-card", card: id } : play];
  }
}

test("in random matches all conditions of a command are met exactly if it is legal, and the first unmet one is why it is refused", () => {
  fc.assert(
    fc.property(settings, (setting) => {
      playMatch(setting, anything, {
        before(state) {
          for (const seat of state.table.seats) {
            const view = flowerWar.view(state, seat);
            const faults = [
              ...view.hand.flatMap(({ id, card }) => [
                ...disagreements(state, seat, cardConditions(view, card), playsOf(view, id, card)),
                ...disagreements(state, seat, discardConditions(view, card), [{ type: "discard", card: id }]),
              ]),
              ...GODS.flatMap((god) =>
                disagreements(state, seat, sacrificeConditions(view, god), [{ type: "sacrifice", god }]),
              ),
              ...disagreements(state, seat, tradeConditions(view), [{ type: "trade" }]),
            ];
            if (faults.length > 0) throw new Error(faults.join("\n"));
          }
        },
      });
    }),
    runs(15, 60),
  );
}, 600_000);

/** Returns the codes of conditions, an unmet one with an exclamation mark. */
function codes(conditions: readonly Condition<ConditionCode>[]): string {
  return conditions.map(({ code, met }) => (met ? code : `!${code}`)).join(" ");
}

describe("the conditions of a card", () => {
  it("in a battle: the side, the answer, the cost, and the room where it is fought", () => {
    const state = fight({ dice: [3, 4], east: ["chimalli", "obsidian-edge"], north: ["chimalli", "mist"] });
    const east = flowerWar.view(state, "east");
    const north = flowerWar.view(state, "north");
    expect(codes(cardConditions(east, "chimalli"))).toBe("in-battle !defending your-answer skulls room");
    expect(codes(cardConditions(north, "chimalli"))).toBe("in-battle defending !your-answer skulls room");
    expect(codes(cardConditions(north, "mist"))).toBe("in-battle !your-answer !card-to-stop");
    expect(cardConditions(east, "obsidian-edge").at(-1)?.values).toEqual({
      cost: 2,
      room: 9,
      rack: 4,
      space: 12,
    });
  });

  it("in a turn: whose turn it is, the phase, the cost, and the room", () => {
    const state = position({
      asks: "sacrifice",
      racks: { xochitl: 12 },
      tribes: { east: { skulls: 1, hand: ["canoe", "downpour", "spring-rain", "eagle", "7-xochitl"] } },
    });
    const view = flowerWar.view(state, "east");
    expect(codes(cardConditions(view, "canoe"))).toBe("your-turn after-landing skulls room");
    expect(codes(cardConditions(view, "downpour"))).toBe("your-turn after-landing !skulls !room");
    expect(codes(cardConditions(view, "spring-rain"))).toBe("your-turn after-landing");
    expect(codes(cardConditions(view, "eagle"))).toBe("!not-a-sign");
    expect(codes(cardConditions(view, "7-xochitl"))).toBe("!not-a-sign");
    expect(codes(cardConditions(view, "7-mazatl"))).toBe("!not-a-day-card");
    expect(codes(cardConditions(view, "atlatl"))).toBe("!in-battle !attacking skulls");
  });

  it("in another's turn: whose it is, and nothing about the rack there", () => {
    const state = position({ tribes: { north: { skulls: 1, hand: ["canoe"] } } });
    const conditions = cardConditions(flowerWar.view(state, "north"), "canoe");
    expect(codes(conditions)).toBe("!your-turn !after-landing skulls");
    expect(firstUnmet(conditions)).toEqual({ code: "your-turn", met: false, values: { who: "east" } });
  });

  it("for a spectator, and after the end: that alone", () => {
    const state = position();
    expect(codes(cardConditions(flowerWar.view(state, "public"), "canoe"))).toBe("!seated");
    const table = { ...state.table, awaiting: null };
    expect(codes(cardConditions({ table, seat: "east", hand: [] }, "canoe"))).toBe("!running");
  });
});

describe("the conditions of offerings", () => {
  it("a skull or a free offering, before cards and without a trade", () => {
    const state = position({ asks: "sacrifice", tribes: { east: { skulls: 0 } }, discs: { coatl: "east" } });
    const view = flowerWar.view(state, "east");
    expect(codes(sacrificeConditions(view, "tlaloc"))).toBe(
      "your-turn after-landing before-cards not-traded skull-to-offer",
    );
    expect(firstUnmet(sacrificeConditions(view, "huitzilopochtli"))?.code).toBe("skull-to-offer");
    expect(firstUnmet(tradeConditions(view))).toEqual({
      code: "skulls",
      met: false,
      values: { cost: 7, skulls: 0 },
    });
  });

  it("none after the first card", () => {
    const state = position({ asks: "cards", tribes: { east: { skulls: 9, hand: ["canoe"] } } });
    expect(firstUnmet(tradeConditions(flowerWar.view(state, "east")))?.code).toBe("before-cards");
  });
});
