import { browserStorage } from "../base/storage.ts";
import { Store } from "../base/store.ts";

/** Matches whose muted people are remembered, and players who are blocked. */
const MOST_MATCHES = 100;
const MOST_BLOCKED = 1_000;
const KEY = "flower-war/muted";

/** The sender of a line in a match. */
export interface Speaker {
  /** `null`: a spectator. */
  readonly seat: string | null;
  readonly name: string;
  /** The player's id; `""`: not known. */
  readonly player: string;
}

interface Stored {
  /** Muted senders by match. */
  readonly matches: { readonly [match: string]: readonly string[] };
  /** Players who are muted at every table. */
  readonly blocked: readonly string[];
}

const kept = browserStorage.readValue(KEY);
const stored = new Store<Stored>(isStored(kept) ? kept : { matches: {}, blocked: [] });

/** The players whom the viewer muted or blocked. This browser remembers them; the others do not learn of it. */
export interface Mutes {
  isMuted(speaker: Speaker): boolean;
  isBlocked(speaker: Speaker): boolean;
  /** Mutes a player in this match. */
  mute(speaker: Speaker): void;
  /** Mutes a player whose id is known at every table. */
  block(speaker: Speaker): void;
  /** Hears a player again, at every table. */
  hear(speaker: Speaker): void;
}

export function useMutes(match: string): Mutes {
  const { matches, blocked } = stored.use();
  const keys = matches[match] ?? [];
  const setKeys = (next: readonly string[], players: readonly string[]) => {
    const { [match]: _, ...others } = matches;
    const entries = [...Object.entries(others), [match, next] as const].filter(([, each]) => each.length > 0);
    const changed: Stored = {
      matches: Object.fromEntries(entries.slice(-MOST_MATCHES)),
      blocked: players.slice(-MOST_BLOCKED),
    };
    browserStorage.write(KEY, JSON.stringify(changed));
    stored.set(changed);
  };
  const isBlocked = ({ player }: Speaker) => player !== "" && blocked.includes(player);
  return {
    isBlocked,
    isMuted: (speaker) => isBlocked(speaker) || keys.includes(keyOf(speaker)),
    mute: (speaker) => setKeys([...new Set([...keys, keyOf(speaker)])], blocked),
    block: ({ player }) => setKeys(keys, [...new Set([...blocked, player])]),
    hear: (speaker) =>
      setKeys(
        keys.filter((key) => key !== keyOf(speaker)),
        blocked.filter((player) => player !== speaker.player),
      ),
  };
}

/** Returns what tells the speakers of one match apart: the player's id, else the seat, else a spectator's name. */
export const keyOf = ({ seat, name, player }: Speaker): string =>
  player === "" ? (seat ?? `/${name}`) : `@${player}`;

function isStored(value: unknown): value is Stored {
  if (typeof value !== "object" || value === null) return false;
  const { matches, blocked } = value as { readonly [K in keyof Stored]?: unknown };
  const isMap = typeof matches === "object" && matches !== null && Object.values(matches).every(areTexts);
  return isMap && areTexts(blocked);
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
