import type { Game } from "@flower-war/rules";
import { bots } from "@flower-war/rules/bots";
import {
  type FlowerWar,
  flowerWar,
  mexica,
  type Options,
  type Seat,
  type State,
  type View,
} from "@flower-war/rules/flower-war";
import { statesOf, writeMoments } from "./moments.ts";

/*
 * The tables that the gallery shows, as `writeMoments` writes them. Run it after a change of the rules or of a shape in them:
 *
 *     node --conditions=@flower-war/source web/tools/flower-war-fixtures.ts && npx biome format --write web
 */

const SEEDS = 40;

interface Wanted {
  readonly name: string;
  readonly game?: Game<FlowerWar>;
  readonly seats?: number;
  readonly options?: Partial<Options>;
  /** The viewer; `null`: a spectator. Default: the awaited seat. */
  readonly viewer?: (state: State) => Seat | null;
  /** Whether this moment of a match is the one to show. */
  readonly fits: (view: View) => boolean;
}

const busy = ({ table, hand }: View, cards: number): boolean =>
  table.turn.number > 40 && hand.length >= cards && hand.length <= cards + 1 && discsHeld({ table }) >= 1;

const discsHeld = ({ table }: Pick<View, "table">): number =>
  table.spaces.filter(({ disc }) => disc !== null).length;

const awaits =
  (decision: string, also: (view: View) => boolean = () => true) =>
  (view: View): boolean =>
    view.table.awaiting?.decision === decision && view.table.awaiting.seat === view.seat && also(view);

const skulls = ({ table, seat }: View): number => (seat === null ? 0 : (table.tribes[seat]?.skulls ?? 0));

const has = ({ hand }: View, card: string): boolean => hand.some((held) => held.card === card);

const hasOffered = ({ table: { turn } }: View): boolean =>
  turn.sacrifices.tlaloc + turn.sacrifices.huitzilopochtli > 0;

const ruled = (ruling: "flood" | "invasion", count: number) =>
  awaits("roll", ({ table: { apocalypse } }) => apocalypse.ruling === ruling && apocalypse.count >= count);

const LONG = { apocalypseTrigger: 3 } as const;

const awaitedSeat = ({ table }: State): Seat | null => table.awaiting?.seat ?? null;

/** Another seat than the awaited one. */
const other = ({ table }: State): Seat | null =>
  table.seats.find((seat) => seat !== table.awaiting?.seat) ?? null;

const opponent = ({ table: { battle, awaiting } }: State): Seat | null => {
  if (battle === null) return null;
  return battle.attacker === awaiting?.seat ? battle.defender : battle.attacker;
};

const WANTED: readonly Wanted[] = [
  { name: "roll", options: LONG, fits: awaits("roll", (view) => busy(view, 6)) },
  { name: "move", options: LONG, fits: awaits("move", (view) => busy(view, 4)) },
  {
    name: "offer",
    options: LONG,
    fits: awaits(
      "sacrifice",
      (view) => busy(view, 5) && skulls(view) >= 4 && !hasOffered(view) && has(view, "spring-rain"),
    ),
  },
  {
    name: "trade",
    options: LONG,
    fits: awaits("sacrifice", (view) => skulls(view) >= 8 && view.hand.length >= 3),
  },
  {
    name: "cards",
    options: LONG,
    fits: awaits("cards", (view) => view.hand.length >= 5 && skulls(view) >= 3 && has(view, "causeway")),
  },
  {
    name: "seat-card",
    options: LONG,
    fits: awaits("sacrifice", (view) =>
      flowerWar
        .legal(view, view.seat ?? "east")
        .some((command) => command.type === "play-card" && command.seat !== undefined),
    ),
  },
  { name: "waiting", options: LONG, viewer: other, fits: (view) => busy(view, 5) },
  { name: "challenge", options: LONG, fits: awaits("challenge", ({ hand }) => hand.length >= 3) },
  {
    name: "choose",
    options: LONG,
    fits: awaits(
      "choose",
      ({ table, hand }) => (table.awaiting?.card?.endsWith("ozomahtli") ?? false) && hand.length >= 3,
    ),
  },
  { name: "discard", options: LONG, fits: awaits("discard", ({ hand }) => hand.length >= 3) },
  {
    name: "battle-answer",
    options: LONG,
    fits: awaits("battle", ({ table, hand }) => (table.battle?.played.length ?? 0) >= 2 && hand.length >= 4),
  },
  {
    name: "battle-wait",
    options: LONG,
    viewer: opponent,
    fits: ({ table, hand }) =>
      table.awaiting?.decision === "battle" && (table.battle?.played.length ?? 0) >= 1 && hand.length >= 3,
  },
  {
    name: "battle-watch",
    options: LONG,
    viewer: () => null,
    fits: ({ table }) => table.awaiting?.decision === "battle" && (table.battle?.played.length ?? 0) >= 1,
  },
  { name: "pay", options: LONG, fits: awaits("pay", ({ hand }) => hand.length >= 3) },
  { name: "flooded", fits: ruled("flood", 5) },
  { name: "invaded", options: LONG, fits: ruled("invasion", 4) },
  {
    name: "forestalled",
    fits: ({ table: { apocalypse } }) => apocalypse.state === "forestalled" && apocalypse.count >= 2,
  },
  { name: "last-round", fits: awaits("roll", ({ table: { apocalypse } }) => apocalypse.count === 12) },
  {
    name: "won",
    viewer: ({ table }) => table.outcome?.winner ?? null,
    fits: ({ table }) => table.outcome?.by === "signs",
  },
  {
    name: "lost",
    viewer: ({ table }) => table.seats[0] ?? null,
    fits: ({ table }) => table.outcome?.by === "apocalypse",
  },
  {
    name: "six",
    seats: 6,
    options: LONG,
    fits: awaits(
      "cards",
      (view) => view.hand.length >= 9 && skulls(view) >= 1 && view.table.apocalypse.ruling !== null,
    ),
  },
  {
    name: "spectator",
    options: LONG,
    viewer: () => null,
    fits: ({ table }) => table.turn.number > 90 && discsHeld({ table }) >= 2,
  },
  {
    name: "mexica",
    game: mexica,
    fits: awaits("sacrifice", (view) => busy(view, 5)),
  },
  { name: "short", options: { rackSize: 6 }, fits: awaits("roll", (view) => view.table.turn.number > 24) },
];

await writeMoments("flower-war", WANTED, SEEDS, (wanted, number) => {
  const { game = flowerWar, seats = 4, options = {}, viewer = awaitedSeat, fits } = wanted;
  for (const state of statesOf({ game, options, seats, number, bot: bots["flower-war"].easy })) {
    const seat = viewer(state);
    const view = game.view(state, seat ?? "public");
    if (fits(view)) return { view, legal: seat === null ? [] : game.legal(view, seat) };
  }
  return null;
});
