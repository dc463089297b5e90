import type { MatchState } from "@flower-war/protocol";
import type { Queue } from "../queue.ts";
import type { Random } from "../random.ts";
import type { Created, MatchPlan } from "../storage/journal/facts.ts";
import type { MatchLog } from "../storage/journal/match-log.ts";
import type { SyncedDetails } from "./outbound/details.ts";
import type { SeatTable } from "./seats/seat-table.ts";
import type { MatchClocks } from "./timing/match-clocks.ts";
import type { MatchTime } from "./timing/match-time.ts";

/** What the parts of one match share. */
export interface MatchCore {
  readonly created: Created & { readonly at: number };
  /** That of `created`, with complete options. */
  readonly plan: MatchPlan;
  readonly state: MatchState;
  readonly details: SyncedDetails;
  readonly seats: SeatTable;
  readonly clocks: MatchClocks;
  readonly log: MatchLog;
  /** The match's queue; every append runs in it. */
  readonly queue: Queue;
  readonly time: MatchTime;
  readonly random: Random;
  /** Shows a change that is not an entry. */
  readonly changed: () => void;
}
