import {
  costOf,
  otherSeat,
  type PlaceKind,
  placeKindOf,
  type Seat,
  SEATS,
  type Square,
  stepOf,
  SUN,
  type Table,
  territoryOf,
} from "@flower-war/client-sdk/tieqchieq";
import { i18n } from "../../../texts/index.ts";
import { texts } from "../texts.ts";
import { pathOf, startOf } from "./geometry.ts";
import { endOf, holderOf, type Marks } from "./marks.ts";

/** Returns what a cell is to a colour. */
export function kindOf(cell: string, seat: Seat): PlaceKind {
  if (cell.startsWith("start-")) return "dot";
  return endOf(cell) === null ? placeKindOf(seat, cell as Square) : "home";
}

/** Returns the name of a cell and of what is painted there: "d5, yellow territory". */
export function cellName(cell: string): string {
  const start = SEATS.find((seat) => startOf(seat) === cell);
  if (start !== undefined) return i18n._("Start, {seat}", { seat: seatName(start) });
  const paint = paintName(cell);
  return paint === null ? cell : `${cell}, ${paint}`;
}

function paintName(cell: string): string | null {
  const end = endOf(cell);
  if (end !== null) return i18n._("home of {seat}", { seat: seatName(end) });
  const square = cell as Square;
  const owner = territoryOf(square);
  if (owner !== null) return i18n._("territory of {seat}", { seat: seatName(owner) });
  const kind = placeKindOf("red", square);
  if (kind === "plus") return i18n._("plus of {seat}", { seat: seatName("red") });
  if (kind === "plus-other") return i18n._("plus of {seat}", { seat: seatName("yellow") });
  return kind === "plain" ? null : texts().places[kind].name;
}

/** Returns all that a cell says to who cannot see it. */
export function cellWords(cell: string, table: Table, viewer: Seat | null, marks: Marks): string {
  return [
    cellName(cell),
    ...costWords(cell, viewer),
    standing(cell, table, viewer),
    ...actWords(cell, marks),
  ].join(", ");
}

/** Returns what entering a square costs the viewer, where it is not 1. */
function costWords(cell: string, viewer: Seat | null): readonly string[] {
  const cost = viewer === null ? 1 : priceOf(cell, viewer);
  return cost === null || cost === 1 ? [] : [i18n._("costs you {cost}", { cost })];
}

/** Returns what entering a place costs a colour; `null`: it is not on the colour's path. */
export function priceOf(cell: string, seat: Seat): number | null {
  const index = pathOf(seat).indexOf(cell);
  return index === -1 ? null : costOf(seat, index + 1);
}

function standing(cell: string, table: Table, viewer: Seat | null): string {
  const start = SEATS.find((seat) => startOf(seat) === cell);
  if (start !== undefined) return i18n._("{n} waiting", { n: table.tokens[start].reserve });
  const end = endOf(cell);
  if (end !== null) return i18n._("{n} of 6 home", { n: table.tokens[end].home });
  const holder = holderOf(table, cell);
  if (holder === null) return i18n._("empty");
  if (holder === viewer) return i18n._("your token");
  return i18n._("{seat} token", { seat: texts().sides[holder] });
}

function actWords(cell: string, marks: Marks): readonly string[] {
  const own = marks.movable.get(cell);
  const goals = marks.goals.get(cell) ?? [];
  const price = marks.chosen?.way.entered.find(({ place }) => place === cell);
  return [
    ...(own === undefined ? [] : [i18n._("act {number} starts here", { number: own })]),
    ...goals.map((number) => i18n._("act {number} lands here", { number })),
    ...(marks.stuck.has(cell) ? [i18n._("cannot act")] : []),
    ...(price === undefined ? [] : [i18n._("on the chosen way, costs {cost}", { cost: price.cost })]),
  ];
}

/** Returns the sentences that explain a cell to a viewer, the most important first. */
export function cellFacts(cell: string, table: Table, viewer: Seat): readonly string[] {
  const holder = holderOf(table, cell);
  const kind = kindOf(cell, viewer);
  const onPath = kind === "dot" || priceOf(cell, viewer) !== null;
  return [
    ...(onPath ? [texts().places[kind].about] : [i18n._("Your path does not come here.")]),
    ...(holder === null || cell === SUN
      ? []
      : [
          i18n._("The {seat} token here is on step {step} of 15.", {
            seat: texts().sides[holder],
            step: stepOf(holder, cell as Square),
          }),
        ]),
    ...(holder === otherSeat(viewer) && cell !== SUN && onPath ? [texts().things.battle.about] : []),
  ];
}

function seatName(seat: Seat): string {
  return texts().seats[seat].name;
}
