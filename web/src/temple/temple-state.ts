import type { SeatInfo } from "@flower-war/client-sdk";

/** How a seat stands to a temple of wood and stone. */
export type TempleState = "free" | "asking" | "elsewhere" | "paired" | "owing" | "offline";

/** The temple of a seat as the match has it. */
export type SeatTemple = Pick<SeatInfo, "name" | "temple" | "templeOnline" | "fixH" | "fixT">;

/**
 * Returns how a seat stands to a temple. A temple that is silent cannot count what is taken out, so that comes first.
 * @param asking whether a pairing is under way
 * @param refused the code with which the last pairing was refused; `null`: it was not
 */
export function templeStateOf(
  { temple, templeOnline, fixH, fixT }: Omit<SeatTemple, "name">,
  asking: boolean,
  refused: string | null,
): TempleState {
  if (temple === "") {
    if (asking) return "asking";
    return refused === "temple-elsewhere" ? "elsewhere" : "free";
  }
  if (!templeOnline) return "offline";
  return fixH < 0 || fixT < 0 ? "owing" : "paired";
}
