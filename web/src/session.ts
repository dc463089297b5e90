/** What this tab remembers, so that a reload finds its place again: in `sessionStorage`, gone with the tab. */

/** A place in a match: a seat proved by its token, or a spectator's chair. */
export type Chair = { readonly kind: "seat"; readonly token: string } | { readonly kind: "spectator" };

const NAME = "flower-war/name";
const SPECTATOR = "spectator";
const chairKey = (code: string): string => `flower-war/chair/${code}`;

export const rememberedName = (): string => sessionStorage.getItem(NAME) ?? "";
export const rememberName = (name: string): void => sessionStorage.setItem(NAME, name);

/** @param code the match's short code */
export function rememberedChair(code: string): Chair | null {
  const kept = sessionStorage.getItem(chairKey(code));
  if (kept === null) return null;
  return kept === SPECTATOR ? { kind: "spectator" } : { kind: "seat", token: kept };
}

/** @param token the seat's; `null`: a spectator's chair */
export const rememberChair = (code: string, token: string | null): void =>
  sessionStorage.setItem(chairKey(code), token ?? SPECTATOR);

export const hasSeat = (code: string): boolean => rememberedChair(code)?.kind === "seat";

export const forgetChair = (code: string): void => sessionStorage.removeItem(chairKey(code));
