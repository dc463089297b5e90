import { drawerOf } from "@flower-war/game-frame";
import { shuffledBy } from "@flower-war/rules";
import { checksOf, trialOf } from "@flower-war/rules/trials";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import page from "./page.ts";
import { CARDS, type Card, game, type Seat, type Types } from "./rules.ts";
import table from "./web/table.tsx";

/* What every game must guarantee, tried in random matches: above all that no hand and no deck can be learned. */

const draw = await drawerOf(page, table);

const trial = trialOf(game, {
  universe: () => CARDS.map((card) => ({ type: "play", card })),
  fields: { type: ["play"], card: [...CARDS.slice(0, 3), "c0", 7] },
  findFaults: ({ table, hands, deck }) => {
    const held = Object.values(hands).flat();
    const there = new Set([...held, ...deck, ...table.trick.map(({ card }) => card)]);
    return there.size === held.length + deck.length + table.trick.length ? [] : ["a card is there twice"];
  },
  // What a viewer has not seen may be dealt in any other way. The card that is played now will be seen, and who draws sees the next one.
  twin: ({ before, seat, command }, viewer, random) => {
    const others = before.table.seats.filter((each) => each !== viewer);
    const played = (holder: Seat) => (holder === seat ? [command.card] : []);
    const restOf = (holder: Seat) =>
      (before.hands[holder] ?? []).filter((card) => !played(holder).includes(card));
    const seen = viewer === seat ? before.deck.slice(0, 1) : [];
    const unseen = [...others.flatMap(restOf), ...before.deck.slice(seen.length)];
    const mixed = shuffledBy(unseen, random) as Card[];
    const dealt = others.map(
      (each) => [each, [...played(each), ...mixed.splice(0, restOf(each).length)]] as const,
    );
    const hands = { ...before.hands, ...Object.fromEntries(dealt) };
    return { before: { ...before, hands, deck: [...seen, ...mixed] }, command };
  },
  secrets: ["hands", "deck"],
  page,
  draw: (view, viewer, seats) => renderToStaticMarkup(draw(view, viewer, seats)),
});

for (const { name, run } of checksOf(trial)) test(name, run, 60_000);

test("the highest card takes the trick, and its seat begins the next one", () => {
  const start = game.setup({ held: 3 }, 2, "00".repeat(32));
  const [first, second]: [Card, Card] = ["c3", "c20"];
  const before: Types["state"] = { ...start, hands: { ana: [first], bela: [second] }, deck: [] };
  const held = { ana: 1, bela: 1 };
  const played = game.decide({ ...before, table: { ...before.table, held, toDraw: 0 } }, "ana", {
    type: "play",
    card: first,
  });
  if (played.events === undefined) throw new Error(played.refused);
  const taken = game.decide(played.state, "bela", { type: "play", card: second });
  expect(taken.events?.map(({ type }) => type)).toEqual(["played", "took", "ended"]);
  expect(taken.state?.table).toMatchObject({ turn: "bela", tricks: { ana: 0, bela: 1 } });
  expect(taken.state && game.outcome(taken.state)).toEqual({
    standings: [
      { seat: "ana", place: 2 },
      { seat: "bela", place: 1 },
    ],
  });
});
