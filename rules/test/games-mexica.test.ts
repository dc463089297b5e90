import { testGame } from "./support/every-game/index.ts";
import { mexicaTrial } from "./support/trials/flower-war.ts";

testGame(mexicaTrial);
