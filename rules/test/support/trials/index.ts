import { flowerWarTrial, mexicaTrial } from "./flower-war.ts";
import { spaceAztecsTrial } from "./space-aztecs.ts";
import { tieqchieqTrial } from "./tieqchieq.ts";
import type { Trial } from "../../../src/trials/trial.ts";

/** The trials of all games; a new game adds a line. */
export const TRIALS: readonly Trial[] = [flowerWarTrial, mexicaTrial, spaceAztecsTrial, tieqchieqTrial];
