import { type SchemaType, schema, t } from "@colyseus/schema";
import type { GameName } from "./games/game-map.ts";
import { type PlainFields, pure, type Synced } from "./synced.ts";
import type { ClockProfile, DeclineReason } from "./vocabulary.ts";

/** A challenge, as the bot sees it. It accepts by taking the seat over HTTP (`PATHS.seats`). */
export const ChallengeState = pure(() =>
  schema(
    {
      id: t.string().default(""),
      /** The id of the match, for a private one with its invitation. Secret. */
      match: t.string().default(""),
      seat: t.string().default(""),
      game: t.string<GameName>().default("flower-war"),
      /** The name of the game's preset whose options it has; `""`: it has others. */
      preset: t.string().default(""),
      /** The speed of its clocks, as `speedOf`. */
      speed: t.string<ClockProfile>().default("none"),
      /** The name of the player who hosts the table. */
      host: t.string().default(""),
      /** Until when it is open, ms since 1970. */
      until: t.float64().default(0),
    },
    "Challenge",
  ),
);
export type ChallengeState = SchemaType<typeof ChallengeState>;

/**
 * A challenge as plain values.
 * @interface
 */
export type ReceivedChallenge = Readonly<PlainFields<ChallengeState>>;

/** The synced state of the room `bot`: the challenges that are open to one bot account, by id. */
export const BotState = pure(() => schema({ challenges: t.map(ChallengeState) }, "Bot"));
export type BotState = SchemaType<typeof BotState>;

/** The same as clients read it. */
export type SyncedBot = Synced<BotState>;

/** Requests of the room `bot`: payload and answer. Refused with a `RefusalBody`. */
export interface BotRequests {
  /** Declines a challenge. One that is not open stays as it is. */
  decline: { payload: { id: string; reason: DeclineReason }; answer: Record<string, never> };
}

/** Reads a challenge's fields from anything that has them among others; servers of other versions may not have all. */
export function readChallenge(from: Partial<ReceivedChallenge>): ReceivedChallenge {
  const { id = "", match = "", seat = "", game = "flower-war", preset = "", speed = "none" } = from;
  const { host = "", until = 0 } = from;
  return { id, match, seat, game, preset, speed, host, until };
}
