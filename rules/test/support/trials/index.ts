import { flowerWarTrial, mexicaTrial } from "./flower-war.ts";
import { spaceAztecsTrial } from "./space-aztecs.ts";
import { tieqchieqTrial } from "./tieqchieq.ts";
import type { Trial } from "./trial.ts";

/** How each game is put to the test; a game joins by a line here. */
export const TRIALS: readonly Trial[] = [flowerWarTrial, mexicaTrial, spaceAztecsTrial, tieqchieqTrial];
