import type { GameListing } from "@flower-war/client-sdk";
import { currentLanguage } from "../texts/index.ts";

/** A game that this page does not know, and that its server describes. */
export type OwnGame = GameListing & Required<Pick<GameListing, "page">>;

/** Where tests read no page, there is none. */
const { document: page }: { readonly document?: Document } = globalThis;

const META = page?.querySelector<HTMLMetaElement>('[name="own-games"]');

/** Those of the page's server, by their names. */
export const OWN_GAMES: ReadonlyMap<string, OwnGame> = new Map(
  (JSON.parse(META?.content ?? "[]") as readonly OwnGame[]).map((game) => [game.game, game]),
);

/** Returns what a game is called, and its seats, in the page's language. */
export function titlesOf({ page: { texts } }: OwnGame): OwnGame["page"]["texts"]["en"] {
  return texts[currentLanguage()] ?? texts.en;
}
