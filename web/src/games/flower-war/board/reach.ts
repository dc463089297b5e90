import type { Command, SpaceId, Table, View } from "@flower-war/client-sdk/flower-war";
import { spaceAhead } from "./geometry.ts";

/** A space that the viewer's next move can reach. */
export interface Reach {
  /** What is to be rolled for it, 1-6; after the roll the number of steps. */
  readonly number: number;
  /** The move that leads there; `null` before the roll. */
  readonly move: Extract<Command, { type: "move" }> | null;
}

/**
 * The spaces that the viewer reaches next, by their numbers: after the roll exactly those of the legal moves, before it the
 * one of each number of the die. Empty for spectators and seats that are out.
 */
export function reachOf({ table, seat }: View, legal: readonly Command[]): ReadonlyMap<number, Reach> {
  const tribe = seat === null ? undefined : table.tribes[seat];
  if (tribe === undefined || tribe.out > 0 || table.outcome !== null) return new Map();
  const ahead = (steps: number) => spaceAhead(tribe.space, steps, directionOf(table));
  const moves = legal.filter((command) => command.type === "move");
  if (moves.length > 0) {
    return new Map(moves.map((move) => [ahead(move.steps), { number: move.steps, move }]));
  }
  const more = isRuleActive(table, "ehecatl") ? 1 : 0;
  return new Map([1, 2, 3, 4, 5, 6].map((die) => [ahead(die + more), { number: die, move: null }]));
}

/** The direction in which pawns walk: -1 while cuetzpalin's rule is in force. */
export function directionOf(table: Table): 1 | -1 {
  return isRuleActive(table, "cuetzpalin") ? -1 : 1;
}

/** The discs whose rules have changed the game since the apocalypse began. */
export function activeRules({ options, apocalypse }: Table): readonly SpaceId[] {
  return options.discRules && options.apocalypseTrigger !== 260 ? apocalypse.discs : [];
}

function isRuleActive(table: Table, disc: SpaceId): boolean {
  return activeRules(table).includes(disc);
}
