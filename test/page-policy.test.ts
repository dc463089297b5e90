/** Where the page may connect to: to its own server, and nowhere else. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import { ServerProcess } from "../server/test/support/process.ts";
import { openBrowser } from "./support/browser.ts";
import { Firefox } from "./support/firefox.ts";
import { lacks } from "./support/programs.ts";

/** Tries to connect, in a page. Resolves with `open`, or with the directive of the policy that refused it. */
function connect(to: string): Promise<string> {
  const refused = new Promise<string>((resolve) => {
    const tell = ({ effectiveDirective }: SecurityPolicyViolationEvent) => resolve(effectiveDirective);
    addEventListener("securitypolicyviolation", tell, { once: true });
  });
  const open = async (): Promise<string> => {
    if (to.startsWith("http")) return fetch(to).then(() => "open");
    const socket = new WebSocket(to);
    return new Promise((resolve) => socket.addEventListener("open", () => resolve("open")));
  };
  return Promise.race([refused, open().catch(() => refused)]);
}

/** Takes a place in the lobby, in a page. Resolves with the address of its room on the page's server. */
async function reserve(): Promise<string> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/lobby", { method: "POST", headers, body: "{}" });
  const { processId, roomId, sessionId } = (await answer.json()) as Record<string, string>;
  return `ws://${location.host}/${processId}/${roomId}?sessionId=${sessionId}`;
}

/** A page that runs functions of a test. */
interface OpenPage {
  connect(to: string): Promise<string>;
  reserve(): Promise<string>;
  close(): Promise<void>;
}

const BROWSERS = {
  async chromium(url: string): Promise<OpenPage> {
    const browser = await openBrowser();
    const page = await browser.open(url);
    return {
      connect: (to) => page.evaluate(connect, to),
      reserve: () => page.evaluate(reserve),
      close: () => browser.close(),
    };
  },
  async firefox(url: string): Promise<OpenPage> {
    const firefox = await Firefox.open(url);
    const { page } = firefox;
    return {
      connect: (to) => page.evaluate(connect, to),
      reserve: () => page.evaluate(reserve),
      close: () => firefox.close(),
    };
  },
};

describe.each(["chromium", "firefox"] as const)("the page, in %s", (name) => {
  let server: ServerProcess;
  let elsewhere: Server;
  let page: OpenPage;
  let asked = 0;
  beforeAll(async () => {
    elsewhere = createServer((_request, response) => {
      asked += 1;
      response.setHeader("Access-Control-Allow-Origin", "*").end();
    });
    new WebSocketServer({ server: elsewhere }).on("connection", () => (asked += 1));
    await once(elsewhere.listen(0, "127.0.0.1"), "listening");
    // Without PUBLIC_URL: the policy names the host that was asked.
    server = await ServerProcess.start({ LOG_LEVEL: "error", PUBLIC_URL: "" });
    if (!lacks(name)) page = await BROWSERS[name](server.url);
  });
  afterAll(async () => {
    await page?.close();
    await server.stop();
    elsewhere.close();
  });

  test.skipIf(lacks(name))("connects to its own server, and is refused any other", async () => {
    const { port } = elsewhere.address() as AddressInfo;
    const other = `127.0.0.1:${port}`;
    expect(await page.connect(`${server.url}/healthz`)).toBe("open");
    expect(await page.connect(await page.reserve())).toBe("open");
    for (const url of [`ws://${other}/`, `wss://${other}/`, `http://${other}/`, "wss://elsewhere.invalid/"]) {
      expect(await page.connect(url), url).toBe("connect-src");
    }
    expect(asked).toBe(0);
  });
});
