/** Whom a player mutes and blocks, on the page: in one browser as a guest, on all devices with an account. */
import { FlowerWar, memoryPlayerStore } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { openBrowser } from "./support/browser.ts";
import { addAuthenticator, register } from "./support/page-account.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("mutes and blocks, in Chromium", () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start({ LOG_LEVEL: "error", PUBLIC_URL: "" });
  });
  afterAll(() => server?.stop());

  /** Where browsers have passkeys without HTTPS. */
  const localhost = () => server.url.replace("127.0.0.1", "localhost");
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  const chat = (page: Page) => page.getByRole("region", { name: "Chat", exact: true });
  const line = (page: Page, text: string) => chat(page).getByRole("listitem").filter({ hasText: text });
  const listed = (page: Page) => page.getByRole("list", { name: "Muted and blocked" }).getByRole("listitem");

  /** Opens the page of a new browser. */
  async function openNew(path: string) {
    const browser = await openBrowser({ still: true });
    onTestFinished(() => browser.close());
    return { browser, page: await browser.open(localhost() + path) };
  }

  /** Opens two browsers of one account. */
  async function openDevices() {
    const [one, other] = await Promise.all([openNew("/player"), openNew("/player")]);
    await addAuthenticator(one.page);
    const codes = await register(one.page, "Citlali");
    const signIn = async (page: Page) => {
      await page.getByLabel("Recovery code").fill(codes.shift() ?? "");
      await button(page, "Sign in with the code").click();
      await page.getByText("Passkey 1,").waitFor();
    };
    await signIn(other.page);
    return { one, other, signIn };
  }

  /** A loud player hosts a table and speaks. */
  async function openLoudTable(name: string) {
    const loud = new FlowerWar(server.url, { name, player: true, playerStore: memoryPlayerStore() });
    const table = await loud.create({ game: "flower-war", seats: 4, start: "host" });
    onTestFinished(() => table.leave());
    await table.say("buy my beads");
    return table;
  }

  async function sitDown(page: Page, code: string, name: string): Promise<void> {
    await page.goto(`${localhost()}/matches/${code}`);
    await page.getByLabel("Your name").fill(name);
    await page.getByLabel("Your name").press("Enter");
    await line(page, "buy my beads").waitFor();
  }

  test("who is muted on one device of an account is not heard on the other, at once, until they are heard again there", async () => {
    const { one, other } = await openDevices();
    const { code } = await openLoudTable("Marisol");
    await sitDown(one.page, code, "Citlali");
    await other.page.goto(`${localhost()}/matches/${code}`);
    await button(other.page, "Watch").click();
    await line(other.page, "buy my beads").waitFor();
    await line(one.page, "buy my beads").getByRole("button", { name: "Mute Marisol" }).click();
    await line(one.page, "buy my beads").waitFor({ state: "detached" });
    await line(other.page, "buy my beads").waitFor({ state: "detached" });

    // A page of another browser, and what it undoes.
    await other.page.goto(`${localhost()}/player`);
    await listed(other.page).filter({ hasText: "Marisol" }).getByText("muted").waitFor();
    await button(other.page, "Hear Marisol again").click();
    await listed(other.page).waitFor({ state: "detached" });
    await line(one.page, "buy my beads").waitFor();
    expect([...one.browser.takeErrors(), ...other.browser.takeErrors()]).toEqual([]);
  });

  test("a guest's list moves to the account that they sign in to, and is not left behind when it signs out", async () => {
    const { one, signIn } = await openDevices();
    const { code } = await openLoudTable("Xochitl");
    const { browser, page } = await openNew("/player");
    await sitDown(page, code, "Tenoch");
    await line(page, "buy my beads").getByRole("button", { name: "Mute Xochitl" }).click();
    await chat(page).getByRole("button", { name: "Block Xochitl" }).click();
    await line(page, "buy my beads").waitFor({ state: "detached" });
    await page.goto(`${localhost()}/player`);
    await signIn(page);
    await page.getByText("On all of your devices you do not see").waitFor();
    await listed(page).filter({ hasText: "Xochitl" }).getByText("blocked").waitFor();
    await one.page.goto(`${localhost()}/player`);
    await listed(one.page).filter({ hasText: "Xochitl" }).getByText("blocked").waitFor();

    await button(page, "Sign out").click();
    await page.getByText("You are a guest").waitFor();
    await page.waitForFunction(() => !(localStorage.getItem("flower-war/muted") ?? "").includes("Xochitl"));
    await button(one.page, "Unblock Xochitl").click();
    await listed(one.page).waitFor({ state: "detached" });
    expect(browser.takeErrors()).toEqual([]);
  });
});
