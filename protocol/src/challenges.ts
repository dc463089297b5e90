/**
 * GET -> `OnlineBot[]`, by name. POST, with `Authorization: Bearer <token>` of a bot account -> `Reservation` for its room `bot`: it is online
 * as long as it is connected there. It stands apart from `PATHS`, which pages load.
 */
export const BOTS_PATH = "/api/bots";

/** Why a bot account declines a challenge. */
export const DECLINE_REASONS = ["busy", "game", "options", "clock", "other"] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** A bot account that was invited to a seat of a table, as the table shows it. */
export interface Challenge {
  readonly seat: string;
  /** The id of the bot's player. */
  readonly bot: string;
  readonly name: string;
  /** `open`: the bot has not answered. `expired`: it has not answered in time. */
  readonly status: "open" | "declined" | "expired";
  /** Why it was declined; `null` unless it was. */
  readonly reason: DeclineReason | null;
  /** Until when it is open, ms since 1970. */
  readonly until: number;
}
