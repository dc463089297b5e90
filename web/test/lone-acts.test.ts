/** The page sends a command by itself only where public information shows that it is the only one (docs/fair-dice.md). */
import type { GameName } from "@flower-war/client-sdk";
import { type Game, type GameTypes, games, readOptions } from "@flower-war/rules";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { CARDS } from "@flower-war/rules/flower-war";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LoneActs, loneCommand } from "../src/game-frame/action/lone-act.ts";
import type { TableScene } from "../src/game-frame/scene.ts";
import { isIdleChoice } from "../src/games/flower-war/idle-choices.ts";
import { isLoneInSight } from "../src/games/flower-war/lone-acts.ts";

const GAMES: readonly GameName[] = ["flower-war", "mexica", "space-aztecs", "tieqchieq"];
const ON = { acts: true, rolls: true };
const DEFAULTS = { acts: true, rolls: false };

const inSight = { isLoneInSight: () => true };
const ACTS = {
  "flower-war": { isLoneInSight, isIdleChoice },
  mexica: { isLoneInSight, isIdleChoice },
  "space-aztecs": inSight,
  tieqchieq: inSight,
} as unknown as Readonly<Record<GameName, LoneActs<TableScene, never>>>;

interface Decision {
  readonly state: GameTypes["state"];
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
    found.push({ state, seat: awaited.seat, view, legal: rules.legal(view, awaited.seat) });
    const decided = rules.decide(state, awaited.seat, easy(view, random));
    if (decided.state === undefined) throw new Error("an easy bot was refused");
    state = decided.state;
  }
  return found;
}

const sceneOf = ({ view, legal, seat }: Decision) => ({ view, legal, seat }) as unknown as TableScene;

/** Returns the decision with other hidden cards, as many of each deck: other players cannot tell them apart. */
function withOtherCards(
  name: GameName,
  decision: Decision,
  piled: readonly string[],
  random: (below: number) => number,
): Decision {
  const hidden = decision.view as {
    hand?: readonly { id: string; card: string }[];
    pile?: readonly string[];
  };
  const { hand, pile } = hidden;
  const rules: Game<GameTypes> = games[name];
  const having = (cards: object): Decision => {
    const view = { ...decision.view, ...cards };
    return { ...decision, view, legal: rules.legal(view, decision.seat) };
  };
  if (pile !== undefined) return having({ pile: pickCards(piled, pile.length, random) });
  if (hand === undefined) throw new Error(`${name} hides nothing`);
  // Of the Day cards only flowers are kept (canon section 7).
  const flowers = CARDS.day.filter((card) => card.endsWith("-xochitl"));
  const decks: readonly (readonly string[])[] = [CARDS.war, CARDS.rain, flowers];
  const others = hand.map(({ id, card }) => {
    const cards = decks.find((deck) => deck.includes(card)) ?? [card];
    return { id, card: cards[random(cards.length)] };
  });
  return having({ hand: others });
}

/** Returns so many different ones of some cards. */
function pickCards(
  cards: readonly string[],
  count: number,
  random: (below: number) => number,
): readonly string[] {
  const left = [...cards];
  return Array.from({ length: count }, () => left.splice(random(left.length), 1)[0] ?? "");
}

// Tıeqchıeq hides nothing.
describe.each(GAMES.filter((name) => name !== "tieqchieq"))("at a table of %s", (name) => {
  test("the page sends the same command whatever the hidden cards are", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(), (table, seed) => {
        const random = randomFrom((seed + 1).toString(16).padStart(64, "0"));
        const decisions = decisionsOf(name, table, seed, 120);
        const piles = decisions.flatMap(({ view }) => (view as { pile?: readonly string[] }).pile ?? []);
        const piled = [...new Set(piles)];
        for (const decision of decisions) {
          const act = loneCommand(ACTS[name], sceneOf(decision), ON);
          const other = loneCommand(ACTS[name], sceneOf(withOtherCards(name, decision, piled, random)), ON);
          // A last card of a pile is another one, but it is played all the same.
          expect(other?.type).toBe(act?.type);
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe.each(GAMES)("at a table of %s", (name) => {
  test("the page sends nothing if the player has switched that off, and rolls only if they have chosen that", () => {
    for (const decision of decisionsOf(name, 1, 1, 200)) {
      const scene = sceneOf(decision);
      expect(loneCommand(ACTS[name], scene, { acts: false, rolls: true })).toBeNull();
      expect(["roll", "toss"]).not.toContain(loneCommand(ACTS[name], scene, DEFAULTS)?.type);
    }
  });

  test("less than 10 % of the presses have only one answer, without rolls, tosses and passes", () => {
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

describe.each(["flower-war", "mexica"] as const)(
  "a choice of %s that the page makes for its player",
  (name) => {
    const rules: Game<GameTypes> = games[name];

    test("leads to the same table, whichever seat and god are chosen", () => {
      const idle = [1, 2, 3, 4, 5, 6]
        .flatMap((seed) => decisionsOf(name, seed, seed, 3000))
        .filter(({ legal }) => legal.some(({ type }) => type === "choose"))
        .filter((decision) => isIdleChoice(sceneOf(decision) as never));
      for (const { state, seat, legal } of idle) {
        const answers = legal.filter(({ type }) => type === "choose");
        const tables = answers.map((answer) => {
          const decided = rules.decide(state, seat, answer);
          if (decided.state === undefined) throw new Error("a legal choice was refused");
          return rules.view(decided.state, "public");
        });
        for (const table of tables) expect(table).toEqual(tables[0]);
      }
      console.log(`${name}: ${idle.length} choices from which nothing follows`);
      expect(idle.length).toBeGreaterThan(0);
    });
  },
);
