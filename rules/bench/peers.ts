import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const PEERS = join(import.meta.dirname, "peers");

/** Plays whole matches of so many moves; returns something of them. */
type PlaySmallGame = (matches: number, moves: number) => number;

/** The small game in boardgame.io's reducer; boardgame.io is installed when it is needed first. */
export async function smallGame(): Promise<PlaySmallGame> {
  if (!existsSync(join(PEERS, "node_modules"))) {
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: PEERS,
      stdio: "inherit",
    });
  }
  const { playSmallGame } = (await import(join(PEERS, "small-game.mjs"))) as { playSmallGame: PlaySmallGame };
  return playSmallGame;
}
