/**
 * What this tab remembers so that a reload finds its place again, in `sessionStorage`. The tokens of seats are kept by the
 * SDK, for all tabs (use-my-seats.ts).
 */

/** A place in a match. */
export type Place = { readonly kind: "seat"; readonly seat: string } | { readonly kind: "spectator" };

const NAME = "flower-war/name";
const SPECTATOR = "";
const placeKey = (code: string): string => `flower-war/chair/${code}`;

/** Returns the player's name: the one of this tab, else the last one in this browser, else `""`. */
export function rememberedName(): string {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? "";
}

export function rememberName(name: string): void {
  sessionStorage.setItem(NAME, name);
  localStorage.setItem(NAME, name);
}

/** @param code the match's short code */
export function rememberedPlace(code: string): Place | null {
  const kept = sessionStorage.getItem(placeKey(code));
  if (kept === null) return null;
  return kept === SPECTATOR ? { kind: "spectator" } : { kind: "seat", seat: kept };
}

/** @param seat `null`: a spectator's place */
export function rememberPlace(code: string, seat: string | null): void {
  sessionStorage.setItem(placeKey(code), seat ?? SPECTATOR);
}

export function forgetPlace(code: string): void {
  sessionStorage.removeItem(placeKey(code));
}
