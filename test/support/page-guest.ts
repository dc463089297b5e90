import { FlowerWar, type Match } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { NEWER } from "../../server/test/support/take-backs.ts";
import type { Browser, Size } from "./browser.ts";
import { openTable } from "./page-table.ts";
import { until } from "./until.ts";

/** A page of a player, and another person at their table, who plays with the SDK. */
interface WithGuest {
  readonly page: Page;
  readonly guest: Match<"tieqchieq">;
  /** The seat of the page's player. */
  readonly own: "red" | "yellow";
}

/** Where a page says what players ask of each other. */
export const notes = (page: Page) => page.getByRole("complementary", { name: "Notes" });

/** Seats Tenoch at a table of Tıeqchıeq, whom the test plays until it is finished. */
export async function seatGuest(server: string, code: string): Promise<Match<"tieqchieq">> {
  const guest = (await new FlowerWar(server, { name: "Tenoch" }).join(code)) as Match<"tieqchieq">;
  onTestFinished(() => guest.leave());
  return guest;
}

/**
 * Begins a private match of Tıeqchıeq between Citlali, on the page, and Tenoch, whom the test plays until it is finished.
 * @param settings of the match, besides
 */
export async function openWithGuest(
  browser: Browser,
  server: string,
  settings: object,
  size?: Size,
): Promise<WithGuest> {
  const table = { name: "Citlali", game: "tieqchieq", seats: 2, bots: 0, private: true, start: "full" };
  const { page, code } = await openTable(browser, server, { ...table, ...settings, ...NEWER }, size);
  const guest = await seatGuest(server, code);
  await until(() => guest.status === "playing", "the match to begin");
  return { page, guest, own: guest.seat === "red" ? "yellow" : "red" };
}
