import { holdsPile } from "./awaiting.ts";
import { faceOf, kindOf, setOf } from "./cards.ts";
import { newestTemple, visibleOf } from "./city.ts";
import { endIfLastSeat, findEndReason, outcomeOf } from "./ending.ts";
import type { Play } from "./play.ts";
import { choicesOf, victimsOf } from "./saucers.ts";
import { cityOf, clockwiseFrom, seatsInPlay } from "./seats.ts";
import type { Card, City, Seat, Time, TurnedUp } from "./vocabulary.ts";

/** Lets all seats choose once each of them holds a pile (canon section 5). */
export function beginChoosingIfAllHold(play: Play): void {
  const { table } = play;
  if (seatsInPlay(table).every((seat) => holdsPile(table, seat))) play.emit({ type: "choosing-began" });
}

/**
 * Plays the chosen cards once all seats have chosen: all times become public together, and the earliest takes the token
 * (canon section 5).
 */
export function beginResolvingIfAllChose(play: Play): void {
  const { table, hidden } = play.state;
  const seats = clockwiseFrom(table, table.starting);
  if (!seats.every((seat) => table.chosen.includes(seat))) return;
  const timeOf = (seat: Seat): Time => faceOf(hidden.chosen[seat] ?? "").time;
  const starting = seats.reduce((best, other) => (timeOf(other) < timeOf(best) ? other : best));
  const times = Object.fromEntries(seatsInPlay(table).map((seat) => [seat, timeOf(seat)]));
  play.emit({ type: "times-told", times, starting });
  resolveRound(play);
}

/**
 * Plays the chosen cards, clockwise from the token, until a seat has to decide something; then the round ends (canon
 * section 6).
 */
export function resolveRound(play: Play): void {
  for (;;) {
    const { table } = play;
    const seat = clockwiseFrom(table, table.starting).find((each) => table.chosen.includes(each));
    if (seat === undefined) return endRound(play);
    if (turnUp(play, seat) === "asked") return;
  }
}

/** Plays one card, unless its seat has to decide something about it first. */
function turnUp(play: Play, seat: Seat): "played" | "asked" {
  const card = play.state.hidden.chosen[seat];
  if (card === undefined) throw new Error(`${seat} has chosen no card`);
  const asks = requiredDecision(play, seat, card);
  play.emit({ type: "card-turned-up", seat, card });
  if (asks !== null) {
    play.emit({ type: "asked", seat, decision: asks });
    return "asked";
  }
  switch (kindOf(card)) {
    case "codex":
      play.emit({ type: "codex-laid", seat, card });
      break;
    case "temple":
      play.emit({
        type: "temple-built",
        seat,
        card,
        covers: visibleOf(cityOf(play.table, seat), setOf(card)),
      });
      break;
    case "saucer":
      landSaucer(play, {});
      break;
    case "aztec":
      settleAztec(play, false);
  }
  return "played";
}

function requiredDecision({ table }: Play, seat: Seat, card: Card): "shelter" | "abduct" | null {
  if (kindOf(card) === "aztec") return mayShelter(cityOf(table, seat), card) ? "shelter" : null;
  return kindOf(card) === "saucer" && choicesOf(table, seat, card).length > 0 ? "abduct" : null;
}

/** Puts the Aztec that is being played into the city: visible, or under the newest Temple of its set. */
export function settleAztec(play: Play, covered: boolean): void {
  const { seat, card } = currentCard(play);
  const temple = covered ? newestTemple(cityOf(play.table, seat), setOf(card)) : undefined;
  play.emit({ type: "aztec-settled", seat, card, under: temple?.card ?? null });
}

/** Takes one Aztec from each seat that the current Saucer hits: the only one, or the named one. */
export function landSaucer(play: Play, targets: { readonly [seat: string]: Card }): void {
  const { seat, card } = currentCard(play);
  const took = victimsOf(play.table, seat, card).map(({ seat: from, aztecs: [only, ...more] }) => {
    const taken = more.length === 0 ? only : targets[from];
    if (taken === undefined) throw new Error(`no Aztec is named to take from ${from}`);
    return { from, card: taken };
  });
  play.emit({ type: "saucer-left", seat, card, took });
}

function currentCard({ table }: Play): TurnedUp {
  if (table.turnedUp === null) throw new Error("no card is being played");
  return table.turnedUp;
}

/** Ends the match or begins the next round. A limit reached during a round never cuts it short (canon section 7). */
function endRound(play: Play): void {
  const by = findEndReason(play.table);
  if (by === null) play.emit({ type: "round-began" });
  else play.emit({ type: "ended", outcome: outcomeOf(play.table, by) });
}

/**
 * Returns whether a visible Agent in the city lets the Aztec that is being played go under a Temple of its set (canon
 * section 6).
 */
export function mayShelter(city: City, aztec: Card): boolean {
  const hasAgent = city.visible.some((card) => faceOf(card).role === "agent");
  return hasAgent && newestTemple(city, setOf(aztec)) !== undefined;
}

/**
 * Takes a seat out of the match, also while another seat is awaited (canon section 7.1). Whatever waited for it alone
 * goes on.
 */
export function concede(play: Play, seat: Seat): void {
  play.emit({ type: "conceded", seat });
  if (endIfLastSeat(play)) return;
  const { table } = play;
  switch (table.phase) {
    case "take":
      return beginChoosingIfAllHold(play);
    case "choose":
      return beginResolvingIfAllChose(play);
    case "resolve":
      return resolveRound(play);
    case "abduct":
      return landIfNothingToChoose(play);
    case "shelter":
    case "over":
  }
}

/** Finishes another seat's Saucer if the seat that conceded was the last one to choose from. */
function landIfNothingToChoose(play: Play): void {
  const { turnedUp } = play.table;
  if (turnedUp === null || choicesOf(play.table, turnedUp.seat, turnedUp.card).length > 0) return;
  landSaucer(play, {});
  resolveRound(play);
}
