import { mkdir, rm, writeFile } from "node:fs/promises";
import { readOptions } from "@flower-war/rules";
import { bots, randomFrom } from "@flower-war/rules/bots";
import { kindOf, type Seat, type State, spaceAztecs, type View } from "@flower-war/rules/space-aztecs";

/**
 * Writes the tables that the gallery shows, web/src/gallery/fixtures/space-aztecs/*.json: moments of matches that seeded
 * bots play by the rules. The same rules give the same files. Run it after a change of the rules or of a shape in them:
 *
 *     node --conditions=@flower-war/source web/tools/space-aztecs-fixtures.ts && npx biome format --write web
 */
const FOLDER = new URL("../src/gallery/fixtures/space-aztecs/", import.meta.url);

/** How many matches are looked through for a moment. */
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

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
for (const wanted of WANTED) {
  const found = find(wanted);
  if (found === null) throw new Error(`no match of ${SEEDS} has the moment ${wanted.name}`);
  await writeFile(new URL(`${wanted.name}.json`, FOLDER), `${JSON.stringify(found)}\n`);
}

/** What a fixture holds: a view, what is legal for its seat, and the view in which all still chose. */
function find({ seats = 4, viewer = awaited, fits }: Wanted) {
  const { options } = readOptions(spaceAztecs, {});
  if (options === undefined) throw new Error("the default options are wrong");
  for (let number = 1; number <= SEEDS; number += 1) {
    const seed = number.toString(16).padStart(64, "0");
    const random = randomFrom(seed);
    let state = spaceAztecs.setup(options, seats, seed);
    let before: State | null = null;
    for (;;) {
      const own = viewer(state);
      const viewOf = (each: State): View => spaceAztecs.view(each, own ?? "public");
      const view = viewOf(state);
      const choosing = before === null ? null : viewOf(before);
      if (fits(view, choosing)) {
        return { view, legal: own === null ? [] : spaceAztecs.legal(view, own), before: choosing };
      }
      if (state.table.phase === "choose") before = state;
      const [next] = spaceAztecs.awaiting(state);
      if (next === undefined) break;
      const command = bots["space-aztecs"].easy(spaceAztecs.view(state, next.seat), random);
      const decided = spaceAztecs.decide(state, next.seat, command);
      if (decided.refused !== undefined) throw new Error(`a bot's command was refused: ${decided.refused}`);
      state = decided.state;
    }
  }
  return null;
}
