import { nanoid } from "nanoid";
import type { TestClient } from "./client.ts";

/** Rounds in which both players of Tıeqchıeq have the 8 turns that a rated match needs: chance decides who begins, so one may miss the first. */
export const RATED_ROUNDS = 9;

/** Plays for the clients of a match, in so many rounds, one after the other: the first commands that are legal and no concession, as long as there are any. */
export async function playOn(clients: readonly TestClient[], rounds: number): Promise<void> {
  for (let i = 0; i < rounds; i += 1) {
    for (const client of clients) {
      let { commands } = await client.request("legal", {});
      for (let next = firstOf(commands); next; next = firstOf(commands)) {
        ({ legal: commands = [] } = await client.request("command", { id: nanoid(), command: next }));
      }
    }
  }
}

function firstOf(commands: readonly object[]): object | undefined {
  return (commands as { type: string }[]).find(({ type }) => type !== "concede");
}
