/** Players of matches by days take days off on their page (docs/protocol.md, "Holidays"). */
import { describe, expect, test } from "vitest";
import { openMenu } from "./support/page-actions.ts";
import { axeFaults } from "./support/page-check.ts";
import { notes, openWithGuest } from "./support/page-guest.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

const PHONE = { width: 390, height: 844 };

describe.skipIf(lacks("chromium"))("at a table with holidays", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });

  test("a person takes a day off in the menu and comes back; a note of the other's can be closed", async () => {
    const settings = { clock: { profile: "days" }, holidays: 3 };
    const { page, guest, own } = await openWithGuest(tested.browser, tested.server.url, settings, PHONE);
    await openMenu(page, "Take 1 day off");
    await notes(page).getByText("You are on holiday until").waitFor();
    await until(() => Object.hasOwn(guest.details.onHoliday ?? {}, own), "the guest to know of it");
    expect(await axeFaults(page)).toEqual([]);
    await notes(page).getByRole("button", { name: "I am back" }).click();
    await notes(page).getByText("You are on holiday until").waitFor({ state: "detached" });
    await until(() => guest.details.onHoliday === null, "the guest to know of the way back");

    await guest.takeHoliday(2);
    await notes(page).getByText("Tenoch is on holiday until").waitFor();
    await notes(page).getByRole("button", { name: "Close" }).click();
    await notes(page).getByText("Tenoch is on holiday until").waitFor({ state: "detached" });
    // Nothing lies over the menu, for as long as the days last. It offers what is left.
    await openMenu(page, "Take 2 days off");
    await notes(page).getByText("You are on holiday until").waitFor();
    await notes(page).getByRole("button", { name: "I am back" }).click();
    await notes(page).getByText("You are on holiday until").waitFor({ state: "detached" });
    await openMenu(page, "Take 1 day off");
    await notes(page).getByRole("button", { name: "I am back" }).click();
    await notes(page).getByText("You are on holiday until").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByText("You can take days off again from").waitFor();
    expect(await page.getByRole("button", { name: /^Take / }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    expect(tested.browser.takeErrors()).toEqual([]);
  });
});
