import { browserStorage } from "../base/storage.ts";
import { Store } from "../base/store.ts";

/** Matches whose muted people without an id are remembered. */
const MOST_MATCHES = 100;
/** Players who are muted: as many as the server stores of an account (`too-many-mutes`). */
export const MOST_PLAYERS = 500;
const KEY = "flower-war/muted";

/** The sender of a line in a match. */
export interface Speaker {
  /** `null`: a spectator. */
  readonly seat: string | null;
  readonly name: string;
  /** The player's id; `""`: not known. */
  readonly player: string;
}

/** A player whom the viewer does not hear, at any table. */
export interface MutedPlayer {
  readonly id: string;
  /** `""`: not known. */
  readonly name: string;
  /** Play now does not bring them and the viewer to one table either. */
  readonly blocked: boolean;
}

interface Muted {
  /** Muted senders whose players are not known, by match. */
  readonly matches: { readonly [match: string]: readonly string[] };
  /** The latest first. */
  readonly players: readonly MutedPlayer[];
  /** The id of the account whose list `players` is; `null`: it is this browser's own. */
  readonly account: string | null;
}

/** Whom the viewer does not hear, as this browser knows it. All its tabs share it. */
export const muted = new Store<Muted>(read());
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key === KEY || key === null) muted.set(read());
});

/** Changes it, for all tabs. */
export function setMuted(changes: Partial<Muted>): void {
  const changed = { ...muted.get(), ...changes };
  browserStorage.write(KEY, JSON.stringify(changed));
  muted.set(changed);
}

/** Mutes or blocks a player here. */
export function putPlayer(player: MutedPlayer): void {
  const { players } = muted.get();
  setMuted({ players: [player, ...players.filter(({ id }) => id !== player.id)].slice(0, MOST_PLAYERS) });
}

/** Lets a player be heard again here. */
export function removePlayer(id: string): void {
  setMuted({ players: muted.get().players.filter((each) => each.id !== id) });
}

/** Mutes a sender whose player is not known in one match, or lets them be heard again. */
export function setSender(match: string, sender: string, mutes: boolean): void {
  const { [match]: keys = [], ...others } = muted.get().matches;
  const kept = keys.filter((key) => key !== sender);
  const entries = [...Object.entries(others), [match, mutes ? [...kept, sender] : kept] as const];
  setMuted({
    matches: Object.fromEntries(entries.filter(([, each]) => each.length > 0).slice(-MOST_MATCHES)),
  });
}

/** Returns what tells the speakers of one match apart: the player's id, else the seat, else a spectator's name. */
export const keyOf = ({ seat, name, player }: Speaker): string =>
  player === "" ? (seat ?? `/${name}`) : `@${player}`;

/** Reads it. Earlier versions of the page knew players without names, in `blocked` and as `@id` in a match. */
function read(): Muted {
  const { matches, players, account, blocked } = Object(browserStorage.readValue(KEY)) as {
    readonly [field: string]: unknown;
  };
  const senders = Object.entries(Object(matches) as object).filter(
    (entry): entry is [string, string[]] => Array.isArray(entry[1]) && entry[1].every(isText),
  );
  const earlier = [...senders.flatMap(([, keys]) => keys), ...(Array.isArray(blocked) ? blocked : [])];
  const ids = earlier.filter(isText).map((key) => key.replace("@", ""));
  return {
    matches: Object.fromEntries(
      senders.map(([match, keys]) => [match, keys.filter((key) => !key.startsWith("@"))]),
    ),
    players: Array.isArray(players)
      ? players.filter(isMutedPlayer)
      : [...new Set(ids)].filter(isId).map((id) => ({ id, name: "", blocked: false })),
    account: isText(account) ? account : null,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isId(text: string): boolean {
  return /^[A-Za-z0-9]{12}$/.test(text);
}

function isMutedPlayer(value: unknown): value is MutedPlayer {
  const { id, name, blocked } = Object(value) as { readonly [K in keyof MutedPlayer]?: unknown };
  return isText(id) && isId(id) && isText(name) && typeof blocked === "boolean";
}
