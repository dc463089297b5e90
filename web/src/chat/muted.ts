import { useSyncExternalStore } from "react";
import { browserStorage } from "../app/storage.ts";

/** Matches whose muted people are remembered. */
const MOST_MATCHES = 100;
const KEY = "flower-war/muted";

/** Who says something in a match. */
export interface Speaker {
  /** `null`: a spectator. */
  readonly seat: string | null;
  readonly name: string;
}

/** By match: the seats of muted players, and the names of muted spectators. */
type Muted = { readonly [match: string]: readonly string[] };

let muted: Muted = read();
const listeners = new Set<() => void>();

/** Whom the viewer does not want to hear in a match. It is remembered in this browser; the others do not learn of it. */
export interface Mutes {
  isMuted(speaker: Speaker): boolean;
  toggle(speaker: Speaker): void;
}

export function useMutes(match: string): Mutes {
  const all = useSyncExternalStore(subscribe, () => muted);
  const keys = all[match] ?? [];
  return {
    isMuted: (speaker) => keys.includes(keyOf(speaker)),
    toggle: (speaker) => {
      const key = keyOf(speaker);
      const after = keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
      const { [match]: _, ...others } = all;
      write(Object.fromEntries([...Object.entries(others), [match, after]].slice(-MOST_MATCHES)) as Muted);
    },
  };
}

/** Returns what tells the speakers of one match apart. */
export const keyOf = ({ seat, name }: Speaker): string => seat ?? `/${name}`;

function read(): Muted {
  try {
    const stored: unknown = JSON.parse(browserStorage.read(KEY) ?? "{}");
    return isMuted(stored) ? stored : {};
  } catch {
    return {};
  }
}

function isMuted(stored: unknown): stored is Muted {
  return (
    typeof stored === "object" &&
    stored !== null &&
    Object.values(stored).every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === "string"))
  );
}

function write(next: Muted): void {
  muted = next;
  browserStorage.write(KEY, JSON.stringify(next));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
