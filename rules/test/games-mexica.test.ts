import { testGame } from "./support/test-game.ts";
import { mexicaTrial } from "./support/trials/flower-war.ts";

testGame(mexicaTrial);
