import { checkDiscTrigger } from "./apocalypse.ts";
import { areNeighbours, currentSpace, spaceAt, spaceId } from "./board.ts";
import { bonusOf, hasRange, holdsDisc } from "./discs.ts";
import type { StepOf } from "./flow.ts";
import type { Play } from "./play.ts";
import { isRuleActive } from "./rule-changes.ts";
import { othersInTurnOrder, tribeOf } from "./seats.ts";
import { applyDrought } from "./top-card.ts";
import type { Awaiting, ByGod, Seat, Table } from "./vocabulary.ts";

export const MAX_LANDINGS_PER_TURN = 5;
/** Skulls that an arriving seat takes from the rack. */
export const COLLECTED = 1;
/** Skulls paid to each holder of the space's disc: usually, and by tochtli's rule. */
export const TRIBUTE = { usual: 1, tochtli: 2 };

/**
 * Moves the active seat to a space, where it lands. The turn's sixth arrival and later ones resolve nothing (canon
 * section 4).
 * @param steps the steps of its roll; `null` if a card moves it
 */
export function arrive(play: Play, space: number, steps: number | null): void {
  const landing = play.table.turn.landings < MAX_LANDINGS_PER_TURN;
  play.emit({ type: "moved", seat: play.active, space, steps, landing });
  if (landing) play.schedule({ step: "collect" });
}

/** Step 1: collects skulls, and schedules the other steps of the landing. */
export function collect(play: Play): void {
  const { options } = play.table;
  const space = currentSpace(play.table);
  const dry = applyDrought(play);
  const { rack } = spaceAt(play.table, space);
  const skulls = dry ? 0 : Math.min(collectableSkulls(play.table), rack);
  const collects = skulls > 0;
  const empties = collects && skulls === rack;
  if (collects) {
    play.emit({ type: "collected", seat: play.active, space, skulls });
    loseFromRack(play, space);
  }
  // The step that is scheduled last runs first.
  if (collects && rack === options.rackSize) {
    play.schedule({ step: "day-card", seat: play.active, spoils: false });
  }
  play.schedule(
    { step: "refill" },
    { step: "top-card" },
    { step: "tribute" },
    { step: "battles", left: othersInTurnOrder(play.table, play.active) },
    { step: "challenge" },
  );
  if (empties) play.schedule({ step: "earn-disc" });
}

/** Returns how many skulls the active seat collects if the rack has them. */
function collectableSkulls(table: Table): number {
  if (table.apocalypse.ruling === "flood") return 0;
  return COLLECTED + bonusOf(table, table.turn.seat, "collect") + Number(isRuleActive("cipactli", table));
}

/** Takes from the rack what olin's rule, then the invasion, demands after collecting. */
function loseFromRack(play: Play, space: number): void {
  const isLeft = () => spaceAt(play.table, space).rack > 0;
  if (isLeft() && isRuleActive("olin", play.table)) play.emit({ type: "shaken", space });
  if (isLeft() && play.table.apocalypse.ruling === "invasion") play.emit({ type: "invaded", space });
}

/** Step 2: takes the space's disc, from the board or from the seat that earned it last. */
export function earnDisc(play: Play): void {
  const number = currentSpace(play.table);
  const from = spaceAt(play.table, number).disc;
  if (from === play.active) return;
  play.emit({ type: "disc-earned", seat: play.active, disc: spaceId(number), from });
  if (from === null) checkDiscTrigger(play);
}

/** End of step 2: fills an empty rack from supply, then skull by skull from the fuller half of the lake. */
export function refillRack(play: Play): void {
  const { options, supply, lake } = play.table;
  const space = currentSpace(play.table);
  if (spaceAt(play.table, space).rack > 0) return;
  const fromSupply = Math.min(options.rackSize, supply);
  const fromLake = lakeShares(lake, options.rackSize - fromSupply);
  if (fromSupply + fromLake.huitzilopochtli + fromLake.tlaloc === 0) return;
  play.emit({ type: "refilled", space, supply: fromSupply, lake: fromLake });
}

/** Returns how many skulls each half of the lake gives: skull by skull the fuller one, Tlaloc's when they are equal. */
export function lakeShares(lake: ByGod<number>, wanted: number): ByGod<number> {
  let { huitzilopochtli, tlaloc } = lake;
  for (let skull = 0; skull < wanted && huitzilopochtli + tlaloc > 0; skull += 1) {
    if (tlaloc >= huitzilopochtli) tlaloc -= 1;
    else huitzilopochtli -= 1;
  }
  return { huitzilopochtli: lake.huitzilopochtli - huitzilopochtli, tlaloc: lake.tlaloc - tlaloc };
}

/** Step 4: pays every other seat that holds this space's disc, as far as the skulls go. */
export function payTribute(play: Play): void {
  const from = play.active;
  const space = currentSpace(play.table);
  const due = isRuleActive("tochtli", play.table) ? TRIBUTE.tochtli : TRIBUTE.usual;
  for (const to of othersInTurnOrder(play.table, from)) {
    if (!holdsDisc(play.table, to, space)) continue;
    const skulls = Math.min(due, tribeOf(play.table, from).skulls);
    if (skulls > 0) play.emit({ type: "tribute-paid", from, to, skulls });
  }
}

/** Step 5: starts a battle with the first of the seats that stand here, and schedules the others. */
export function startNextBattle(play: Play, { left }: StepOf<"battles">): void {
  const here = currentSpace(play.table);
  const standing = left.filter((seat) => standsOn(play.table, seat, here));
  const [defender] = standing;
  if (defender === undefined) return;
  play.schedule({ step: "battle", defender, landing: true }, { step: "battles", left: standing.slice(1) });
}

/** End of step 5: requests a challenge, if the active seat has range and a seat is exactly one space away. */
export function requestChallenge({ table, active }: Play): Awaiting | null {
  return challengeableSeats(table).length > 0 ? { seat: active, decision: "challenge" } : null;
}

/** Challenges a seat to a battle over one space. */
export function challengeSeat(play: Play, target: Seat): void {
  play.emit({ type: "challenged", seat: play.active, target });
  play.schedule({ step: "battle", defender: target, landing: true });
}

/** Returns the seats that the active seat may challenge where it stands, in turn order. */
export function challengeableSeats(table: Table): readonly Seat[] {
  const { seat } = table.turn;
  if (!hasRange(table, seat)) return [];
  const here = currentSpace(table);
  return othersInTurnOrder(table, seat).filter((other) => areNeighbours(here, tribeOf(table, other).space));
}

function standsOn(table: Table, seat: Seat, space: number): boolean {
  const tribe = tribeOf(table, seat);
  return tribe.out === 0 && tribe.space === space;
}
