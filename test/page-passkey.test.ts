/** Accounts on the page, with a virtual authenticator of Chromium (WebAuthn). */
import { FlowerWar } from "@flower-war/client-sdk";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { addAuthenticator, register } from "./support/page-account.ts";
import { lacks } from "./support/programs.ts";

/** A credential as Chromium exports it: its private key goes from one virtual device to another, as a passkey that is synchronized. */
interface Credential {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  readonly rpId: string;
  readonly privateKey: string;
  readonly userHandle: string;
  readonly signCount: number;
}

describe.skipIf(lacks("chromium"))("an account, in Chromium", () => {
  let server: ServerProcess;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([
      ServerProcess.start({ LOG_LEVEL: "error", PUBLIC_URL: "" }),
      openBrowser(),
    ]);
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Where browsers have passkeys without HTTPS. */
  const localhost = () => server.url.replace("127.0.0.1", "localhost");
  const button = (page: Page, name: string) => page.getByRole("button", { name });

  /** Opens the player's page in a browser without a stored player. */
  async function openNew(credentials: readonly Credential[] = []): Promise<Page> {
    const fresh = await openBrowser();
    onTestFinished(() => fresh.close());
    const page = await fresh.open(`${localhost()}/player`);
    const { session, authenticatorId } = await addAuthenticator(page);
    for (const credential of credentials) {
      await session.send("WebAuthn.addCredential", { authenticatorId, credential });
    }
    return page;
  }

  test("is made of a guest by a passkey, signs in on another device, by codes, and is deleted", async () => {
    const page = await browser.open(`${localhost()}/player`);
    const { session, authenticatorId } = await addAuthenticator(page);
    const codes = await register(page, "Citlali");
    expect(codes).toHaveLength(10);
    await page.getByText("Passkey 1,").waitFor();
    await page.getByText("Recovery codes left: 10").waitFor();

    // Whoever has the browser's data alone changes nothing.
    await button(page, "New recovery codes").click();
    await page.getByRole("heading", { name: "Is it you?" }).waitFor();
    await button(page, "Close").click();
    await page.getByText("You did not confirm that it is you, so nothing has changed.").waitFor();
    await button(page, "New recovery codes").click();
    await button(page, "Confirm with a passkey").click();
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    codes.splice(0, codes.length, ...(await page.locator("ol code").allInnerTexts()));
    await button(page, "I have them").click();

    // Another device that has the passkey.
    const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
    const other = await openNew(credentials as Credential[]);
    await button(other, "Sign in with a passkey").click();
    await other.getByText("Passkey 1,").waitFor();
    expect(await other.getByRole("textbox", { name: "Your name" }).inputValue()).toBe("Citlali");
    await other.getByRole("link", { name: "Flower War, lobby" }).click();
    expect(await other.getByRole("textbox", { name: "Your name" }).inputValue()).toBe("Citlali");

    // A third one that has not: a code, once, and a passkey of its own.
    const third = await openNew();
    const signInByCode = async (code: string) => {
      await third.getByLabel("Recovery code").fill(code);
      await button(third, "Sign in with the code").click();
    };
    await signInByCode(codes[0]?.toLowerCase() ?? "");
    await third.getByText("Recovery codes left: 9").waitFor();
    await button(third, "Add another passkey").click();
    await third.getByText("Passkey 2,").waitFor();
    await button(third, "Remove passkey 2").click();
    await third.getByText("Passkey 2,").waitFor({ state: "detached" });
    await third.getByRole("button", { name: "Sign out", exact: true }).click();
    await signInByCode(codes[0] ?? "");
    await third.getByText("This is not a recovery code, or it was used already.").waitFor();
    await signInByCode(codes[1] ?? "");
    await button(third, "New recovery codes").click();
    await third.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    const renewed = await third.locator("ol code").allInnerTexts();
    expect(renewed).not.toContain(codes[2]);

    await page.reload();
    await button(page, "Delete my player").click();
    await button(page, "Delete Citlali for good").click();
    await page
      .getByRole("dialog")
      .getByLabel("Recovery code")
      .fill(renewed[0] ?? "");
    await button(page, "Confirm with the code").click();
    await page.getByText("You are a guest").waitFor();
    await button(page, "Sign in with a passkey").click();
    await page.getByText("No player here has this passkey.").waitFor();
  });

  test("lists the devices on which it is signed in, and signs another one out", async () => {
    const [page, other] = await Promise.all([openNew(), openNew()]);
    const [code = ""] = await register(page, "Citlali");
    await other.getByLabel("Recovery code").fill(code);
    await button(other, "Sign in with the code").click();
    await other.getByText("Passkey 1,").waitFor();

    await page.reload();
    const devices = page.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem");
    await devices.nth(1).waitFor();
    expect(await devices.filter({ hasText: "this device" }).getByRole("button").count()).toBe(0);
    await button(page, "Sign out Chrome, Linux").click();
    await button(page, "Confirm with a passkey").click();
    await devices.filter({ hasText: "last used" }).waitFor({ state: "detached" });
    expect(await devices.allInnerTexts()).toEqual([expect.stringContaining("this device")]);
    await other.reload();
    await other.getByText("You are a guest").waitFor();
  });

  test("shows what happened to it, and a removal that waits, which is cancelled", async () => {
    const page = await browser.open(`${localhost()}/player`);
    const { session, authenticatorId } = await addAuthenticator(page);
    await register(page, "Citlali");
    await button(page, "New recovery codes").click();
    await button(page, "Confirm with a passkey").click();
    await button(page, "I have them").click();
    // Another authenticator, as a thief has one.
    await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    await addAuthenticator(page);
    await button(page, "Add another passkey").click();
    await page.getByText("Passkey 2,").waitFor();
    await button(page, "Remove passkey 1").click();
    await page.getByText("Until then it works.").waitFor();
    await button(page, "Keep passkey 1").click();
    await page.getByText("Until then it works.").waitFor({ state: "detached" });
    const events = page.getByRole("region", { name: "What happened to your account" }).locator("li strong");
    await expect.poll(() => events.first().innerText()).toBe("Passkey kept");
    expect(await events.allInnerTexts()).toEqual([
      "Passkey kept",
      "Passkey removal requested",
      "Passkey added",
      "Recovery codes replaced",
      "Passkey added",
    ]);
    expect(await page.getByText("Chrome, Linux").count()).toBeGreaterThan(0);

    await page.getByLabel("Also sign out of your seats in running matches").check();
    const request = page.waitForRequest("**/api/players/me/tokens");
    await button(page, "Sign out everywhere else").click();
    expect((await request).postDataJSON()).toEqual({ seats: true });
    await page.getByText("You are signed out everywhere else.").waitFor();
  });

  test("is not made if the browser gives no passkey, and the page says so", async () => {
    const page = await openNew();
    await button(page, "Sign in with a passkey").click();
    await page.getByText("The browser gave no passkey: it was cancelled, or took too long.").waitFor();
  });

  test.each([
    [
      "over plain HTTP",
      "http://flower-war.test",
      "Browsers have passkeys only for addresses that begin with https://",
    ],
    ["at a number", "http://127.0.0.1:9", "Browsers have passkeys only for addresses with a name"],
  ])("%s is not offered, and the page says why", async (_, origin, why) => {
    const page = await browser.open("about:blank");
    await page.route(`${origin}/**`, async (route) => {
      const url = route.request().url().replace(origin, server.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.goto(`${origin}/player`);
    await page.getByText(why).waitFor();
    expect(await button(page, "Add a passkey").count()).toBe(0);
    expect(await page.getByLabel("Recovery code").count()).toBe(1);
  });

  test("is the player of its seats", async () => {
    const page = await openNew();
    await register(page, "Xoco");
    await page.getByRole("link", { name: "Flower War, lobby" }).click();
    await page.getByRole("button", { name: "Create a table" }).click();
    await page.getByRole("button", { name: "Create the table" }).click();
    await page.waitForURL(/\/matches\/\w+$/);
    const code = page.url().split("/").at(-1) ?? "";
    const match = await new FlowerWar(server.url).spectate(code);
    expect(match.seats[0]).toMatchObject({ name: "Xoco", player: expect.stringMatching(/^\w{12}$/) });
    await match.leave();
  });
});
