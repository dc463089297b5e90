import type { Rate } from "@flower-war/protocol/ports";
import type { Logger } from "pino";
import type { Thinker } from "../bots/bot-pool.ts";
import type { MatchMaker } from "../cluster/match-maker.ts";
import type { StreamLinks } from "../cluster/stream-links.ts";
import type { HostedGame } from "../games/hosted-game.ts";
import type { Histories } from "../history/histories.ts";
import type { ChatStore } from "../chat/chat-store.ts";
import type { WordFilter } from "../names/word-filter.ts";
import type { TurnNotices } from "../notices/turn-notices.ts";
import type { Reports } from "../moderation/reports.ts";
import type { Sanctions } from "../moderation/sanctions.ts";
import type { Quotas } from "../quotas/quotas.ts";
import type { Random } from "../random.ts";
import type { Heartbeats } from "../storage/heartbeats/heartbeats.ts";
import type { Journal } from "../storage/journal/journal.ts";
import type { MatchSleep } from "../storage/sleep/match-sleep.ts";
import type { ServerTime } from "../time.ts";
import type { BotAccounts } from "./bot-accounts.ts";
import type { Tokens } from "./seats/tokens.ts";
import type { Temples } from "./temples/contract.ts";
import type { MatchTime } from "./timing/match-time.ts";

/** The services of all match rooms of a process. */
export type RoomServices = Omit<MatchServices, "time"> & { readonly time: ServerTime };

/** The services of the parts of a match room. */
export interface MatchServices {
  readonly games: ReadonlyMap<string, HostedGame>;
  readonly journal: Journal;
  readonly heartbeats: Pick<Heartbeats, "process" | "stoppedSince" | "noteClosed" | "noteClocks">;
  readonly sleep: Pick<MatchSleep, "noteAwake" | "noteOver" | "noteGone" | "fallAsleep" | "downtimeSince">;
  readonly chat: ChatStore;
  readonly wordFilter: WordFilter;
  readonly bots: Thinker;
  readonly botAccounts: BotAccounts;
  readonly temples: Temples;
  readonly sanctions: Sanctions;
  readonly reports: Reports;
  readonly histories: Pick<Histories, "begin" | "end" | "readFinishes">;
  /** Tells players of matches by days that they are awaited; `null`: no player is told. */
  readonly turnNotices: Pick<TurnNotices, "noteAwaited" | "noteOver"> | null;
  readonly matchMaker: MatchMaker;
  readonly log: Logger;
  readonly time: MatchTime;
  readonly random: Random;
  /** ms before each move of a bot. */
  readonly botDelay: number;
  readonly tokens: Pick<Tokens, "sign">;
  readonly timeouts: Timeouts;
  /** How many may watch. */
  readonly viewers: { readonly perMatch: number; readonly perAddress: number };
  readonly waitingSeats: { require(address: string): void };
  readonly quotas: Pick<Quotas, "note" | "count" | "giveBack">;
  readonly streamLinks: StreamLinks;
  /** Requests of one seat over plain HTTP. */
  readonly messages: Rate;
}

/** How long a match's room waits, in ms. */
export interface Timeouts {
  /** Before it closes while no client is connected. The next request for the match restores it. */
  readonly empty: number;
  /**
   * Before it closes while no client but those of bot accounts is connected; a match that has not begun is abandoned then, also one
   * whose room closed before.
   */
  readonly unattended: number;
  /** Before it closes once the match is over. */
  readonly over: number;
  /** The same when seats are local to a temple, which goes on showing the match (temple protocol P-5). */
  readonly overAtTemple: number;
  /** Before it opens the seat of an absent player in a public match that has not begun, or replaces an absent host. */
  readonly absence: number;
  /** Before it opens the seat of a player who has taken it, and has not connected to it yet, in such a match. */
  readonly arrival: number;
  /** Before bots take the open seats of a match whose start is a `countdown`. */
  readonly countdown: number;
  /** Before it closes while the match has not begun, no client is connected and no person has a seat. */
  readonly deserted: number;
  /** The wait for the seals of a match whose seats are all taken. */
  readonly nonces: number;
  /** The wait for the nonces of a match whose seals are fixed. */
  readonly reveals: number;
}
