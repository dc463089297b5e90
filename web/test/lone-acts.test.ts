/** What the page does by itself: only where all see that there is no choice (docs/fair-dice.md, "What a page may do by itself"). */
import type { GameName } from "@flower-war/client-sdk";
import { type Game, type GameTypes, games, readOptions } from "@flower-war/rules";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { CARDS } from "@flower-war/rules/flower-war";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LoneActs, loneCommand } from "../src/game-frame/action/lone-act.ts";
import type { TableScene } from "../src/game-frame/scene.ts";
import { isLoneInSight } from "../src/games/flower-war/lone-acts.ts";

const GAMES: readonly GameName[] = ["flower-war", "mexica", "space-aztecs", "tieqchieq"];
const ON = { acts: true, rolls: true };
const DEFAULTS = { acts: true, rolls: false };

const inSight = { isLoneInSight: () => true };
const ACTS = {
  "flower-war": { isLoneInSight },
  mexica: { isLoneInSight },
  "space-aztecs": inSight,
  tieqchieq: inSight,
} as unknown as Readonly<Record<GameName, LoneActs<TableScene, never>>>;

interface Decision {
  readonly seat: string;
  readonly view: object;
  readonly legal: readonly GameTypes["command"][];
}

/** Plays a match of easy bots, and returns the decisions of all seats. */
function decisionsOf(name: GameName, table: number, seed: number, most: number): readonly Decision[] {
  const rules: Game<GameTypes> = games[name];
  const easy = bots[name].easy as (view: object, random: (below: number) => number) => GameTypes["command"];
  const { min, max } = rules.seats;
  const seats = rules.seatsFor(min + (table % (max - min + 1)));
  const { options } = readOptions(rules, {});
  if (options === undefined) throw new Error("the default options are wrong");
  const chance = seed.toString(16).padStart(64, "0");
  const random = randomFrom(chance);
  const found: Decision[] = [];
  let state = rules.setup(options, seats.length, chance);
  for (let n = 0; n < most; n++) {
    const [awaited] = rules.awaiting(state);
    if (awaited === undefined) break;
    const view = rules.view(state, awaited.seat);
    found.push({ seat: awaited.seat, view, legal: rules.legal(view, awaited.seat) });
    const decided = rules.decide(state, awaited.seat, easy(view, random));
    if (decided.state === undefined) throw new Error("an easy bot was refused");
    state = decided.state;
  }
  return found;
}

const sceneOf = ({ view, legal, seat }: Decision) => ({ view, legal, seat }) as unknown as TableScene;

/** Returns the same decision of a seat whose hidden cards are others, as nobody else could tell. */
function withOtherCards(name: GameName, decision: Decision, random: (below: number) => number): Decision {
  const hidden = decision.view as {
    hand?: readonly { id: string; card: string }[];
    pile?: readonly string[];
  };
  const { hand } = hidden;
  if (hand === undefined) return decision;
  // Of the Day cards only flowers are kept (canon section 7).
  const flowers = CARDS.day.filter((card) => card.endsWith("-xochitl"));
  const decks: readonly (readonly string[])[] = [CARDS.war, CARDS.rain, flowers];
  const others = hand.map(({ id, card }) => {
    const cards = decks.find((deck) => deck.includes(card)) ?? [card];
    return { id, card: cards[random(cards.length)] };
  });
  const view = { ...decision.view, hand: others };
  const rules: Game<GameTypes> = games[name];
  return { ...decision, view, legal: rules.legal(view, decision.seat) };
}

describe.each(GAMES)("at a table of %s", (name) => {
  test("what the page does by itself would be the same with any other hand", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(), (table, seed) => {
        const random = randomFrom((seed + 1).toString(16).padStart(64, "0"));
        for (const decision of decisionsOf(name, table, seed, 120)) {
          const act = loneCommand(ACTS[name], sceneOf(decision), ON);
          const other = loneCommand(ACTS[name], sceneOf(withOtherCards(name, decision, random)), ON);
          expect(other).toEqual(act);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("it does nothing by itself for who wants to press each button, and rolls only for who wants that", () => {
    for (const decision of decisionsOf(name, 1, 1, 200)) {
      const scene = sceneOf(decision);
      expect(loneCommand(ACTS[name], scene, { acts: false, rolls: true })).toBeNull();
      expect(["roll", "toss"]).not.toContain(loneCommand(ACTS[name], scene, DEFAULTS)?.type);
    }
  });

  test("fewer than one of ten decisions is pressed without a choice, but for what brings chance", () => {
    const decisions = [1, 2, 3, 4].flatMap((seed) => decisionsOf(name, seed, seed, 3000));
    const lone = decisions.filter(({ legal }) => legal.filter(({ type }) => type !== "concede").length === 1);
    const pressed = lone.filter((decision) => loneCommand(ACTS[name], sceneOf(decision), ON) === null);
    const passes = pressed.filter(({ legal }) => legal.some(({ type }) => type === "pass"));
    const asked = decisions.length - (lone.length - pressed.length);
    console.log(
      `${name}: ${decisions.length} decisions, ${lone.length} without a choice; pressed: ${asked}, ${pressed.length} of them, passes: ${passes.length}`,
    );
    // Passes can be told to the page once for many.
    expect((pressed.length - passes.length) / asked).toBeLessThan(0.1);
  });
});
