import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect } from "react";
import { host } from "../session/host.ts";
import {
  keyOf,
  MOST_PLAYERS,
  type MutedPlayer,
  muted,
  putPlayer,
  removePlayer,
  setMuted,
  setSender,
  type Speaker,
} from "./muted.ts";

/** Players whom one request mutes. */
const AT_ONCE = 90;

/**
 * The people whom the viewer does not hear. An account's are known on all its devices; a guest's, and people whose players are not known,
 * in this browser alone. They are not told. What returns a promise rejects with a `Refusal` if the account's list stays as it was.
 */
export interface Mutes {
  isMuted(speaker: Speaker): boolean;
  isBlocked(speaker: Speaker): boolean;
  /** Mutes a player at all tables; one who is not known, in this match. */
  mute(speaker: Speaker): Promise<void>;
  /** Blocks a player who is known. */
  block(speaker: Speaker): Promise<void>;
  /** Hears a player again. */
  hear(speaker: Speaker): Promise<void>;
}

/** Returns whom the viewer does not hear in a match. */
export function useMutes<G extends GameName>(match: Match<G>): Mutes {
  const { matches, players } = muted.use();
  useEffect(() => follow(match), [match]);
  const isKnown = ({ player }: Speaker, blocked: boolean) =>
    players.some((each) => each.id === player && (each.blocked || !blocked));
  return {
    isBlocked: (speaker) => isKnown(speaker, true),
    isMuted: (speaker) => isKnown(speaker, false) || (matches[match.id]?.includes(keyOf(speaker)) ?? false),
    mute: async (speaker) => {
      const { player: id, name } = speaker;
      if (id === "") setSender(match.id, keyOf(speaker), true);
      else await put({ id, name, blocked: false });
    },
    block: ({ player: id, name }) => put({ id, name, blocked: true }),
    hear: async (speaker) => {
      if (speaker.player === "") setSender(match.id, keyOf(speaker), false);
      else await remove(speaker.player);
    },
  };
}

async function put(player: MutedPlayer): Promise<void> {
  const before = muted.get();
  putPlayer(player);
  await tellAccount(before, async () =>
    (await host.identity()).mute({ id: player.id, blocked: player.blocked }),
  );
}

/** Lets a player be heard again, at all tables. Rejects as `Mutes`. */
export async function remove(id: string): Promise<void> {
  const before = muted.get();
  removePlayer(id);
  await tellAccount(before, async () => (await host.identity()).unmute(id));
}

/** Changes the account's list, if the viewer has an account. If that fails, the list here is what it was `before`. */
async function tellAccount(
  before: ReturnType<typeof muted.get>,
  change: () => Promise<readonly MutedPlayer[]>,
): Promise<void> {
  const account = await findAccount();
  if (account === null) return;
  try {
    if (muted.get().account !== account) await merge(account);
    show(account, await change());
  } catch (error) {
    setMuted({ players: before.players, account: before.account });
    await refreshMutes();
    throw error;
  }
}

/** Makes the list here that of the viewer's account, which gets what a guest had here. If the server cannot be asked, it stays as it is. */
export async function refreshMutes(): Promise<void> {
  try {
    const account = await findAccount();
    if (account !== null) await merge(account);
    // The list of an account that is signed out is not this browser's.
    else if (muted.get().account !== null) setMuted({ players: [], account: null });
  } catch {
    // The next change, or the next match, tries again.
  }
}

async function merge(account: string): Promise<void> {
  const identity = await host.identity();
  const own = muted.get().account === null ? muted.get().players : [];
  let list: readonly MutedPlayer[] = await identity.mutes();
  const isThere = ({ id, blocked }: MutedPlayer) =>
    list.some((each) => each.id === id && (each.blocked || !blocked));
  const missing = own.filter((each) => !isThere(each)).slice(0, MOST_PLAYERS - list.length);
  for (let from = 0; from < missing.length; from += AT_ONCE) {
    const some = missing.slice(from, from + AT_ONCE);
    list = await identity.mute(...some.map(({ id, blocked }) => ({ id, blocked })));
  }
  show(account, list);
}

function show(account: string, list: readonly MutedPlayer[]): void {
  setMuted({ account, players: list.map(({ id, name, blocked }) => ({ id, name, blocked })) });
}

async function findAccount(): Promise<string | null> {
  const player = await (await host.identity()).stored();
  return player?.kind === "account" ? player.id : null;
}

const followed = new WeakSet<object>();

/** Reads the account's list now, and whenever it changes on another device. */
function follow<G extends GameName>(match: Match<G>): void {
  if (followed.has(match)) return;
  followed.add(match);
  match.on("mutes", () => void refreshMutes());
  match.on("resumed", () => void refreshMutes());
  void refreshMutes();
}
