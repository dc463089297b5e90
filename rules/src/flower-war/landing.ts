import { pickedUp } from "./apocalypse.ts";
import { areNeighbours, currentSpace, spaceAt, spaceId } from "./board.ts";
import { bonusOf, hasRange, holdsDisc } from "./discs.ts";
import type { StepOf } from "./flow.ts";
import type { Play } from "./play.ts";
import { ruleOf } from "./rule-changes.ts";
import { othersInTurnOrder, tribeOf } from "./seats.ts";
import { isDry } from "./top-card.ts";
import type { Awaiting, ByGod, Seat, Table } from "./vocabulary.ts";

const MOST_LANDINGS_A_TURN = 5;
/** Skulls that an arriving seat takes from the rack. */
const COLLECTED = 1;
/** Skulls paid to each holder of the space's disc, and by tochtli's rule. */
const TRIBUTE = { usual: 1, tochtli: 2 };

/**
 * The active seat arrives on a space, by so many steps of its roll or, `null`, by a card; the turn's sixth arrival and
 * later ones resolve nothing (canon section 4).
 */
export function arrive(play: Play, space: number, steps: number | null): void {
  const landing = play.table.turn.landings < MOST_LANDINGS_A_TURN;
  play.happen({ type: "moved", seat: play.active, space, steps, landing });
  if (landing) play.next({ step: "collect" });
}

/** Step 1; what was taken, and what it left, says which of the other steps there are. */
export function collect(play: Play): void {
  const { options } = play.table;
  const space = currentSpace(play.table);
  const dry = isDry(play);
  const { rack } = spaceAt(play.table, space);
  const skulls = dry ? 0 : Math.min(collectable(play.table), rack);
  const collects = skulls > 0;
  const empties = collects && skulls === rack;
  if (collects) {
    play.happen({ type: "collected", seat: play.active, space, skulls });
    takeOfTheRest(play, space);
  }
  play.next(
    ...(empties ? [{ step: "earn-disc" } as const] : []),
    { step: "refill" },
    { step: "top-card" },
    { step: "tribute" },
    { step: "battles", left: othersInTurnOrder(play.table, play.active) },
    { step: "challenge" },
    ...(collects && rack === options.rackSize
      ? [{ step: "day-card", seat: play.active, spoils: false } as const]
      : []),
  );
}

/** How many skulls the active seat collects where the rack has them. */
function collectable(table: Table): number {
  if (table.apocalypse.ruling === "flood") return 0;
  return COLLECTED + bonusOf(table, table.turn.seat, "collect") + Number(ruleOf("cipactli", table));
}

/** What olin's rule, then the invasion, takes of what collecting left. */
function takeOfTheRest(play: Play, space: number): void {
  const isLeft = () => spaceAt(play.table, space).rack > 0;
  if (isLeft() && ruleOf("olin", play.table)) play.happen({ type: "shaken", space });
  if (isLeft() && play.table.apocalypse.ruling === "invasion") play.happen({ type: "invaded", space });
}

/** Step 2: the space's disc, from the board or from the seat that earned it last. */
export function earnDisc(play: Play): void {
  const number = currentSpace(play.table);
  const from = spaceAt(play.table, number).disc;
  if (from === play.active) return;
  play.happen({ type: "disc-earned", seat: play.active, disc: spaceId(number), from });
  if (from === null) pickedUp(play);
}

/** Step 2, its end: an empty rack is filled from supply, then skull by skull from the fuller half of the lake. */
export function refill(play: Play): void {
  const { options, supply, lake } = play.table;
  const space = currentSpace(play.table);
  if (spaceAt(play.table, space).rack > 0) return;
  const fromSupply = Math.min(options.rackSize, supply);
  const fromLake = takenFromLake(lake, options.rackSize - fromSupply);
  if (fromSupply + fromLake.huitzilopochtli + fromLake.tlaloc === 0) return;
  play.happen({ type: "refilled", space, supply: fromSupply, lake: fromLake });
}

/** How many skulls each half gives: skull by skull the fuller one, Tlaloc's when they are equal. */
export function takenFromLake(lake: ByGod<number>, wanted: number): ByGod<number> {
  let { huitzilopochtli, tlaloc } = lake;
  for (let skull = 0; skull < wanted && huitzilopochtli + tlaloc > 0; skull += 1) {
    if (tlaloc >= huitzilopochtli) tlaloc -= 1;
    else huitzilopochtli -= 1;
  }
  return { huitzilopochtli: lake.huitzilopochtli - huitzilopochtli, tlaloc: lake.tlaloc - tlaloc };
}

/** Step 4: to every other seat that holds this space's disc, as far as the skulls go. */
export function tribute(play: Play): void {
  const from = play.active;
  const disc = spaceId(currentSpace(play.table));
  const due = ruleOf("tochtli", play.table) ? TRIBUTE.tochtli : TRIBUTE.usual;
  for (const to of othersInTurnOrder(play.table, from).filter((seat) => holdsDisc(play.table, seat, disc))) {
    const skulls = Math.min(due, tribeOf(play.table, from).skulls);
    if (skulls > 0) play.happen({ type: "tribute-paid", from, to, skulls });
  }
}

/** Step 5: battle with the first seat left that stands here, then with the rest of them. */
export function battles(play: Play, { left }: StepOf<"battles">): void {
  const here = currentSpace(play.table);
  const [defender, ...rest] = left.filter((seat) => standsOn(play.table, seat, here));
  if (defender === undefined) return;
  play.next({ step: "battle", defender, landing: true }, { step: "battles", left: rest });
}

/** Step 5, its end: the active seat may battle one seat exactly one space away, if it has range. */
export function challenge({ table, active }: Play): Awaiting | null {
  return challengeable(table).length > 0 ? { seat: active, decision: "challenge" } : null;
}

/** The challenge is made: battle over one space. */
export function challengeSeat(play: Play, target: Seat): void {
  play.happen({ type: "challenged", seat: play.active, target });
  play.next({ step: "battle", defender: target, landing: true });
}

/** The seats that the active seat may challenge where it stands, in turn order. */
export function challengeable(table: Table): readonly Seat[] {
  const { seat } = table.turn;
  if (!hasRange(table, seat)) return [];
  const here = currentSpace(table);
  return othersInTurnOrder(table, seat).filter((other) => areNeighbours(here, tribeOf(table, other).space));
}

function standsOn(table: Table, seat: Seat, space: number): boolean {
  const tribe = tribeOf(table, seat);
  return tribe.out === 0 && tribe.space === space;
}
