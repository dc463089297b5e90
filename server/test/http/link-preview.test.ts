/** What chats and search engines show of a link to the page. */
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { MatchSummary, TableSeat } from "@flower-war/protocol";
import express from "express";
import { PNG } from "pngjs";
import { describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/app.ts";
import type { OwnPage } from "../../src/games/own-pages.ts";
import { type LinkPreviewPorts, LinkPreviews } from "../../src/http/link-preview.ts";
import { page } from "../../src/http/page.ts";
import type { MatchName } from "../../src/match/match-name.ts";
import { systemTime } from "../../src/time.ts";
import { temporaryFolder } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, requestSeat } from "../support/post.ts";

const INDEX = `<!doctype html><html lang="en"><head>
<meta name="description" content="An older description" />
<title>Flower War</title></head><body></body></html>`;

const ID = "V1StGXR8Z5jd";
const INVITATION = `${ID}-${"a".repeat(22)}`;

const seat = (name: string | null, facts: Partial<TableSeat> = {}): TableSeat => ({
  seat: "east",
  kind: name === null ? "open" : "human",
  name: name ?? "",
  connected: true,
  temple: "",
  ready: false,
  host: false,
  ...facts,
});

/** A match that gathers, as its summary tells of it. */
function someMatch(
  seats: readonly TableSeat[],
  facts: Partial<MatchSummary["table"] & object> = {},
): MatchSummary {
  const table = {
    status: "gathering",
    private: false,
    silent: false,
    language: "",
    codeShown: true,
    preset: "",
    minutes: null,
    options: {},
    changed: [],
    clock: null,
    start: "host",
    startsAt: 0,
    seats: [...seats],
    free: seats.filter(({ kind }) => kind === "open").map(({ seat: name }) => name),
    createdAt: 0,
    ...facts,
  } satisfies MatchSummary["table"];
  return { match: ID, code: "4F7K", game: "flower-war", over: false, table };
}

/** Serves a page whose previews tell of this match. */
async function serve(
  find: (name: MatchName) => Promise<MatchSummary>,
  ports: Partial<LinkPreviewPorts> = {},
): Promise<string> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), INDEX);
  const app = express();
  app.set("trust proxy", "loopback");
  const records = { summary: find };
  const tables = { findByCode: (code: string) => (code === "4F7K" ? ID : null) };
  app.use(
    page(
      folder,
      new LinkPreviews({ records, tables, pages: new Map(), time: systemTime, publicUrl: null, ...ports }),
    ),
  );
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HTML = { accept: "text/html" };

async function request(url: string, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers: { ...HTML, ...headers } });
  return { response, html: await response.text() };
}

/** The `content` of the page's tags by their names, as it is written in HTML. */
function tagsOf(html: string): Record<string, string | undefined> {
  const tags = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)" \/>/g);
  return Object.fromEntries([...tags].map(([, name, content]) => [name, content]));
}

/** A page of a host's own game, as far as previews need it. */
const ownPage = (texts: object) => ({ page: { texts } }) as unknown as OwnPage;

const citlali = seat("Citlali", { host: true });

describe("the preview of a match's link", () => {
  test.each([
    ["en", false, "Citlali&#39;s table: Nim", "Free seats: 1 of 2. At the table: Citlali."],
    ["en", true, expect.stringContaining("Nim"), "Take sticks."],
    ["es", true, expect.stringContaining("Nim"), "Toma palitos."],
  ])(
    "of a game of the host's own has its title and words, with the site's picture",
    async (language, isPrivate, title, description) => {
      const pages = new Map([
        [
          "nim",
          ownPage({
            en: { title: "Nim", lead: "Take sticks." },
            es: { title: "Nim", lead: "Toma palitos." },
          }),
        ],
      ]);
      const match = someMatch([citlali, seat(null)]);
      const table = { ...match.table, private: isPrivate } as MatchSummary["table"];
      const url = await serve(async () => ({ ...match, game: "nim", table }) as unknown as MatchSummary, {
        pages,
      });
      const { html } = await request(url, "/matches/4F7K", { "accept-language": language });
      expect(tagsOf(html)).toMatchObject({
        "og:title": title,
        "og:description": description,
        "og:image": `${url}/previews/flower-war.png`,
      });
    },
  );

  test("tells of a public match whose it is, and who sits there, with the game's picture", async () => {
    const url = await serve(async () =>
      someMatch([citlali, seat("Jun"), seat("easy bot", { kind: "bot" }), seat(null)]),
    );
    const { response, html } = await request(url, "/matches/4F7K");
    const title = "Citlali&#39;s table: Flower War";
    const description = "Free seats: 1 of 4. At the table: Citlali and Jun.";
    expect(tagsOf(html)).toEqual({
      description,
      "og:type": "website",
      "og:site_name": "Flower War",
      "og:locale": "en_US",
      "og:title": title,
      "og:description": description,
      "og:url": `${url}/matches/4F7K`,
      "og:image": `${url}/previews/flower-war.png`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "og:image:alt": "Flower War",
      "twitter:card": "summary_large_image",
      "twitter:title": title,
      "twitter:description": description,
      "twitter:image": `${url}/previews/flower-war.png`,
    });
    expect(html).toContain(`<title>${title}</title>`);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    expect(response.headers.get("vary")).toBe("Accept-Encoding, Accept-Language");
    const etag = response.headers.get("etag") ?? "";
    expect(
      (await request(url, "/matches/4F7K", { "if-none-match": etag, "cache-control": "max-age=0" })).response
        .status,
    ).toBe(304);
  });

  test.each([
    ["en", "playing", "The match has begun, you can watch. At the table: Citlali and Jun."],
    [
      "es-MX,es;q=0.9,en;q=0.5",
      "playing",
      "La partida ha empezado, puedes mirar. En la mesa: Citlali y Jun.",
    ],
    ["fr", "gathering", "All seats are taken, you can watch. At the table: Citlali and Jun."],
    ["es", "gathering", "Todos los asientos están ocupados, puedes mirar. En la mesa: Citlali y Jun."],
  ] as const)("for %s, of one that is %s, says: %s", async (language, status, description) => {
    const url = await serve(async () => someMatch([citlali, seat("Jun")], { status }));
    const { html } = await request(url, "/matches/4F7K", { "accept-language": language });
    expect(tagsOf(html)).toMatchObject({ "og:description": description });
    expect(tagsOf(html)["og:locale"]).toBe(language.startsWith("es") ? "es_ES" : "en_US");
  });

  test.each([`"><script>alert(1)</script>`, "</title></head>", "$& $1 $`", "a&amp;b '\"<!--"])(
    "shows the name %s as text",
    async (name) => {
      const url = await serve(async () => someMatch([seat(name, { host: true })]));
      const { html } = await request(url, `/matches/4F7K`);
      const plain = html
        .replaceAll("&lt;", "<")
        .replaceAll("&gt;", ">")
        .replaceAll("&quot;", '"')
        .replaceAll("&#39;", "'")
        .replaceAll("&amp;", "&");
      expect(plain).toContain(`${name}'s table: Flower War`);
      expect(html).not.toMatch(/<script|<!--/);
      expect(html.match(/<\/(title|head)>/g)).toEqual(["</title>", "</head>"]);
      expect(tagsOf(html)["og:title"]).toBeDefined();
    },
  );

  test("tells of a private match the game alone", async () => {
    const shown = someMatch([citlali], { private: true });
    const url = await serve(async () => ({ ...shown, game: "space-aztecs" }));
    for (const name of [INVITATION, "4F7K"]) {
      const { html } = await request(url, `/matches/${name}`, { "accept-language": "es" });
      expect(tagsOf(html)).toMatchObject({
        "og:title": "Una invitación a jugar a Space Aztecs",
        "og:image": `${url}/previews/space-aztecs.png`,
      });
      expect(html).not.toContain("Citlali");
    }
  });

  test("asks for a match by its code only if that is a public match's, so that guesses learn nothing", async () => {
    const asked: MatchName[] = [];
    const url = await serve(async (name) => {
      asked.push(name);
      return someMatch([citlali]);
    });
    const { response, html } = await request(url, "/matches/zzzz");
    expect([response.status, tagsOf(html)["og:title"]]).toEqual([200, "Flower War"]);
    expect(asked).toEqual([]);
    await request(url, "/matches/4f7k");
    expect(asked).toEqual([{ idOrCode: ID, isCode: false, secret: null }]);
  });

  test("names no player of a match that is over", async () => {
    const seats = [{ seat: "east", kind: "human", name: "Citlali" }];
    const url = await serve(async () => ({
      match: ID,
      code: "4F7K",
      game: "flower-war",
      over: true,
      result: { seats } as never,
    }));
    const { html } = await request(url, `/matches/${ID}`);
    expect(tagsOf(html)).toMatchObject({
      "og:title": "A table: Flower War",
      "og:description": "The match is over. See how it ended.",
    });
    expect(html).not.toContain("Citlali");
  });

  test.each(["/", "/create", "/matches/x/y", "/replay/4F7K"])("of %s is that of the site", async (path) => {
    const url = await serve(async () => someMatch([citlali]));
    const { html } = await request(url, path);
    expect(tagsOf(html)["og:title"]).toBe("Flower War");
    expect(html).not.toContain("Citlali");
  });

  test("has the address that was asked, behind a proxy too, or that of PUBLIC_URL without its path", async () => {
    const summary = async () => someMatch([citlali]);
    const forwarded = { "x-forwarded-proto": "https", "x-forwarded-host": "play.example" };
    const url = await serve(summary);
    expect(tagsOf((await request(url, "/matches/4F7K", forwarded)).html)["og:url"]).toBe(
      "https://play.example/matches/4F7K",
    );
    const fixed = await serve(summary, { publicUrl: "https://war.example/n1" });
    expect(tagsOf((await request(fixed, "/", forwarded)).html)).toMatchObject({
      "og:url": "https://war.example/",
      "og:image": "https://war.example/previews/flower-war.png",
    });
  });

  test("is left out when the match cannot be looked up in a second", async () => {
    const time = new FakeTime();
    const { promise, resolve } = Promise.withResolvers<void>();
    const url = await serve(
      () => {
        resolve();
        return new Promise(() => {});
      },
      { time },
    );
    const answer = request(url, "/matches/4F7K");
    await promise;
    await time.pass(1000);
    expect(tagsOf((await answer).html)["og:title"]).toBe("Flower War");
  });
});

test.each(["flower-war", "mexica", "space-aztecs", "tieqchieq"])(
  "the picture of %s is 1200 x 630",
  (game) => {
    const file = new URL(`../../../web/public/previews/${game}.png`, import.meta.url);
    const picture = readFileSync(file);
    const { width, height } = PNG.sync.read(picture);
    expect([width, height]).toEqual([1200, 630]);
    expect(picture.length).toBeLessThan(350_000);
  },
);

test("a server writes the preview of its matches into the built page", async () => {
  const server = await startServer({ creationsPerMinute: 100 });
  onTestFinished(() => server.stop());
  const open = await createMatch(server.url, { name: `"><script>x` });
  await requestSeat(server.url, open.match, { name: "Jun" });
  const { response, html } = await request(server.url, `/matches/${open.code.toLowerCase()}`);
  expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(tagsOf(html)["og:title"]).toBe("&quot;&gt;&lt;script&gt;x&#39;s table: Flower War");
  expect(tagsOf(html)["og:description"]).toContain("Jun");
  const hidden = await createMatch(server.url, { name: "Citlali", private: true });
  const byInvitation = await request(server.url, `/matches/${hidden.invitation}`);
  expect(tagsOf(byInvitation.html)["og:title"]).toBe("An invitation to play Flower War");
  expect(byInvitation.html).not.toContain("Citlali");
  for (const name of [hidden.match, hidden.code]) {
    expect(tagsOf((await request(server.url, `/matches/${name}`)).html)["og:title"]).toBe("Flower War");
  }
});
