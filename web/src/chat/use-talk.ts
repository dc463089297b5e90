import type { ChatLine, GameName, Match } from "@flower-war/client-sdk";
import { useSyncExternalStore } from "react";
import { keyOf, type Mutes, type Speaker, useMutes } from "./muted.ts";
import { type Talk, type TableTalk, talkOf } from "./table-talk.ts";

export interface HeardTalk extends Omit<Talk, "seen"> {
  readonly talk: TableTalk;
  readonly mutes: Mutes;
  /** The people whom the viewer muted, of those who said something. */
  readonly muted: readonly Speaker[];
  /** How many lines of others the viewer has not seen. */
  readonly unread: number;
  readonly isOwn: (line: ChatLine) => boolean;
}

/** Returns what is said at a table, without the lines of those whom the viewer muted. */
export function useTalk<G extends GameName>(match: Match<G>): HeardTalk {
  const talk = talkOf(match);
  const { lines, past, cameAt, seen } = useSyncExternalStore(talk.subscribe, talk.current);
  const mutes = useMutes(match.id);
  const heard = lines.filter((line) => !mutes.isMuted(line));
  const silenced = lines.filter((line) => mutes.isMuted(line));
  const muted = [...new Map(silenced.map((line) => [keyOf(line), line])).values()];
  const isOwn = (line: ChatLine) => line.seat !== null && line.seat === match.seat;
  const unread = heard.filter((line) => line.n > seen && !isOwn(line)).length;
  return { talk, mutes, lines: heard, muted, past, cameAt, unread, isOwn };
}
