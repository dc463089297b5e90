import type { Room } from "@colyseus/core";
import type { MatchState } from "@flower-war/protocol";
import type { Gathering } from "./gathering/gathering.ts";
import type { Match } from "./match.ts";
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
  readonly services: MatchServices;
  /** Sends the patch to all clients, and brings all else up to date. */
  readonly changed: () => void;
}
