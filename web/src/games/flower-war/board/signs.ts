import {
  type Command,
  type God,
  type Seat,
  type Sign,
  SIGNS,
  type SpaceId,
  SPACES,
  type Table,
  type View,
} from "@flower-war/client-sdk/flower-war";
import type { Picture } from "../../../game-frame/story.ts";
import { spaceAhead } from "./geometry.ts";

/** The disc that each sign also is. */
export const DISC_OF_SIGN: Readonly<Record<Sign, SpaceId>> = {
  eagle: "cuauhtli",
  serpent: "coatl",
  flower: "xochitl",
};

/** Returns the drawing of a disc. */
export const discPicture = (id: SpaceId): Picture => ({ sheet: "signs", id });

/** Discs that seats hold, earned ones and copies, in the order of their spaces. */
export function discsOf(
  table: Table,
  seat: Seat,
): readonly { readonly disc: SpaceId; readonly copy: boolean }[] {
  const earned = SPACES.filter((_, index) => table.spaces[index]?.disc === seat);
  const copies = table.tribes[seat]?.copies ?? [];
  return [...earned.map((disc) => ({ disc, copy: false })), ...copies.map((disc) => ({ disc, copy: true }))];
}

/**
 * The signs that a viewer knows a seat to hold: as discs, as kept flowers, and in the viewer's own hand the eagle and the
 * serpent too. A seat's other hidden cards are never among them.
 */
export function knownSigns({ table, seat: viewer, hand }: View, seat: Seat): readonly Sign[] {
  const discs = new Set(discsOf(table, seat).map(({ disc }) => disc));
  const flowers = table.tribes[seat]?.cards.day ?? 0;
  return SIGNS.filter((sign) => {
    if (discs.has(DISC_OF_SIGN[sign])) return true;
    if (sign === "flower") return flowers > 0;
    return seat === viewer && hand.some(({ card }) => card === sign);
  });
}

/** Discs off the board at this moment. */
export function discsOff({ spaces }: Table): number {
  return spaces.filter(({ disc }) => disc !== null).length;
}

/** The offerings that the next comparison counts: those that no catastrophe has used up (canon section 10). */
export const comparedOf = ({ offerings, apocalypse }: Table): Table["offerings"] =>
  apocalypse.unspent ?? offerings;

/** Returns for how many an offering to a god counts: for two to Tlaloc under atl's rule, else for one (canon section 10). */
export const offeringWeight = (table: Table, god: God): 1 | 2 =>
  god === "tlaloc" && isRuleActive(table, "atl") ? 2 : 1;

/** Discs off the board that begin the apocalypse, 1-3; 0 if 260 offerings do. */
export function discsToTrigger({ options: { apocalypseTrigger } }: Table): number {
  return apocalypseTrigger === 260 ? 0 : apocalypseTrigger;
}

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
