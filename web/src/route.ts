import { useSyncExternalStore } from "react";

/** The page's address: `#/match/<code>` is a match (`code` upper case), everything else the lobby (`null`). */
export const matchHash = (code: string): string => `#/match/${encodeURIComponent(code)}`;
export const LOBBY_HASH = "#/";

export function parseHash(hash: string): string | null {
  const code = /^#\/match\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1];
  return code === undefined ? null : normalCode(code);
}

/** A code as its match writes it, however it was typed. Ids, which are longer, stay as they are. */
export const normalCode = (typed: string): string => {
  const code = typed.trim();
  return code.length === CODE_LENGTH ? code.toUpperCase() : code;
};
const CODE_LENGTH = 4;

export function goTo(hash: string): void {
  location.hash = hash;
}

/** The match that the address names; `null`: the lobby. */
export const useRoute = (): string | null => useSyncExternalStore(subscribe, () => parseHash(location.hash));

function subscribe(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
