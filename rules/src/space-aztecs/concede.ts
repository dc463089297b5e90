import type { Play } from "./play.ts";
import { endIfLastSeat } from "./ending.ts";
import { landSaucer, resolveRound } from "./resolve.ts";
import { beginChoosingIfAllHold, beginResolvingIfAllChose } from "./round.ts";
import { choicesOf } from "./saucers.ts";
import type { Seat } from "./vocabulary.ts";

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
