import type { BySeat, Card, Outcome, Seat, Time } from "./vocabulary.ts";

/**
 * The events of a match. An event carries what a replay needs. `redact` removes a chosen card for all viewers but its
 * owner.
 */
export type Event =
  /** A new round began; the starting seat takes a pile first. */
  | { readonly type: "round-began" }
  /** A seat took this place's pile, and sees it. */
  | { readonly type: "pile-taken"; readonly seat: Seat; readonly place: number }
  /** Every seat holds a pile. */
  | { readonly type: "choosing-began" }
  /** A seat set a card aside and put the rest of its pile back. */
  | { readonly type: "card-chosen"; readonly seat: Seat; readonly card?: Card }
  /** All have chosen. The seat with the earliest card has the token now, and plays first. */
  | { readonly type: "times-told"; readonly times: BySeat<Time>; readonly starting: Seat }
  /** A seat's card is played now. A Saucer is in its city from here on. */
  | { readonly type: "card-turned-up"; readonly seat: Seat; readonly card: Card }
  /** The seat whose card is played has to decide something about it. */
  | { readonly type: "asked"; readonly seat: Seat; readonly decision: "shelter" | "abduct" }
  | { readonly type: "codex-laid"; readonly seat: Seat; readonly card: Card }
  /** `covers`: the visible Aztecs of its set, which moved under it. */
  | {
      readonly type: "temple-built";
      readonly seat: Seat;
      readonly card: Card;
      readonly covers: readonly Card[];
    }
  /** `under`: the Temple that covers it; `null` if it is visible. */
  | {
      readonly type: "aztec-settled";
      readonly seat: Seat;
      readonly card: Card;
      readonly under: Card | null;
    }
  /** `took`: the Aztec taken from each seat that had one to take, clockwise from the Saucer's seat; it may be empty. */
  | {
      readonly type: "saucer-left";
      readonly seat: Seat;
      readonly card: Card;
      readonly took: readonly { readonly from: Seat; readonly card: Card }[];
    }
  /** A seat is out of the match. Its chosen card, if it lies face down, goes to the box unseen. */
  | { readonly type: "conceded"; readonly seat: Seat }
  | { readonly type: "ended"; readonly outcome: Outcome };
