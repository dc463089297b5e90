/**
 * What this tab remembers, in `sessionStorage`, gone with the tab: so that a reload finds its place again. The tokens of
 * seats are kept by the SDK, for all tabs (web/src/my-seats.ts).
 */

/** A place in a match. */
export type Chair = { readonly kind: "seat"; readonly seat: string } | { readonly kind: "spectator" };

const NAME = "flower-war/name";
const SPECTATOR = "";
const chairKey = (code: string): string => `flower-war/chair/${code}`;

export const rememberedName = (): string => sessionStorage.getItem(NAME) ?? "";
export const rememberName = (name: string): void => sessionStorage.setItem(NAME, name);

/** @param code the match's short code */
export function rememberedChair(code: string): Chair | null {
  const kept = sessionStorage.getItem(chairKey(code));
  if (kept === null) return null;
  return kept === SPECTATOR ? { kind: "spectator" } : { kind: "seat", seat: kept };
}

/** @param seat `null`: a spectator's chair */
export const rememberChair = (code: string, seat: string | null): void =>
  sessionStorage.setItem(chairKey(code), seat ?? SPECTATOR);

export const forgetChair = (code: string): void => sessionStorage.removeItem(chairKey(code));
