import type { Room } from "@colyseus/core";
import type { MatchMessages, MatchState } from "@flower-war/protocol";
import type { HandOvers } from "./ending/hand-overs.ts";
import type { Gathering } from "./gathering/gathering.ts";
import type { Match } from "./match.ts";
import type { DelayedCrowd } from "./outbound/delayed-crowd.ts";
import type { MatchMetadata } from "./outbound/listing.ts";
import type { MatchClient } from "./seats/client-auth.ts";
import type { MatchServices } from "./services.ts";

/** A room of Colyseus in which a match is played. */
export type AnyMatchRoom = Room<{ state: MatchState; metadata: MatchMetadata; client: MatchClient }>;

/** What the parts of a live match share. */
export interface LiveCore {
  readonly room: AnyMatchRoom;
  readonly match: Match;
  readonly gathering: Gathering;
  readonly handOvers: HandOvers;
  readonly services: MatchServices;
  /** What spectators are told late goes through it; `null`: they are told at once. */
  readonly delayed: DelayedCrowd | null;
  /** Requires that the match can be watched now. @throws `RefusalError` with `unwatched`, or `watch-later` with a wait */
  requireWatchable(): void;
  /** Sends the patch to all clients, and brings all else up to date. */
  changed(): void;
  /** Tells all clients, also those that read a stream. */
  tellAll<T extends "warning" | "announcement">(type: T, message: MatchMessages[T]): void;
  /** Ends what the match does by itself. */
  stopTimers(): void;
  /** Disconnects all clients. */
  close(code: number): Promise<void>;
  /** Closes an empty room. The next request for the match restores it; until then its clocks stand still. */
  unload(): void;
}
