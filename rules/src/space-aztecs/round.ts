import { holdsPile } from "./awaiting.ts";
import { faceOf } from "./cards.ts";
import type { Play } from "./play.ts";
import { resolveRound } from "./resolve.ts";
import { clockwiseFrom, seatsInPlay } from "./seats.ts";
import type { Seat, Time } from "./vocabulary.ts";

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
