import { Refusal } from "@flower-war/client-sdk";
import type { House } from "../house/house.ts";
import type { WorldTable } from "../people/world-table.ts";

/** ms in which a server that missed the news of a ban reads it. */
const REFRESHED = 31_000;
const LOOK = 1_000;
/** How a banned player may be refused: the match may be gone meanwhile, or the seat another's. */
const SENT_AWAY: readonly string[] = ["banned", "bad-token", "match-over"];

/** Finds players whom an operator banned and who sit, or may sit down, at their table all the same. */
export async function checkBans(house: House, { banned, id }: WorldTable): Promise<void> {
  if (banned === null) return;
  let answer = "";
  for (let waited = 0; !SENT_AWAY.includes(answer) && waited < REFRESHED; waited += LOOK) {
    await house.sleep(LOOK);
    answer = await banned.comeBack().then(
      () => "let in",
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
  }
  if (!SENT_AWAY.includes(answer))
    house.find("bans", `${banned.name} was banned, and came back to ${id}: ${answer}`);
}
