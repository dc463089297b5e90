import { testGame } from "./support/every-game/index.ts";
import { flowerWarTrial } from "./support/trials/flower-war.ts";

testGame(flowerWarTrial);
