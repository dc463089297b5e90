import { bots } from "@flower-war/rules/bots";
import { kindOf, type Seat, type State, spaceAztecs, type View } from "@flower-war/rules/space-aztecs";
import { statesOf, writeMoments } from "./moments.ts";

/*
 * The tables that the gallery shows, as `writeMoments` writes them. Run it after a change of the rules or of a shape in them:
 *
 *     node --conditions=@flower-war/source web/tools/space-aztecs-fixtures.ts && npx biome format --write web
 */

const SEEDS = 60;

interface Wanted {
  readonly name: string;
  readonly seats?: number;
  /** The viewer; `null`: a spectator. Default: the awaited seat, the first of several. */
  readonly viewer?: (state: State) => Seat | null;
  /** Whether this moment of a match is the one to show. `before`: the last table in which all still chose. */
  readonly fits: (view: View, before: View | null) => boolean;
}

const awaited = (state: State): Seat | null => spaceAztecs.awaiting(state)[0]?.seat ?? null;

const seat = (wanted: Seat) => (): Seat => wanted;

const isChosen = ({ table, seat: own }: View): boolean => own !== null && table.chosen.includes(own);

const tookMany = ({ table }: View): boolean =>
  table.seats.some((each) => (table.cities[each]?.saucers.at(-1)?.took.length ?? 0) >= 2);

const WANTED: readonly Wanted[] = [
  { name: "take-first", fits: ({ table }) => table.round === 1 && table.phase === "take" },
  {
    name: "take",
    viewer: seat("0"),
    fits: ({ table, seat: own }) =>
      table.round === 6 &&
      table.phase === "take" &&
      table.places.filter(({ heldBy }) => heldBy !== null).length >= 1 &&
      table.places.every(({ heldBy }) => heldBy !== own),
  },
  {
    name: "choose",
    viewer: seat("0"),
    fits: (view) =>
      view.table.round === 7 &&
      view.pile.length >= 5 &&
      view.table.chosen.length === 0 &&
      view.table.phase === "choose",
  },
  {
    name: "chosen",
    viewer: seat("0"),
    fits: (view) => view.table.round === 5 && view.table.phase === "choose" && isChosen(view),
  },
  { name: "shelter", fits: ({ table }) => table.phase === "shelter" && table.round >= 5 },
  { name: "abduct", fits: ({ table }) => table.phase === "abduct" && table.round >= 4 },
  {
    name: "abduct-watch",
    viewer: () => null,
    fits: ({ table }) => table.phase === "abduct" && table.chosen.length >= 1,
  },
  {
    name: "reveal",
    viewer: seat("0"),
    fits: (view, before) =>
      before !== null &&
      before.table.round + 1 === view.table.round &&
      view.table.round >= 6 &&
      view.table.saucersPlayed === before.table.saucersPlayed + 1 &&
      tookMany(view) &&
      kindOf(view.table.cities[view.table.starting]?.saucers.at(-1)?.card ?? "C1") === "saucer" &&
      !before.table.cities[view.table.starting]?.saucers.some(
        ({ card }) => card === view.table.cities[view.table.starting]?.saucers.at(-1)?.card,
      ),
  },
  {
    name: "reveal-shelter",
    fits: (view, before) =>
      before !== null && view.table.phase === "shelter" && view.table.chosen.length >= 1,
  },
  {
    name: "two",
    seats: 2,
    viewer: seat("0"),
    fits: ({ table, pile }) => table.round === 12 && table.phase === "choose" && pile.length > 0,
  },
  {
    name: "six",
    seats: 6,
    viewer: seat("0"),
    fits: ({ table, pile }) => table.round === 7 && table.phase === "choose" && pile.length >= 5,
  },
  {
    name: "full-pile",
    seats: 5,
    viewer: seat("0"),
    fits: ({ table, pile }) => table.round === 1 && table.phase === "choose" && pile.length === 9,
  },
  {
    name: "spectator",
    viewer: () => null,
    fits: ({ table }) => table.round === 8 && table.phase === "choose",
  },
  { name: "over-saucers", viewer: seat("0"), fits: ({ table }) => table.outcome?.by === "saucers" },
  { name: "over-piles", viewer: seat("1"), fits: ({ table }) => table.outcome?.by === "piles" },
];

/** A fixture also holds the view in which all still chose. */
await writeMoments("space-aztecs", WANTED, SEEDS, ({ seats = 4, viewer = awaited, fits }, number) => {
  let choosing: State | null = null;
  for (const state of statesOf({ game: spaceAztecs, seats, number, bot: bots["space-aztecs"].easy })) {
    const own = viewer(state);
    const viewOf = (each: State): View => spaceAztecs.view(each, own ?? "public");
    const view = viewOf(state);
    const before = choosing === null ? null : viewOf(choosing);
    if (fits(view, before)) return { view, legal: own === null ? [] : spaceAztecs.legal(view, own), before };
    if (state.table.phase === "choose") choosing = state;
  }
  return null;
});
