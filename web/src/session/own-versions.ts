import type { OwnGame } from "./own-games.ts";

/**
 * Returns the module that shows a version of a game; `undefined`: the server has none.
 * @param version default: that of new matches
 */
export function moduleOf({ page, version: present = 1 }: OwnGame, version = present): string | undefined {
  return version === present ? page.module : page.earlier?.[version];
}
