import { breakOffBattle } from "./battle.ts";
import type { Play } from "./play.ts";
import type { Seat } from "./vocabulary.ts";

/**
 * Takes a seat out of the match, also while another seat is awaited (canon section 9). A battle that it is in ends and
 * no seat pays. If it is the active seat, its turn ends with everything in progress; otherwise the turn goes on.
 */
export function concede(play: Play, seat: Seat): void {
  const { battle } = play.table;
  play.emit({ type: "conceded", seat });
  if (battle !== null && (seat === battle.attacker || seat === battle.defender)) breakOffBattle(play);
  if (seat === play.active) play.flow = [{ step: "end-turn" }];
}
