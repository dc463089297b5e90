/** Players pause their match on their page, and give each other time (docs/protocol.md, "Pauses and extra time"). */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { openMenu } from "./support/page-actions.ts";
import { notes, openWithGuest } from "./support/page-guest.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

const PHONE = { width: 390, height: 844 };

/** Returns the clocks of seats that a note lies over. */
const coveredClocks = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const notes = [...document.querySelectorAll('[aria-label="Notes"] p')].map(boxOf);
    return [...document.querySelectorAll('[aria-label="Players"] [role="timer"]')]
      .filter((clock) => {
        const { left, right, top, bottom } = boxOf(clock);
        return notes.some(
          (note) => note.left < right && left < note.right && note.top < bottom && top < note.bottom,
        );
      })
      .map(({ textContent }) => textContent);
  });

describe.skipIf(lacks("chromium"))("at a table with pauses", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });

  test("a person asks for a pause and for time in the menu, agrees to the other's, and plays on", async () => {
    const settings = { clock: { profile: "relaxed" }, pauses: 600 };
    const { page, guest, own } = await openWithGuest(tested.browser, tested.server.url, settings, PHONE);
    const press = (name: string) => notes(page).getByRole("button", { name }).click();

    await openMenu(page, "Pause for 10 min");
    await notes(page).getByText("You ask for a pause of 10 min").waitFor();
    await until(() => guest.offer?.what === "pause", "the question");
    if (guest.offer !== null) await guest.acceptOffer(guest.offer);
    await notes(page).getByText("The match is paused").waitFor();
    await until(() => guest.details.paused !== null, "the guest to know of the pause");
    expect(await coveredClocks(page)).toEqual([]);
    await press("Play on");
    await until(() => guest.details.paused === null, "the match to go on");
    await notes(page).getByText("The match is paused").waitFor({ state: "detached" });

    const reserve = guest.clock?.seats.get(own)?.reserve ?? 0;
    await guest.giveTime(own, 60);
    await until(() => guest.clock?.seats.get(own)?.reserve === reserve + 60_000, "the gift");
    await openMenu(page, "Ask for 5 min more");
    await notes(page).getByText("You ask for 5 min more", { exact: true }).waitFor();
    await until(() => guest.offer?.what === "give-time", "the question");
    if (guest.offer !== null) await guest.acceptOffer(guest.offer);
    await until(() => guest.clock?.seats.get(own)?.reserve === reserve + 360_000, "the time");

    await guest.pause(120);
    await notes(page).getByText("Tenoch asks for a pause of 2 min").waitFor();
    await press("Agree to pause");
    await until(() => guest.details.paused !== null, "the pause");
    await page.getByText("Paused the match for 2 min.").first().waitFor({ state: "attached" });
    await guest.resume();
    await guest.giveTime(guest.seat ?? "red", 60);
    await notes(page).getByText("Tenoch asks for 1 min more", { exact: true }).waitFor();
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
