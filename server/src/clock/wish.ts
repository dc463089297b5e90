import { CLOCK_PROFILES, CLOCKS, type ClockRules } from "@flower-war/client-sdk/protocol";
import { z } from "zod";
import { refused } from "../fault.ts";

const HOUR = 3_600_000;
const MONTH = 30 * 24 * HOUR;

/** The clocks that a host wishes (client-sdk/clocks says what they mean). */
export const CLOCK = z.strictObject({
  profile: z.enum(CLOCK_PROFILES),
  turn: z.int().min(1000).max(MONTH).optional(),
  reserve: z.int().min(0).max(MONTH).optional(),
  increment: z.int().min(0).max(HOUR).optional(),
  warning: z.int().min(0).max(MONTH).optional(),
  awayAfter: z.int().min(1).max(100).optional(),
  away: z.enum(["bot", "fallback", "forfeit"]).optional(),
});

/**
 * The clocks as they will be; `null`: none.
 * @throws `Refused` with `bad-request` if the parts do not fit together
 */
export function readClock({ profile, ...wish }: z.output<typeof CLOCK>): ClockRules | null {
  if (profile === "none") {
    if (Object.keys(wish).length > 0) throw refused("bad-request", { field: "clock" });
    return null;
  }
  const usual = CLOCKS[profile];
  const turn = wish.turn ?? usual.turn;
  const warning = wish.warning ?? Math.min(usual.warning, turn);
  if (warning > turn) throw refused("bad-request", { field: "clock.warning" });
  return {
    turn,
    reserve: wish.reserve ?? usual.reserve,
    increment: wish.increment ?? usual.increment,
    warning,
    awayAfter: wish.awayAfter ?? usual.awayAfter,
    away: wish.away ?? usual.away,
  };
}
