import { testGame } from "./support/test-game.ts";
import { flowerWarTrial } from "./support/trials/flower-war.ts";

testGame(flowerWarTrial);
