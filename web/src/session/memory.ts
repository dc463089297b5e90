import { browserStorage, tabStorage } from "../base/storage.ts";

/*
 * What the browser remembers of its player, and this tab of its place, so that a reload finds it again. The tokens of seats and of
 * the player are kept by the SDK, for all tabs (use-my-seats.ts, host.ts), but those of finished matches, which only a rematch needs.
 */

/** A place in a match. */
export type Place = { readonly kind: "seat"; readonly seat: string } | { readonly kind: "spectator" };

const NAME = "flower-war/name";
const SPECTATOR = "";
const tokenKey = (match: string): string => `flower-war/finished-seat/${match}`;
const placeKey = (code: string): string => `flower-war/chair/${code}`;

/** Returns the name of this browser's player, which all tabs share; `""`: none yet. */
export function rememberedName(): string {
  return browserStorage.read(NAME) ?? "";
}

export function rememberName(name: string): void {
  browserStorage.write(NAME, name);
}

/** Returns the token of the seat that this tab had in a finished match, for a rematch; `null`: it had none. */
export function rememberedToken(match: string): string | null {
  return tabStorage.read(tokenKey(match));
}

export function rememberToken(match: string, token: string): void {
  tabStorage.write(tokenKey(match), token);
}

/** @param code the match's short code or invitation */
export function rememberedPlace(code: string): Place | null {
  const kept = tabStorage.read(placeKey(code));
  if (kept === null) return null;
  return kept === SPECTATOR ? { kind: "spectator" } : { kind: "seat", seat: kept };
}

/** @param seat `null`: a spectator's place */
export function rememberPlace(code: string, seat: string | null): void {
  tabStorage.write(placeKey(code), seat ?? SPECTATOR);
}

export function forgetPlace(code: string): void {
  tabStorage.remove(placeKey(code));
}
