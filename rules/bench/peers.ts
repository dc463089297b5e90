import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const PEERS = join(import.meta.dirname, "peers");

/** Plays whole matches of so many moves. Returns a number that depends on them, so that V8 optimises nothing away. */
type PlaySmallGame = (matches: number, moves: number) => number;

/** Loads the small game in boardgame.io's reducer. The first call installs boardgame.io. */
export async function loadSmallGame(): Promise<PlaySmallGame> {
  if (!existsSync(join(PEERS, "node_modules"))) {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: PEERS,
      stdio: "inherit",
    });
  }
  const { playSmallGame } = (await import(join(PEERS, "small-game.mjs"))) as { playSmallGame: PlaySmallGame };
  return playSmallGame;
}
