import { type ChatLine, type GameName, isPlayer, type Match } from "@flower-war/client-sdk";
import { useSyncExternalStore } from "react";
import { keyOf, type Mutes, type Speaker, useMutes } from "./muted.ts";
import { type Talk, type TableTalk, talkOf } from "./table-talk.ts";

/** A line, and which player said it. */
export type HeardLine = ChatLine & Speaker;

export interface HeardTalk extends Omit<Talk, "seen" | "lines"> {
  readonly talk: TableTalk;
  readonly mutes: Mutes;
  /** In order, without those of people whom the viewer muted. */
  readonly lines: readonly HeardLine[];
  /** The people whom the viewer muted, of those who said something. */
  readonly muted: readonly Speaker[];
  /** How many lines of others the viewer has not seen. */
  readonly unread: number;
  readonly isOwn: (line: ChatLine) => boolean;
}

/** Returns what is said at a table, as the viewer wants to hear it. */
export function useTalk<G extends GameName>(match: Match<G>): HeardTalk {
  const talk = talkOf(match);
  const { lines: all, past, cameAt, seen } = useSyncExternalStore(talk.subscribe, talk.current);
  const mutes = useMutes(match.id);
  const known = all.map((line) => ({ ...line, player: playerOf(match, line) }));
  const isOwn = (line: ChatLine) => line.seat !== null && line.seat === match.seat;
  const silenced = known.filter((line) => !isOwn(line) && mutes.isMuted(line));
  const lines = known.filter((line) => !silenced.includes(line));
  const muted = [...new Map(silenced.map((line) => [keyOf(line), line])).values()];
  const unread = lines.filter((line) => line.n > seen && !isOwn(line)).length;
  return { talk, mutes, lines, muted, past, cameAt, unread, isOwn };
}

/** Returns the id of the player who said a line. They may have moved to another seat, but a name is at a table once. */
function playerOf<G extends GameName>({ seats }: Match<G>, { seat, name }: ChatLine): string {
  if (seat === null) return "";
  return seats.find((person) => isPlayer(person.kind) && person.name === name)?.player ?? "";
}
