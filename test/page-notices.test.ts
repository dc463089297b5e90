/** How players are told that it is their turn, on the page, in a browser whose push service is not asked. */
import { createECDH } from "node:crypto";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { MailServer } from "../server/test/support/mail-server.ts";
import { ServerProcess } from "../server/test/support/process.ts";
import { type Browser, openBrowser } from "./support/browser.ts";
import { createMatch } from "./support/page-actions.ts";
import { lacks } from "./support/programs.ts";

describe.skipIf(lacks("chromium"))("notices, in Chromium", () => {
  let mails: MailServer;
  let server: ServerProcess;
  let browser: Browser;
  beforeAll(async () => {
    mails = await MailServer.start();
    const environment = { LOG_LEVEL: "error", SMTP_URL: mails.url, MAIL_FROM: "play@example.org" };
    [server, browser] = await Promise.all([ServerProcess.start(environment), openBrowser({ whole: true })]);
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await mails?.stop();
  });

  const button = (page: Page, name: string) => page.getByRole("button", { name });

  /** Opens a page whose browser subscribes without asking a push service, and whose user allows notices. */
  async function openPage(path: string): Promise<Page> {
    const page = await browser.open("about:blank");
    await page.context().grantPermissions(["notifications"], { origin: server.url });
    const p256dh = createECDH("prime256v1").generateKeys("base64url");
    await page.addInitScript(
      ({ keys }) => {
        let subscription: object | null = null;
        const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
          const bytes = atob(applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"));
          const endpoint = "https://fcm.googleapis.com/fcm/send/stub";
          subscription = {
            endpoint,
            options: { applicationServerKey: Uint8Array.from(bytes, (one) => one.charCodeAt(0)).buffer },
            toJSON: () => ({ endpoint, keys }),
            unsubscribe: async () => {
              subscription = null;
              return true;
            },
          };
          return subscription;
        };
        Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => subscription });
      },
      { keys: { p256dh, auth: "AAAAAAAAAAAAAAAAAAAAAA" } },
    );
    await page.goto(server.url + path);
    return page;
  }

  test("are switched on and off in the browser, on a click alone", async () => {
    const page = await openPage("/player");
    await button(page, "Tell me when it is my turn").click();
    await page.getByText("This browser tells you.").waitFor();
    await button(page, "Tell me here no more").click();
    await button(page, "Tell me when it is my turn").waitFor();
  });

  test("are not offered where the browser has none, and the page says why", async () => {
    const origin = "http://flower-war.test";
    const page = await browser.open("about:blank");
    await page.route(`${origin}/**`, async (route) => {
      const url = route.request().url().replace(origin, server.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.goto(`${origin}/player`);
    await page.getByText("Browsers show notices only for addresses that begin with https://").waitFor();
    expect(await button(page, "Tell me when it is my turn").count()).toBe(0);
  });

  test("come by e-mail to an address that was confirmed, until a link ends them", async () => {
    const page = await openPage("/player");
    await page.getByRole("textbox", { name: "Your name" }).fill("Citlali");
    await button(page, "Save").click();
    await page.getByText("Saved.").waitFor();
    await page.getByLabel("E-mail address").fill("citlali@example.org");
    await button(page, "Send me a link").click();
    await page.getByText("A link is on its way to citlali@example.org.").waitFor();
    const link = /http:\S+/.exec(mails.mails.at(-1)?.text ?? "")?.[0] ?? "";
    const other = await browser.open(link);
    await button(other, "Confirm the address").click();
    await other.getByText("The address is confirmed.").waitFor();
    await page.reload();
    await page.getByText("E-mails go to citlali@example.org.").waitFor();
    await other.goto(link.replace("/confirm", "/stop"));
    await button(other, "Send no more").click();
    await other.getByText("This link is too old").waitFor();
    await button(page, "Remove the address").click();
    await page.getByLabel("E-mail address").waitFor();
  });

  test("are offered at a table that is played by days, once", async () => {
    const page = await openPage("/");
    await createMatch(page, { name: "Citlali", seats: 2, bots: 1, clock: "3 days" });
    const offer = page.getByText("This match is played by days");
    await offer.waitFor();
    await button(page, "Tell me when it is my turn").click();
    await offer.waitFor({ state: "detached" });
    await page.reload();
    await button(page, "Menu").waitFor();
    expect(await offer.count()).toBe(0);
  });

  test("are shown by the service worker, and lead to the match", async () => {
    const page = await openPage("/player");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    const session = await page.context().newCDPSession(page);
    const registrations: string[] = [];
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: known }) => {
      registrations.push(...known.map(({ registrationId }) => registrationId));
    });
    await session.send("ServiceWorker.enable");
    await expect.poll(() => registrations.length).toBeGreaterThan(0);
    const match = "V1StGXR8Z5jd";
    const path = `/matches/${match}`;
    const notice = { title: "Your turn: Mexica", body: "Now.", match, path, language: "en" };
    // Push services deliver a message again too: it is one notice.
    const shown = async () => {
      await session.send("ServiceWorker.deliverPushMessage", {
        origin: server.url,
        registrationId: registrations[0] ?? "",
        data: JSON.stringify(notice),
      });
      return page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const notifications = await registration.getNotifications();
        return notifications.map(({ title, body, tag, data, lang }) => ({ title, body, tag, data, lang }));
      });
    };
    await expect.poll(shown).toEqual([
      {
        title: notice.title,
        body: "Now.",
        tag: "turn-V1StGXR8Z5jd",
        data: { path },
        lang: "en",
      },
    ]);
  });
});
