import { PLAYER_KINDS, type Player, type PlayerKind } from "@flower-war/protocol/players";
import type { WebLocks, WebStorage } from "./web-storage.ts";

/** A player of a server, as it is stored. Secret: the token is all that a guest is known by. */
export interface StoredPlayer extends Readonly<Player> {
  /** The server's address, without a trailing slash. */
  readonly server: string;
}

/** Stores one player for each server, so that `host.player()` is the same one after a page was reloaded or a program restarted. */
export interface PlayerStore {
  /** Returns the player of a server; `null`: none is stored. */
  load(server: string): Promise<StoredPlayer | null>;
  /** Stores a player unless one of the same server is stored. Resolves with the one that is stored now. */
  add(player: StoredPlayer): Promise<StoredPlayer>;
  /** Stores a player; replaces that of the same server. */
  save(player: StoredPlayer): Promise<void>;
  /** Deletes the player of a server; does nothing if none is stored. */
  delete(server: string): Promise<void>;
  /** Runs a task while no other program that shares the store runs one for this server. Missing: there may be others. */
  readonly lock?: <T>(server: string, task: () => Promise<T>) => Promise<T>;
}

/** Returns a store that lasts as long as the program runs. */
export function memoryPlayerStore(): PlayerStore {
  const players = new Map<string, StoredPlayer>();
  return {
    load: async (server) => players.get(server) ?? null,
    add: async (player) => {
      if (!players.has(player.server)) players.set(player.server, player);
      return players.get(player.server) ?? player;
    },
    save: async (player) => void players.set(player.server, player),
    delete: async (server) => void players.delete(server),
  };
}

const PREFIX = "flower-war/player/";

/**
 * Returns a store in a browser.
 * @param storage `localStorage`: the player outlives the browser and is shared by all tabs
 * @param locks of the browser; missing over plain HTTP
 */
export function webPlayerStore(storage: WebStorage, locks?: WebLocks): PlayerStore {
  const keyOf = (server: string) => PREFIX + encodeURIComponent(server);
  const load = (server: string) => parsePlayer(storage.getItem(keyOf(server)) ?? "");
  const save = (player: StoredPlayer) => storage.setItem(keyOf(player.server), JSON.stringify(player));
  const store: PlayerStore = {
    load: async (server) => load(server),
    add: async (player) => {
      const stored = load(player.server);
      if (stored === null) save(player);
      return stored ?? player;
    },
    save: async (player) => save(player),
    delete: async (server) => storage.removeItem(keyOf(server)),
  };
  if (!locks) return store;
  return { ...store, lock: async (server, task) => locks.request(keyOf(server), task) };
}

/** Returns a store in `localStorage` where that is available, else in memory. */
export function defaultPlayerStore(): PlayerStore {
  try {
    if (typeof document !== "undefined") return webPlayerStore(localStorage, navigator.locks);
  } catch {
    // Browsers that are set to store nothing throw here.
  }
  return memoryPlayerStore();
}

/** Parses a player stored as JSON; `null` if it is not one. */
export function parsePlayer(json: string): StoredPlayer | null {
  try {
    const value: { readonly [K in keyof StoredPlayer]?: unknown } | null = JSON.parse(json);
    const { server, id, name, kind, token } = value ?? {};
    if (![server, id, name, token].every((field) => typeof field === "string")) return null;
    if (!PLAYER_KINDS.includes(kind as PlayerKind)) return null;
    return { server, id, name, kind, token } as StoredPlayer;
  } catch {
    return null;
  }
}
