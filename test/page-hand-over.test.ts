/** A player hands their seat to a friend by a link, on their pages (docs/protocol.md, "Handing a seat over"). */
import { describe, expect, test } from "vitest";
import { openMenu } from "./support/page-actions.ts";
import { notes, openWithGuest } from "./support/page-guest.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

const PHONE = { width: 390, height: 844 };

describe.skipIf(lacks("chromium"))("at a table that hands seats over", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });

  test("a person asks in the menu, another one objects or agrees, and a friend takes the seat over by the link", async () => {
    const settings = { clock: { profile: "none" }, handOvers: "asks" };
    const { page, guest, own } = await openWithGuest(tested.browser, tested.server.url, settings, PHONE);

    await openMenu(page, "Hand my seat over");
    await notes(page).getByText("You want to hand your seat to another person").waitFor();
    await until(() => guest.offer?.what === "hand-seat", "the question");
    if (guest.offer !== null) await guest.acceptOffer(guest.offer);
    await notes(page).getByText("Your seat waits for another person").waitFor();
    const link = await notes(page).getByRole("textbox", { name: "Link" }).inputValue();
    expect(link).toMatch(/#seat=/);

    // The friend's page has the door open already.
    const friend = await tested.browser.open(link.replace(/#.*/, ""), PHONE);
    await friend.getByRole("button", { name: "Watch" }).waitFor();
    await friend.goto(link);
    const handed = friend.getByRole("heading", { name: "A player hands you their seat" });
    await handed.waitFor();
    await expect.poll(() => friend.url()).not.toContain("seat=");
    await friend.reload();
    await handed.waitFor();
    await friend.getByRole("textbox", { name: "Your name" }).fill("Izel");
    await friend.getByRole("button", { name: "Take the seat over" }).click();
    await until(
      () => guest.seats.find(({ seat }) => seat === own)?.name === "Izel",
      "the friend to sit down",
    );
    await page.getByText("You handed your seat over, and another person has taken it.").first().waitFor();
    await friend.getByText("Took the seat over.").first().waitFor({ state: "attached" });
    await until(() => guest.details.offeredSeats.length === 0, "no seat to be offered any more");

    await guest.offerSeat();
    await notes(friend).getByText("Tenoch wants to hand the seat to another person").waitFor();
    await notes(friend).getByRole("button", { name: "Object" }).click();
    await until(() => guest.offer === null, "the objection");
    expect(guest.details.offeredSeats).toEqual([]);
    // The server has said that the link hands a seat over, before and after the reload.
    const said = expect.stringContaining("409");
    expect(tested.browser.takeErrors()).toEqual([said, said]);
  });
});
