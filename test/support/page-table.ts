import type { Page } from "playwright-core";
import { webStore } from "../../client-sdk/src/seat-store.ts";
import { createMatch } from "../../server/test/support/post.ts";
import type { Browser, Size } from "./browser.ts";

/** A match without clocks, of Flower War unless another game is named. */
interface TableSettings {
  readonly name: string;
  readonly game?: string;
  readonly seats: number;
  readonly bots: number;
  readonly private?: boolean;
  /** Those that differ from the game's defaults. */
  readonly options?: Readonly<Record<string, string | number | boolean>>;
  /** Plays in the player's seat before they open the page. Resolves with whether the match goes on; if not, another one is begun. */
  readonly playBefore?: (match: string, token: string) => Promise<boolean>;
}

/** A player's page, and the name by which others find their match. */
interface OpenedTable {
  readonly page: Page;
  /** The match's id. */
  readonly match: string;
  readonly code: string;
}

/** Matches that are begun at most because the ones before ended before the page was opened. */
const MOST_MATCHES = 10;

/**
 * Opens the page of a player who has just created a match, in their seat, without the lobby and the page that creates it: for tests of
 * what happens afterwards.
 */
export async function openTable(
  browser: Pick<Browser, "open">,
  server: string,
  settings: TableSettings,
  size?: Size,
): Promise<OpenedTable> {
  const reserved = await createTable(server, settings);
  const { match, invitation, game, seat, token } = reserved;
  const code = invitation ?? reserved.code;
  const stored = new Map<string, string>();
  const setItem = (key: string, text: string) => void stored.set(key, text);
  await webStore({ setItem } as unknown as Storage).save({
    server,
    match,
    code: reserved.code,
    ...(invitation !== null && { invitation }),
    game,
    seat,
    token,
  });
  stored.set("flower-war/name", settings.name);
  // Any of the server's addresses lets a page store what the app keeps.
  const page = await browser.open(`${server}/healthz`, size);
  await page.evaluate(
    ([entries, chair, at]) => {
      for (const [key, text] of entries) localStorage.setItem(key, text);
      sessionStorage.setItem(chair, at);
    },
    [[...stored], `flower-war/chair/${code}`, seat] as const,
  );
  await page.goto(`${server}/matches/${code}`);
  return { page, match, code };
}

/** Creates a match with a seat, and plays before the page is opened. Begins another match if one ends by that. */
async function createTable(server: string, { playBefore, ...settings }: TableSettings) {
  const start = settings.bots === settings.seats - 1 ? "full" : "host";
  for (let begun = 0; begun < MOST_MATCHES; begun += 1) {
    const reserved = await createMatch(server, { start, ...settings });
    const { match, seat, token } = reserved;
    if (seat === null || token === null) throw new Error("a match was created without a seat");
    if ((await playBefore?.(match, token)) !== false) return { ...reserved, seat, token };
  }
  throw new Error(`${MOST_MATCHES} matches in a row ended before the page was opened.`);
}
