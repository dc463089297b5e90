/** A host has a judge at their table, on their pages (docs/protocol.md, "A judge"). */
import { FlowerWar } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, openBrowser } from "./support/browser.ts";
import { choose, codeOf, openCreate, openMenu, startMatch } from "./support/page-actions.ts";
import { axeFaults, DESKTOP } from "./support/page-check.ts";
import { notes, seatGuest } from "./support/page-guest.ts";
import { KEYS } from "./support/page-input-methods.ts";
import { startPageServer } from "./support/page-server.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

/** A note that screen readers are told of. */
const told = (page: Page, text: string) => notes(page).getByRole("status").getByText(text);

const PHONE = { width: 390, height: 844 };

describe.skipIf(lacks("chromium"))("at a table with a judge", { timeout: 600_000 }, () => {
  const tested = startPageServer({ still: true });
  /** Another person's: a player of the match does not judge it. */
  let others: Browser;

  beforeAll(async () => {
    others = await openBrowser({ still: true });
  });
  afterAll(() => others?.close());

  /** Opens the host's page of a table with a judge and pauses, where Tenoch sits too. */
  const openJudged = async () => {
    const page = await tested.browser.open(tested.server.url, PHONE);
    const judges = page.getByRole("checkbox", { name: "The host may name a judge" });
    await openCreate(page, "Tıeqchıeq");
    await page.getByRole("region", { name: "Who plays" }).getByRole("combobox").selectOption("a person");
    await choose(page, "Who can join", "with the link");
    await choose(page, "Watching", "30 sec later");
    await judges.waitFor({ state: "detached" });
    await choose(page, "Watching", "at once");
    await choose(page, "Longest pause", "15 min");
    await judges.check();
    await page.getByRole("textbox", { name: "Your name" }).fill("Citlali");
    await page.getByRole("button", { name: "Create the table" }).click();
    await page.waitForURL(/\/matches\/[\w-]+$/);
    const guest = await seatGuest(tested.server.url, codeOf(page));
    await startMatch(page, 2);
    await until(() => guest.status === "playing", "the match to begin");
    return { page, guest };
  };

  /** Seeks a judge as the host. Resolves with the link for them. */
  const seek = async (page: Page): Promise<string> => {
    await openMenu(page, "Seek a judge", KEYS);
    await told(page, "You seek a judge").waitFor();
    return notes(page).getByRole("textbox", { name: "Link" }).inputValue();
  };

  /** Opens a match's page in the other browser. */
  const openMatch = async (link: string, size: typeof PHONE): Promise<Page> => {
    const [address = ""] = link.split("#");
    const page = await others.open(address, size);
    await page.getByRole("button", { name: "Watch" }).waitFor();
    return page;
  };

  /** Judges a table by the host's link, if it makes them so, on a page that shows the match already. */
  const judgeBy = async (link: string, name: string, judge: Page): Promise<Page> => {
    const asked = judge.getByRole("heading", { name: "You are asked to judge this table" });
    await judge.goto(link);
    await asked.waitFor();
    await expect.poll(() => judge.url()).not.toContain("judge=");
    await judge.reload();
    await asked.waitFor();
    expect(await axeFaults(judge)).toEqual([]);
    await judge.getByRole("textbox", { name: "Your name" }).fill(name);
    await judge.getByRole("button", { name: "Judge this table" }).click();
    return judge;
  };

  test("the host seeks one, who comes by the link and is no player of the match, pauses, gives time and asks for an end, until they are let go", async () => {
    const { page, guest } = await openJudged();
    const link = await seek(page);
    expect(link).toMatch(/#judge=/);
    expect(await axeFaults(page)).toEqual([]);
    // A player of the match does not judge it.
    const own = await tested.browser.open(link, PHONE);
    await own.getByRole("button", { name: "Judge this table" }).click();
    await own.getByText("You have a seat at this table already, or are its judge.").waitFor();
    await own.close();
    // The note can be closed, and the menu has the link then.
    await notes(page).getByRole("button", { name: "Close" }).click();
    await notes(page).getByText("You seek a judge").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Menu" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Link" }).inputValue()).toBe(link);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Close" }).click();

    const watching = await openMatch(link, PHONE);
    await watching.getByRole("button", { name: "Watch" }).click();
    await told(watching, "Citlali seeks a judge").waitFor();
    const judge = await judgeBy(link, "Izel", watching);
    await told(judge, "You judge this table").waitFor();
    expect(await axeFaults(judge)).toEqual([]);
    await notes(judge).getByRole("button", { name: "Close" }).click();
    await until(() => guest.details.judge?.name === "Izel", "the judge");
    await told(page, "Izel judges this table").waitFor();
    await notes(page).getByRole("button", { name: "Close" }).click();
    await page.getByText("A judge has come.").first().waitFor({ state: "attached" });

    await openMenu(judge, "Pause for 5 min", KEYS);
    await notes(page).getByText("The match is paused").waitFor();
    // Its seconds are not told each time.
    expect(await told(page, "The match is paused").count()).toBe(0);
    await page.getByText("The judge paused the match for 5 min.").first().waitFor({ state: "attached" });
    await KEYS.press(notes(judge).getByRole("button", { name: "Play on" }));
    await notes(page).getByText("The match is paused").waitFor({ state: "detached" });
    await until(() => guest.details.paused === null, "the match to go on");
    await page.getByText("The judge ended the pause.").first().waitFor({ state: "attached" });

    // A reload finds the judge again.
    await judge.reload();
    await notes(judge).getByText("You judge this table").waitFor();
    await notes(judge).getByRole("button", { name: "Close" }).click();
    const reserve = () => guest.clock?.seats.get(guest.seat ?? "red")?.reserve ?? 0;
    const before = reserve();
    await openMenu(judge, "Give Tenoch 5 min more");
    // Their own time may run meanwhile.
    await until(() => reserve() >= before + 290_000, "the time");
    await judge.getByText("The judge gave Tenoch 5 min more.").first().waitFor({ state: "attached" });

    await openMenu(judge, "Ask for a draw");
    await notes(page).getByText("The judge Izel asks for a draw").waitFor();
    await until(() => guest.offer?.what === "draw", "the question");
    // On a phone the note lies over the menu.
    await notes(judge).getByRole("button", { name: "Close" }).click();
    await notes(judge).getByText("The judge Izel asks for a draw").waitFor({ state: "detached" });
    await judge.getByRole("button", { name: "Menu" }).click();
    const acts = judge.getByRole("group", { name: "You judge this table" });
    await acts.getByRole("button", { name: "Pause for 15 min" }).waitFor();
    await acts.getByRole("button", { name: "Ask for a draw" }).waitFor({ state: "detached" });
    expect(await axeFaults(judge)).toEqual([]);
    if (guest.offer !== null) await guest.declineOffer(guest.offer);
    await acts.getByRole("button", { name: "Ask to abort the match" }).waitFor();

    await notes(page).getByText("The judge Izel asks for a draw").waitFor({ state: "detached" });
    await openMenu(page, "Without a judge");
    await until(() => guest.details.judge === null, "the judge to be let go");
    await acts.waitFor({ state: "detached" });

    // The replay tells the judge's acts as theirs too.
    await guest.send({ type: "concede" });
    await until(() => guest.status === "over", "the end");
    const replay = await others.open(`${tested.server.url}/replay/${guest.id}`, PHONE);
    await replay.getByText("The judge paused the match for 5 min.").first().waitFor({ state: "attached" });
    expect([...tested.browser.takeErrors(), ...others.takeErrors()]).toEqual([]);
  });

  test("once the host has conceded, the first player in play seeks one", async () => {
    const { url } = tested.server;
    const settings = { game: "flower-war", seats: 3, private: true, judges: true, start: "full" } as const;
    const host = await new FlowerWar(url, { name: "Citlali" }).create({
      ...settings,
      clock: { profile: "none" },
    });
    const page = await tested.browser.open(`${url}/matches/${host.invitation}`, PHONE);
    await page.getByRole("textbox", { name: "Your name" }).fill("Marisol");
    await page
      .getByRole("button", { name: /^Sit down/ })
      .first()
      .click();
    await until(() => host.seats.some(({ name }) => name === "Marisol"), "Marisol to sit down");
    const guest = await seatGuest(url, host.invitation ?? "");
    await until(() => guest.status === "playing", "the match to begin");

    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Leave to the lobby" }).waitFor();
    expect(await page.getByRole("button", { name: "Seek a judge" }).count()).toBe(0);
    await page.getByRole("button", { name: "Close" }).click();
    await host.send({ type: "concede" });
    const link = await seek(page);
    await judgeBy(link, "Izel", await openMatch(link, PHONE));
    await until(() => guest.details.judge?.name === "Izel", "the judge");
    expect(guest.details.judge?.seat).toBe(guest.seats.find(({ name }) => name === "Marisol")?.seat);
    await notes(page).getByText("Izel judges this table").waitFor();
    await notes(page).getByRole("button", { name: "Close" }).click();
    await openMenu(page, "Without a judge");
    await until(() => guest.details.judge === null, "the judge to be let go");
    await host.leave();
    expect([...tested.browser.takeErrors(), ...others.takeErrors()]).toEqual([]);
  });

  test("no one offers time to a player who has conceded", async () => {
    const { url } = tested.server;
    const play = {
      game: "flower-war",
      seats: 4,
      private: true,
      judges: true,
      pauses: 900,
      start: "full",
    } as const;
    const host = await new FlowerWar(url, { name: "Citlali" }).create({
      ...play,
      clock: { profile: "relaxed" },
    });
    const page = await tested.browser.open(`${url}/matches/${host.invitation}`, PHONE);
    await page.getByRole("textbox", { name: "Your name" }).fill("Marisol");
    await page
      .getByRole("button", { name: /^Sit down/ })
      .first()
      .click();
    await until(() => host.seats.some(({ name }) => name === "Marisol"), "Marisol to sit down");
    await seatGuest(url, host.invitation ?? "");
    const gone = await new FlowerWar(url, { name: "Izel" }).join(host.invitation ?? "");
    await until(() => gone.status === "playing", "the match to begin");
    const link = `${url}/matches/${host.invitation}#judge=${await host.seekJudge()}`;
    const judge = await judgeBy(link, "Xoco", await openMatch(link, PHONE));
    await told(judge, "You judge this table").waitFor();
    for (const each of [judge, page]) await notes(each).getByRole("button", { name: "Close" }).click();

    const offered = async (each: Page) => {
      await each.getByRole("button", { name: "Menu" }).click();
      const gifts = each.getByRole("button", { name: /^Give .* 5 min more$/ });
      await gifts.first().waitFor();
      const names = await gifts.allTextContents();
      await each.getByRole("button", { name: "Close" }).click();
      return names.map((words) => /Give (.*) 5 min/.exec(words)?.[1] ?? "").toSorted();
    };
    expect(await offered(judge)).toEqual(["Citlali", "Izel", "Marisol", "Tenoch"]);
    expect(await offered(page)).toEqual(["Citlali", "Izel", "Tenoch"]);
    await gone.send({ type: "concede" });
    await expect.poll(() => offered(judge)).toEqual(["Citlali", "Marisol", "Tenoch"]);
    await expect.poll(() => offered(page)).toEqual(["Citlali", "Tenoch"]);
    await Promise.all([host.leave(), gone.leave()]);
    expect([...tested.browser.takeErrors(), ...others.takeErrors()]).toEqual([]);
  });

  test("a link makes none who judge once it is withdrawn, and another one is not sought at once", async () => {
    const { page, guest } = await openJudged();
    const link = await seek(page);
    await notes(page).getByRole("button", { name: "Without a judge" }).click();
    await notes(page).getByText("You seek a judge").waitFor({ state: "detached" });
    await until(() => guest.details.judge === null, "none to be sought");
    // Within 20 s of the search before.
    await openMenu(page, "Seek a judge");
    await page.getByText("You sought a judge a short while ago.").waitFor();
    const judge = await judgeBy(link, "Izel", await openMatch(link, DESKTOP));
    await judge.getByText("This link makes you no judge any more").waitFor();
    expect(guest.details.judge).toBeNull();
    expect([...tested.browser.takeErrors(), ...others.takeErrors()]).toEqual([]);
  });
});
