import { bots } from "@flower-war/rules/bots";
import {
  actConditions,
  ENDS,
  firstUnmet,
  type Seat,
  SEATS,
  SUN,
  squareAt,
  targetOf,
  tieqchieq,
  type View,
} from "@flower-war/rules/tieqchieq";
import { statesOf, writeMoments } from "./moments.ts";

/*
 * The tables that the gallery shows, as `writeMoments` writes them. Run it after a change of the rules or of a shape in them:
 *
 *     node --conditions=@flower-war/source web/tools/tieqchieq-fixtures.ts && npx biome format --write web
 */

const SEEDS = 400;

interface Wanted {
  readonly name: string;
  /** The viewer; `null`: a spectator. */
  readonly viewer: Seat | null;
  /** Whether this moment of a match is the one to show. */
  readonly fits: (view: View, before: View | null) => boolean;
}

const own = ({ table, seat }: View): boolean => table.turn === seat;

const busy = ({ table }: View): boolean =>
  SEATS.every((seat) => table.tokens[seat].home >= 1 && table.tokens[seat].at.length >= 3);

/** Where the viewer's open acts end. */
function goals(view: View): readonly string[] {
  const { table, seat } = view;
  if (seat === null) return [];
  return tieqchieq.legal(view, seat).flatMap((command) => {
    if (command.type !== "move" && command.type !== "introduce") return [];
    const { step } = targetOf(table, seat, command);
    return step === undefined ? [] : [squareAt(seat, step) ?? ENDS[seat]];
  });
}

const attacks = (view: View): boolean => {
  const { red, yellow } = view.table.tokens;
  const theirs: readonly string[] = view.seat === "red" ? yellow.at : red.at;
  return goals(view).some((goal) => theirs.includes(goal));
};

const blockedBy = (view: View, code: string): boolean =>
  view.seat !== null &&
  view.table.tokens[view.seat].at.some(
    (from) => firstUnmet(actConditions(view, { type: "move", from }))?.code === code,
  );

const choosing = (view: View, count: number): boolean =>
  own(view) && view.table.phase === "act" && busy(view) && goals(view).length >= count;

const fought = (view: View, before: View | null): boolean =>
  before !== null && JSON.stringify(view.table.battle) !== JSON.stringify(before.table.battle);

const WANTED: readonly Wanted[] = [
  { name: "begin", viewer: "red", fits: (view) => own(view) && view.table.tosses === 0 },
  { name: "toss", viewer: "red", fits: (view) => own(view) && view.table.phase === "toss" && busy(view) },
  {
    name: "choose",
    viewer: "red",
    fits: (view) => choosing(view, 4) && attacks(view) && blockedBy(view, "not-beyond-home"),
  },
  { name: "choose-yellow", viewer: "yellow", fits: (view) => choosing(view, 3) && attacks(view) },
  { name: "price", viewer: "red", fits: (view) => choosing(view, 2) && blockedBy(view, "price") },
  {
    name: "sun",
    viewer: "red",
    fits: (view) => choosing(view, 2) && view.table.tokens.yellow.at.includes(SUN),
  },
  { name: "home", viewer: "red", fits: (view) => choosing(view, 2) && goals(view).includes(ENDS.red) },
  {
    name: "only",
    viewer: "red",
    fits: (view) => own(view) && view.table.phase === "act" && busy(view) && goals(view).length === 1,
  },
  { name: "plus", viewer: "red", fits: (view) => own(view) && view.table.phase === "plus" && busy(view) },
  { name: "waiting", viewer: "red", fits: (view) => !own(view) && view.table.phase === "act" && busy(view) },
  { name: "spectator", viewer: null, fits: (view) => view.table.phase === "act" && busy(view) },
  {
    name: "battle-won",
    viewer: "red",
    fits: (view, before) =>
      fought(view, before) && view.table.battle?.attacker === "red" && view.table.battle.winner === "red",
  },
  {
    name: "battle-lost",
    viewer: "red",
    fits: (view, before) =>
      fought(view, before) && view.table.battle?.attacker === "red" && view.table.battle.winner === "yellow",
  },
  {
    name: "battle-held",
    viewer: "red",
    fits: (view, before) =>
      fought(view, before) && view.table.battle?.attacker === "yellow" && view.table.battle.winner === "red",
  },
  { name: "won", viewer: "red", fits: ({ table }) => table.outcome?.winner === "red" },
  { name: "lost", viewer: "red", fits: ({ table }) => table.outcome?.winner === "yellow" },
];

const PLAYED = { game: tieqchieq, options: { first: "random" }, seats: 2, bot: bots.tieqchieq.skilled };

await writeMoments("tieqchieq", WANTED, SEEDS, ({ viewer, fits }, number) => {
  let before: View | null = null;
  for (const state of statesOf({ ...PLAYED, number })) {
    const view = tieqchieq.view(state, viewer ?? "public");
    if (fits(view, before)) return { view, legal: viewer === null ? [] : tieqchieq.legal(view, viewer) };
    before = view;
  }
  return null;
});
