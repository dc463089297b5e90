import type { Page } from "playwright-core";
import { keyOf, type StoredSeat } from "../../client-sdk/src/seat-store.ts";
import { createMatch } from "../../server/test/support/post.ts";
import type { Browser, Size } from "./browser.ts";

/** A match without clocks, of Flower War unless another game is named. */
interface TableSettings {
  readonly name: string;
  readonly game?: string;
  readonly seats: number;
  readonly bots: number;
  readonly private?: boolean;
}

/** A player's page, and the name by which others find their match. */
interface OpenedTable {
  readonly page: Page;
  readonly code: string;
}

/**
 * Opens the page of a player who has just created a match, in their seat. It costs a third of what `createMatch` does, for tests of what
 * happens afterwards.
 */
export async function openTable(
  browser: Browser,
  server: string,
  settings: TableSettings,
  size?: Size,
): Promise<OpenedTable> {
  const start = settings.bots === settings.seats - 1 ? "full" : "host";
  const reserved = await createMatch(server, { start, ...settings });
  const { match, invitation, game, seat, token } = reserved;
  if (seat === null || token === null) throw new Error("a match was created without a seat");
  const invited = invitation === null ? {} : { invitation };
  const stored: StoredSeat = { server, match, code: reserved.code, ...invited, game, seat, token };
  const code = invitation ?? reserved.code;
  // Any of the server's addresses lets a page store what the app keeps.
  const page = await browser.open(`${server}/healthz`, size);
  await page.evaluate(
    ([key, text, chair, at, name]) => {
      localStorage.setItem(key, text);
      localStorage.setItem("flower-war/name", name);
      sessionStorage.setItem(chair, at);
    },
    [
      `flower-war/seat/${keyOf(stored)}`,
      JSON.stringify(stored),
      `flower-war/chair/${code}`,
      seat,
      settings.name,
    ] as const,
  );
  await page.goto(`${server}/matches/${code}`);
  return { page, code };
}
