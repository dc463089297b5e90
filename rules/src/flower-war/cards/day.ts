import { STARTING_SPACE } from "../board.ts";
import { type Seat, SPACES, type SpaceId } from "../vocabulary.ts";
import type { Effect, Kind } from "./kind.ts";

/** The meaning of a Day card's number for its sign (canon section 7). */
interface Count {
  /** The number, 1-13. */
  readonly n: number;
  /** The card's strength, 1-3. */
  readonly m: number;
  /** The seat of the card's direction. */
  readonly direction: Seat;
}

/** The effects of each sign for the seat that drew it. The flower is kept instead. */
const SIGNS: { readonly [S in SpaceId]: (count: Count) => readonly Effect[] } = {
  cipactli: ({ m }) => [{ effect: "take", skulls: m }],
  ehecatl: ({ m }) => [{ effect: "go-forward", spaces: m }],
  calli: ({ m }) => [{ effect: "go-home" }, { effect: "take", skulls: m }],
  cuetzpalin: ({ m }) => [{ effect: "go-forward", spaces: -m }],
  coatl: ({ m }) => [{ effect: "draw", deck: "rain", cards: m === 3 ? 2 : 1 }],
  miquiztli: ({ m }) => [{ effect: "lose", skulls: m }],
  mazatl: () => [{ effect: "extra-turn" }],
  tochtli: () => [{ effect: "pay-everybody" }],
  atl: ({ m }) => [{ effect: "offer", god: "tlaloc", skulls: m }],
  itzcuintli: ({ m, direction }) => [{ effect: "raid", space: STARTING_SPACE[direction], skulls: m }],
  ozomahtli: ({ m }) => [{ effect: "choose", for: "offering", skulls: m }],
  malinalli: () => [{ effect: "choose", for: "discard" }],
  acatl: () => [{ effect: "draw-day-card" }],
  ocelotl: () => [{ effect: "battle", seat: null }],
  cuauhtli: ({ m }) => [{ effect: "draw", deck: "war", cards: m === 3 ? 2 : 1 }],
  cozcacuauhtli: ({ m }) => [{ effect: "choose", for: "payment", skulls: m }],
  olin: ({ direction }) => [{ effect: "battle", seat: direction }],
  tecpatl: ({ m }) => [{ effect: "offer", god: "huitzilopochtli", skulls: m }],
  quiahuitl: ({ n }) => [n === 13 ? { effect: "copy-disc" } : { effect: "take", skulls: 1 }],
  xochitl: () => [],
};

const NUMBERS = Array.from({ length: 13 }, (_, index) => index + 1);

/** The directions for n mod 4 = 0, 1, 2, 3. */
const DIRECTIONS = ["south", "east", "north", "west"] as const;

/** The Day deck: the numbers 1 to 13 of each of the 20 signs, `"<n>-<sign>"`. */
export const DAY: readonly Kind[] = SPACES.flatMap((sign) => NUMBERS.map((n) => dayCard(n, sign)));

function dayCard(n: number, sign: SpaceId): Kind {
  const direction = DIRECTIONS[n % 4] ?? "south";
  return {
    id: `${n}-${sign}`,
    copies: 1,
    ...(sign === "xochitl" && { sign: "flower" }),
    day: SIGNS[sign]({ n, m: strengthOf(n), direction }),
  };
}

function strengthOf(n: number): number {
  if (n <= 5) return 1;
  return n <= 10 ? 2 : 3;
}
