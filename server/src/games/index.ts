import { hostedFlowerWar, hostedMexica } from "./flower-war/index.ts";
import type { HostedGame } from "./hosted-game.ts";
import { hostedSpaceAztecs } from "./space-aztecs.ts";
import { hostedTieqchieq } from "./tieqchieq.ts";

/** Every game that the server hosts, by its name on the wire. */
export const GAMES: ReadonlyMap<string, HostedGame> = new Map(
  [hostedFlowerWar, hostedMexica, hostedSpaceAztecs, hostedTieqchieq].map((hosted) => [
    hosted.game.name,
    hosted,
  ]),
);
