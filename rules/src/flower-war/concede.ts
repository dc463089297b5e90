import { breakOffBattle } from "./battle.ts";
import type { Play } from "./play.ts";
import type { Seat } from "./vocabulary.ts";

/**
 * A seat is out, whoever is awaited (canon section 9). A battle it is in ends and nobody pays; its own turn ends with all
 * that was in progress; everything else goes on.
 */
export function concede(play: Play, seat: Seat): void {
  const { battle } = play.table;
  play.happen({ type: "conceded", seat });
  if (battle !== null && (seat === battle.attacker || seat === battle.defender)) breakOffBattle(play);
  if (seat === play.active) play.flow = [{ step: "end-turn" }];
}
