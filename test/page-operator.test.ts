/** An operator's evening by keyboard, on a listener of its own. */
import { readFile } from "node:fs/promises";
import { CLOSE } from "@flower-war/protocol";
import { OPERATOR_PATHS, type SuspectedGroups } from "@flower-war/protocol/operator";
import { type Study, STUDY_PATHS } from "@flower-war/protocol/studies";
import { TOURNAMENT_PATHS } from "@flower-war/protocol/tournaments";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { bearer, createAccount } from "../server/test/support/account.ts";
import { TestBridge } from "../server/test/support/bridge.ts";
import { TestClient } from "../server/test/support/client.ts";
import { finishMatch } from "../server/test/support/finished-match.ts";
import { createMatch, fromAddress, post, requestSeat } from "../server/test/support/post.ts";
import { SECRETS, ServerProcess } from "../server/test/support/process.ts";
import { until, untilRead } from "../server/test/support/until.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { addAuthenticator } from "./support/page-account.ts";
import { axeFaults, faultsOf, watchPage } from "./support/page-check.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("the operator's page in Chromium", () => {
  let browser: Browser;
  let server: ServerProcess;

  beforeAll(async () => {
    const settings = { LOG_LEVEL: "error", CREATIONS_PER_MINUTE: "1000" };
    [server, browser] = await Promise.all([ServerProcess.start(settings), openBrowser()]);
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Signs in by keyboard. */
  async function signIn(url = server.operatorUrl): Promise<Page> {
    const page = await browser.open("about:blank", { width: 1280, height: 800 });
    await page.context().clearCookies();
    await page.goto(url);
    await page.getByLabel("Your name").waitFor();
    await page.keyboard.type("Itzel");
    await page.keyboard.press("Tab");
    await page.keyboard.type(SECRETS.ADMIN_PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    return page;
  }

  /** A table of two at which a player from an address of their own plays. */
  async function beginMatch(name: string, address = "203.0.113.7") {
    const first = await createMatch(server.url, { seats: 2, name: "Xoco" });
    const second = await requestSeat(server.url, first.match, { name }, fromAddress(address));
    const [xoco, other] = [
      await TestClient.join(server.url, first),
      await TestClient.join(server.url, second),
    ];
    await until(() => xoco.state.status === "playing", "the match to begin");
    return { xoco, other, code: first.code };
  }

  /** The same, who is reported. */
  async function reportSomebody(name: string, address?: string) {
    const match = await beginMatch(name, address);
    const { xoco, other } = match;
    await xoco.request("report", { seat: other.seat, reason: "insults", text: "He said “go home”" });
    return match;
  }

  /** Moves the focus to a button, and presses Enter. */
  async function press(page: Page, name: string | RegExp): Promise<void> {
    const button = page.getByRole("button", { name, exact: true });
    await button.waitFor();
    await button.focus();
    await page.keyboard.press("Enter");
  }

  async function write(page: Page, label: string, text: string): Promise<void> {
    // A window comes last.
    await page.getByLabel(label, { exact: true }).last().focus();
    await page.keyboard.type(text);
  }

  async function choose(page: Page, group: string, option: string): Promise<void> {
    const radio = page
      .getByRole("radiogroup", { name: group, exact: true })
      .getByRole("radio", { name: option });
    await radio.focus();
    await page.keyboard.press("Space");
  }

  const act = (page: Page, hasText: RegExp) =>
    page.getByRole("region", { name: "Audit log" }).getByRole("listitem").filter({ hasText }).first();

  test("refuses a wrong password", async () => {
    const page = await browser.open(server.operatorUrl);
    await page.getByLabel("Your name").fill("Itzel");
    await page.getByLabel("Admin password").fill("a guess");
    await page.getByLabel("Admin password").press("Enter");
    await page.getByText("The password is wrong.").waitFor();
    expect(await page.getByRole("heading", { name: "Audit log" }).count()).toBe(0);
    browser.takeErrors(); // the browser writes each 401 to the console
  });

  test("is no part of what players are served", async () => {
    expect((await fetch(`${server.url}/operator.html`)).status).toBe(404);
    const html = await (await fetch(`${server.url}/operator`)).text();
    expect(html).not.toMatch(/assets\/operator/);
  });

  test("moves a match to another server as a file, and hands its players' links out there", async () => {
    const other = await ServerProcess.start({ LOG_LEVEL: "error" });
    onTestFinished(async () => void (await other.stop()));
    const { xoco, other: guest, code } = await beginMatch("Tecuani", "203.0.113.12");
    const page = await signIn();
    await press(page, code);
    await page.getByText("As a file").press("Enter");
    const copied = page.waitForEvent("download");
    await press(page, `Save a copy of ${code}`);
    expect((await copied).suggestedFilename()).toBe(`${xoco.state.id}.match.jsonl`);
    await page.getByRole("button", { name: `Move ${code} to another server`, disabled: false }).waitFor();
    await press(page, `Move ${code} to another server`);
    const moved = page.waitForEvent("download");
    await press(page, `End ${code} here, and save its file`);
    const file = await readFile(await (await moved).path(), "utf8");
    await until(() => guest.closeCode === CLOSE.ended, "the match to end here");
    await act(page, /moved match .* to another server/).waitFor();

    const there = await signIn(other.operatorUrl);
    const imports = there.getByRole("button", { name: "Import a match" });
    await imports.press("Enter");
    const dialog = there.getByRole("dialog", { name: "Import a match" });
    const choose = (text: string) =>
      dialog
        .locator("input[type=file]")
        .setInputFiles({ name: "moved.jsonl", mimeType: "text/plain", buffer: Buffer.from(text) });
    const lines = file.trimEnd().split("\n");
    for (const [text, said] of [
      ["Dear diary", "This is no file of a match (line 1)."],
      [lines.slice(0, -1).join("\n"), `lines are missing from line ${lines.length} on`],
      [file.replace("Tecuani", "Tecuina"), /Line \d+ was changed\./],
    ] as const) {
      await choose(text);
      await dialog.getByRole("alert").getByText(said).waitFor();
      expect(await dialog.getByRole("button", { name: "Let it go on here" }).count()).toBe(0);
    }
    await choose(file);
    await dialog.getByText(/with Xoco and Tecuani\.$/).waitFor();
    expect(await dialog.getByText("#seat=").count()).toBe(0);
    await press(there, "Let it go on here");
    await expect.poll(() => dialog.getByText("#seat=").count()).toBe(2);
    const links = await dialog.getByText("#seat=").allInnerTexts();
    expect(await axeFaults(there)).toEqual([]);
    const player = await browser.open(links[1]?.replace(/^[^/]*\/\/[^/]+/, other.url) ?? "");
    await player.getByRole("list", { name: "Players" }).getByText("Tecuani").first().waitFor();
    browser.takeErrors();
  });

  test("says whether the audit log is whole, at once and when it is asked", async () => {
    const page = await signIn();
    const found = page.getByText(/^Whole: \d+ entr/);
    const first = await found.innerText();
    const { entries } = (await (
      await fetch(server.operatorUrl + OPERATOR_PATHS.auditCheck, {
        headers: { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` },
      })
    ).json()) as { entries: number };
    expect(first).toContain(String(entries));
    await write(page, "Announce", "Tea at five");
    await press(page, "Send to all");
    await press(page, /^Tell all players/);
    await page.getByText("Shown now: Tea at five").waitFor();
    await press(page, "Check the log");
    await page.getByText(`Whole: ${entries + 1} entries`).waitFor();
    browser.takeErrors();
  });

  test("is free of faults, light and dark, wide and narrow", async () => {
    await reportSomebody("Huracan");
    const page = await signIn();
    await watchPage(page);
    const settle = () => page.getByRole("heading", { name: /^Report 1 of/ }).waitFor();
    expect(await faultsOf(page, settle)).toEqual([]);
    browser.takeErrors();
  });

  test("shows what each temple said of its own health, and its faults at a glance", async () => {
    const enrol = (templeId: string) =>
      post(
        server.operatorUrl,
        OPERATOR_PATHS.temples,
        { templeId },
        { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` },
      );
    await enrol("library");
    await enrol("sun-temple");
    const bridge = await TestBridge.join(server);
    for (const templeId of ["library", "sun-temple"]) await bridge.request("temple-online", { templeId });
    const health = {
      fw: "templo-esp32s3 1.0.3",
      hw: "esp32s3",
      rssi: -67,
      up: 7_500_000,
      reset: "watchdog",
      count: { h: 12, t: 4 },
      faults: ["blocked-t"],
    };
    await bridge.request("health", { templeId: "library", health });
    const page = await signIn();
    browser.takeErrors();
    await page.getByText("library: Tlaloc's slot is blocked").waitFor();
    await press(page, "Temples 2");
    const rows = page.getByRole("dialog", { name: "Temples" }).getByRole("row");
    await rows.nth(1).waitFor();
    const cells = async (row: number) =>
      (await rows.nth(row).innerText()).split("\t").map((each) => each.trim());
    expect((await cells(1)).slice(0, -1)).toEqual([
      "library",
      "online",
      "Tlaloc's slot is blocked",
      "templo-esp32s3 1.0.3 on esp32s3",
      "-67 dBm",
      "2 h 5 min",
      "hung (watchdog)",
      "H 12, T 4",
    ]);
    expect(await cells(2)).toEqual(["sun-temple", "online", "has said nothing since the servers started"]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await axeFaults(page)).toEqual([]);
    }
    await page.keyboard.press("Escape");
    await bridge.request("temple-offline", { templeId: "sun-temple" });
    await page.getByText("library: Tlaloc's slot is blocked, sun-temple: offline").waitFor();
    expect(browser.takeErrors()).toEqual([]);
    await bridge.leave();
  });

  test("reads in words what was played and said before a report", async () => {
    const { xoco, other } = await beginMatch("Ixtli");
    await xoco.play({ type: "roll" });
    await other.request("say", { id: "hurry-up-0123456789", text: "hurry up" });
    await xoco.request("report", { seat: other.seat, reason: "insults", text: "" });
    const page = await signIn();
    browser.takeErrors();
    await page.getByRole("heading", { name: /^Report 1 of/ }).waitFor();
    // The newest is the last.
    while (!(await page.getByRole("heading", { name: "Ixtli", exact: true }).isVisible())) {
      await page.keyboard.press("j");
    }
    const log = page.getByRole("region", { name: "The match's log" });
    await log.getByRole("listitem").filter({ hasText: "Ixtli hurry up" }).waitFor();
    const played = log.getByText(/^Xoco rolls a \d\.$/);
    const all = log.getByRole("button", { name: /^all \d+ lines$/ });
    await played.or(all).first().waitFor();
    if (await all.isVisible()) await all.click();
    await played.waitFor();
    expect(await log.getByText("rolled").count()).toBe(0);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("settles the reports of many players in one act, by keyboard", async () => {
    await reportSomebody("Izel", "203.0.113.20");
    const page = await signIn();
    await press(page, /^Reports \d+/);
    const dialog = page.getByRole("dialog", { name: "Reports" });
    const row = dialog.getByRole("checkbox", { name: "Izel" });
    await row.waitFor();
    await watchPage(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await axeFaults(page)).toEqual([]);
    }
    await dialog.getByRole("checkbox", { name: "Choose all on this page" }).focus();
    await page.keyboard.press("Space");
    expect(await row.isChecked()).toBe(true);
    await write(page, "Reason", "A crowd's");
    await press(page, "Settle");
    await press(page, /^Settle all reports of \d+ players?$/);
    await dialog.getByText("There is none.").waitFor();
    await choose(page, "Which reports", "settled");
    await dialog.getByRole("rowheader", { name: "Izel" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "No report waits" }).waitFor();
    await act(page, /settled reports \d+: /).waitFor();
    await choose(page, "Which matches", "reported");
    await page.getByText("No match is like this.").waitFor();
    browser.takeErrors(); // the 401 of the first look
  });

  test("shows why ratings should be looked at, says what reversing does, and settles it", async () => {
    const [ana, beto] = [await createAccount(server.url, "Ana"), await createAccount(server.url, "Beto")];
    const settings = { seats: 2, name: "Ana", clock: { profile: "relaxed" } };
    const first = await createMatch(server.url, settings, bearer(ana.token));
    const second = await requestSeat(server.url, first.match, { name: "Beto" }, bearer(beto.token));
    const [east] = [await TestClient.join(server.url, first), await TestClient.join(server.url, second)];
    await until(() => east.state.status === "playing", "the match to begin");
    await east.request("command", { id: "1", command: { type: "concede" } });
    const groups = async () => {
      const headers = { authorization: `Bearer ${SECRETS.ADMIN_PASSWORD}` };
      const answer = await fetch(server.operatorUrl + OPERATOR_PATHS.ratings, { headers });
      return ((await answer.json()) as SuspectedGroups).groups;
    };
    await untilRead(groups, (found) => found.length > 0, "the match to be settled");
    const page = await signIn();
    await press(page, "Ratings");
    await page.getByText("They came from one network").waitFor();
    await page.getByText("Conceded at once: 2 players with too few turns").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await press(page, /^Reverse or settle: /);
    await page.getByText("All matches in which these accounts alone were rated lose their rating").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await write(page, "Reason", "a ring");
    await press(page, "Reverse the ratings");
    await press(page, /^Reverse the ratings of (Ana, Beto|Beto, Ana)$/);
    await page.getByText("No match of these accounts alone was rated.").waitFor();
    await press(page, /^Reverse or settle: /);
    await write(page, "Reason", "siblings");
    await press(page, "Settle");
    await press(page, "Settle what was noticed, do nothing else");
    await page.getByText("No ratings were flagged.").waitFor();
    expect(await groups()).toEqual([]);
    browser.takeErrors();
  });

  test("ends a tournament and deletes a study, each by a second press and with a reason", async () => {
    const { token } = await createAccount(server.url, "Ana");
    const evening = { name: "Rude evening", kind: "rounds", game: "tieqchieq", seats: 2, rounds: 1 };
    await post(server.url, TOURNAMENT_PATHS.tournaments, evening, bearer(token));
    const match = await finishMatch(server.url);
    const study = (await post<Study>(server.url, STUDY_PATHS.studies, { match }, bearer(token))).body.id;
    const page = await signIn();
    browser.takeErrors();
    await press(page, "Tournaments and studies");
    const dialog = page.getByRole("dialog", { name: "Tournaments and studies" });
    await dialog.getByText("Rude evening not started, 0 players, organised by Ana").waitFor();
    await watchPage(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await axeFaults(page)).toEqual([]);
    }
    const end = dialog.getByRole("button", { name: "End Rude evening" });
    expect(await end.getAttribute("aria-disabled")).toBe("true");
    await write(page, "Why end it", "a rude name");
    await press(page, "End Rude evening");
    await press(page, "End Rude evening for good, with the places so far");
    await dialog.getByText("No tournament is planned or goes on.").waitFor();
    await write(page, "Its link or id", `${server.url}/study/${"x".repeat(21)}?at=1`);
    await write(page, "Reason", "rude words");
    await press(page, "Delete");
    await press(page, /^Delete study x+ with all that is in it$/);
    await dialog.getByText("There is no such study").waitFor();
    browser.takeErrors(); // its 404
    await dialog.getByLabel("Its link or id").fill(`${server.url}/study/${study}?at=1`);
    await press(page, "Delete");
    await press(page, `Delete study ${study} with all that is in it`);
    await dialog.getByText(`Study ${study} was deleted.`).waitFor();
    await page.keyboard.press("Escape");
    await act(page, new RegExp(`deleted study ${study}`)).waitFor();
    await act(page, /ended tournament/).waitFor();
    expect((await fetch(server.url + STUDY_PATHS.study.replace(":id", study))).status).toBe(404);
    expect(browser.takeErrors()).toEqual([]);
  });

  test("is enough for an evening, by keyboard: report, ban, announce, close, drain", async () => {
    const first = await reportSomebody("Tezca");
    const second = await reportSomebody("Coyol", "203.0.113.8");
    const page = await signIn();
    browser.takeErrors();
    const heading = page.getByRole("heading", { name: /^Report \d+ of/ });
    await heading.waitFor();
    const count = Number((await heading.innerText()).split(" ").at(-1));

    // The last report is the newest.
    for (let i = 0; i < count + 1; i++) await page.keyboard.press("j");
    await page.getByRole("heading", { name: "Coyol" }).waitFor();
    await page.keyboard.press("k");
    await page.getByRole("heading", { name: "Tezca" }).waitFor();
    await page.getByText("He said “go home”").waitFor();

    // Letters do nothing else, and one press of the button neither; there is no ban without a reason.
    await page.keyboard.press("b");
    await choose(page, "What to do", "Ban");
    await choose(page, "Until", "a week");
    expect(await page.getByRole("button", { name: "Ban", exact: true }).getAttribute("aria-disabled")).toBe(
      "true",
    );
    await write(page, "Reason", "Insulting a player, second time");
    await press(page, "Ban");
    await page.getByRole("button", { name: "Ban Tezca for a week" }).waitFor();
    expect(first.other.closeCode).toBeNull();
    await page.keyboard.press("Enter");
    await until(() => first.other.closeCode !== null, "Tezca to be disconnected");
    expect(first.other.closeCode).toBe(CLOSE.banned);
    await page.getByText("“Insulting a player, second time”").first().waitFor();
    await act(page, /Itzel, by the password\s*banned 203\.0\.113\.7 until/).waitFor();

    await press(page, /^Bans 1/);
    await page.locator("dialog h2:focus").waitFor();
    await write(page, "Why lift it", "a test");
    await press(page, "Lift");
    await page.keyboard.press("Enter");
    await page.getByText("No player is banned or muted.").waitFor();
    await page.keyboard.press("Escape");

    const heard: { text: string }[] = [];
    second.xoco.room.onMessage("announcement", (announcement) => void heard.push(announcement));
    await write(page, "Announce", "The server restarts soon.");
    await press(page, "Send to all");
    await page.keyboard.press("Enter");
    await page.getByText("Shown now: The server restarts soon.").waitFor();
    await until(() => heard.length > 0, "the announcement at a table");
    expect(heard[0]?.text).toBe("The server restarts soon.");
    const lobby = await browser.open(server.url);
    await lobby.getByText("The server restarts soon.").waitFor();
    await lobby.close();

    await press(page, second.code);
    await page.getByRole("heading", { name: `Match ${second.code}` }).waitFor();
    await choose(page, "What to do", "Close match");
    await write(page, "Reason", "host asked");
    await press(page, "Close match");
    await press(page, `Close match ${second.code} for good`);
    await until(() => second.xoco.closeCode !== null, "the table to be closed");
    expect(second.xoco.closeCode).toBe(CLOSE.ended);

    await press(page, "Drain a server");
    await page.locator("dialog h2:focus").waitFor();
    await write(page, "Reason", "update");
    const ended = new Promise<number | null>((resolve) => server.child.once("exit", resolve));
    await press(page, /^Drain (?!a server)/);
    await page.keyboard.press("Enter");
    expect(await ended, server.log).toBe(0);
    browser.takeErrors(); // the server is gone
  });

  test("invites operators, who sign in with passkeys alone, and shows each what the role allows", async () => {
    const own = await ServerProcess.start({ LOG_LEVEL: "error" });
    onTestFinished(async () => void (await own.stop()));
    const url = own.operatorUrl.replace("127.0.0.1", "localhost");
    const fresh = await openBrowser();
    onTestFinished(() => fresh.close());
    const page = await fresh.open(url, { width: 1280, height: 800 });
    await addAuthenticator(page);
    await page.getByLabel("Your name").fill("Itzel");
    await page.getByLabel("Admin password").fill(SECRETS.ADMIN_PASSWORD);
    await press(page, "Sign in");
    const linkOf = async (name: string, role: string) => {
      await press(page, "Operators");
      await page.getByLabel("Name", { exact: true }).fill(name);
      await choose(page, "Role", role);
      await press(page, "Invite");
      const link = await page.getByText(`${url}/#invitation=`).innerText();
      await page.keyboard.press("Escape");
      return link;
    };
    await page.goto(await linkOf("Ana", "administrator"));
    await page.getByText("You are invited as Ana, administrator.").waitFor();
    await press(page, "Create a passkey");
    await page.getByRole("button", { name: "Sign out Ana" }).waitFor();
    await act(page, / Ana\s*added a passkey$/).waitFor();
    await act(page, / Itzel, by the password\s*invited Ana/).waitFor();
    const forBeto = await linkOf("Beto", "moderator");
    await press(page, "Sign out Ana");
    await press(page, "Sign in with a passkey");
    await page.getByRole("button", { name: "Sign out Ana" }).waitFor();

    const other = await (await openAnother()).open(forBeto, { width: 1280, height: 800 });
    await addAuthenticator(other);
    await press(other, "Create a passkey");
    await other.getByRole("button", { name: "Sign out Beto" }).waitFor();
    expect(await other.getByRole("button", { name: "Operators" }).count()).toBe(0);
    expect(await other.getByRole("button", { name: "Drain a server" }).count()).toBe(0);

    await press(page, "Operators");
    await page.getByText(/^Beto moderator, 1 passkey, last signed in .*, invited by Ana$/).waitFor();
    await write(page, "Reason for a change", "left");
    await press(page, "Remove Beto");
    await press(page, "Sign Beto out and remove them");
    await other.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
    await other.getByLabel("Your name").fill("Beto");
    await other.getByLabel("Admin password").fill(SECRETS.ADMIN_PASSWORD);
    await press(other, "Sign in");
    await other.getByText("Operators sign in with their passkeys here, not with the password.").waitFor();
  });

  /** Opens a browser of another person. */
  async function openAnother(): Promise<Browser> {
    const another = await openBrowser();
    onTestFinished(() => another.close());
    return another;
  }
});
