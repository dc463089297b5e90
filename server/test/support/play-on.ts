import { nanoid } from "nanoid";
import type { TestClient } from "./client.ts";

/** Plays for the clients of a match, each so many times in turn: the first commands that are legal and no concession, as long as there are any. */
export async function playOn(clients: readonly TestClient[], times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
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
