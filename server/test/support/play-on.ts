import { nanoid } from "nanoid";
import type { TestClient } from "./client.ts";

/** In how many turns a player gives commands themselves for a match of any game to be rated for them (docs/ratings.md). */
export const RATED_TURNS = 8;

/**
 * Plays for the clients of a match, one after the other, until each has given commands in so many turns: the first commands that are legal
 * and no concession, as long as there are any.
 */
export async function playOn(clients: readonly TestClient[], turns: number): Promise<void> {
  const own = clients.map((client) => ({ client, turns: new Set<number>() }));
  for (let [round, n] = [0, 0]; own.some((each) => each.turns.size < turns); round += 1) {
    if (round > 10 * (turns + 1)) throw new Error(`after ${round} rounds not each has had ${turns} turns`);
    for (const { client, turns } of own) {
      let { commands } = await client.request("legal", {});
      if (!firstOf(commands)) continue;
      await client.waitForEntry(n);
      turns.add(turnOf(client, round));
      for (let next = firstOf(commands); next; next = firstOf(commands)) {
        ({ n, legal: commands = [] } = await client.request("command", { id: nanoid(), command: next }));
      }
    }
  }
}

/** Returns the number of Flower War's turn: an answer to an attack lies within another's turn, which goes on. Without one: the round. */
function turnOf({ state }: TestClient, round: number): number {
  const { turn } = state.table as { turn?: { number: number } };
  return turn?.number ?? round;
}

function firstOf(commands: readonly object[]): object | undefined {
  return (commands as { type: string }[]).find(({ type }) => type !== "concede");
}
