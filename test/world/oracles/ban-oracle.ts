import { Refusal } from "@flower-war/client-sdk";
import type { House } from "../house/house.ts";
import type { WorldTable } from "../people/world-table.ts";

/** Finds players whom an operator banned and who sit, or may sit down, at their table all the same. */
export async function checkBans(house: House, { banned, id }: WorldTable): Promise<void> {
  if (banned === null) return;
  const answer = await banned.comeBack().then(
    () => "let in",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
  // The match may be gone meanwhile, or the seat another's.
  if (answer !== "banned" && answer !== "bad-token" && answer !== "match-over")
    house.find("bans", `${banned.name} was banned, and came back to ${id}: ${answer}`);
}
