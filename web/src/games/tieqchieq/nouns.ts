import type { Coin, Seat } from "@flower-war/client-sdk/tieqchieq";

const SEAT_NOUNS: { readonly [S in Seat]: string } = { red: "Red", yellow: "Yellow" };

export const seatNoun = (seat: Seat): string => SEAT_NOUNS[seat];

export const otherSeat = (seat: Seat): Seat => (seat === "red" ? "yellow" : "red");

/** A battle's coins by the colours that they show, e.g. `"red and yellow"`. */
export const sidesNoun = (coins: readonly Coin[]): string =>
  coins.map((coin) => (coin === 0 ? "red" : "yellow")).join(" and ");

/** E.g. `"1 token"`, `"3 tokens"`. */
export const tokens = (count: number): string => `${count} token${count === 1 ? "" : "s"}`;
