/** The OpenAPI document of the HTTP API, and its page. */
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PATHS } from "@flower-war/protocol";
import { API_PATHS } from "@flower-war/protocol/server";
import * as schemas from "@flower-war/protocol/schemas";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { Express, Router } from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { type RunningServer, startServer } from "../../src/app.ts";
import { GAMES } from "../../src/games/index.ts";
import { httpApp } from "../../src/http/app.ts";
import { Origins } from "../../src/wire/origins.ts";
import type { HttpServices } from "../../src/http/services.ts";
import { openApiDocument, openApiPath } from "../../tools/openapi.ts";
import { requireDocumented, requireDocumentedLine } from "../support/documented-answers.ts";
import { openQuotas } from "../support/quotas.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const TEXT = read("openapi.json");
const DOCUMENT = JSON.parse(TEXT) as {
  info: { version: string };
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, { properties?: object }> };
};

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({});
});
afterAll(() => server.stop());

describe("server/openapi.json", () => {
  test("is what the schemas come to, with the versions of the server and of the protocol", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    expect(DOCUMENT).toEqual(JSON.parse(JSON.stringify(openApiDocument(version))));
    expect(DOCUMENT.info.version).toMatch(new RegExp(`^${version}\\+protocol\\.\\d+$`));
  });

  test("is a valid document of OpenAPI 3.1", async () => {
    const validator = new Validator();
    expect(await validator.validate(JSON.parse(TEXT))).toMatchObject({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  test("has every route of the public listener, and no other", () => {
    const documented = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(documented.toSorted()).toEqual(listRoutes().toSorted());
  });
});

/** The sections of docs/protocol.md that describe schemas. */
const SECTIONS: Readonly<Record<string, readonly z.ZodObject[]>> = {
  "Seat reservations": [schemas.SeatReservation, schemas.Reservation],
  Tables: [schemas.TableSummary, schemas.TableSeat],
  Results: [schemas.MatchResult, schemas.MatchResultSeat],
  Profiles: [schemas.Profile, schemas.PlayedGame, schemas.Rating, schemas.Reputation, schemas.PlayerMatch],
  Leaderboards: [schemas.LeaderboardEntry],
  Accounts: [schemas.PasskeyAdded, schemas.SignInMeans, schemas.SignInRequest],
  Notices: [schemas.Notices, schemas.PushSubscriptionInfo, schemas.PushRequest, schemas.MailRequest],
  Refusals: [schemas.RefusalBody],
  "The lobby": [schemas.Listing, schemas.LobbyRequest],
  Clocks: [schemas.ClockSettings],
};

describe("docs/protocol.md", () => {
  const lines = read("../docs/protocol.md").split("\n");

  test.each(Object.entries(SECTIONS))("names every field under %s", (heading, described) => {
    const start = lines.findIndex((line) => /^#+ /.test(line) && line.endsWith(` ${heading}`));
    const level = lines[start]?.indexOf(" ") ?? 0;
    const length = lines
      .slice(start + 1)
      .findIndex((line) => /^#+ /.test(line) && line.indexOf(" ") <= level);
    const section = lines.slice(start, start + 1 + length).join("\n");
    expect(lacking(section, described)).toEqual([]);
  });
});

/** Returns the fields of objects that a text does not name. */
function lacking(text: string, objects: readonly z.ZodObject[]): readonly string[] {
  const fields = objects.flatMap(({ shape }) => Object.keys(shape));
  return fields.filter((field) => field !== "protocolVersion" && !new RegExp(`\\b${field}\\b`).test(text));
}

/** Walks Express' routes. Returns each as method and path, as OpenAPI writes it. */
function listRoutes(): string[] {
  // Nothing of the services is used before a request comes.
  const services = {
    games: GAMES,
    pages: new Map(),
    trustProxy: "loopback",
    publicUrl: null,
    origins: new Origins(null, null),
    quotas: openQuotas(),
  };
  const app: Express = httpApp({
    ...services,
    protocols: { oldest: 0, newest: 1 },
    playersPerMinute: 1,
    creationsPerMinute: 1,
    seatsPerMinute: 1,
    matchesAtOnce: 1,
  } as unknown as HttpServices);
  const walk = ({ stack }: Router): string[] =>
    stack.flatMap(({ route, handle }) => {
      if (!route) return "stack" in handle ? walk(handle as unknown as Router) : [];
      // Routes that only prepare requests for others have several paths.
      const paths = [route.path].flat();
      const methods = route.stack.map(({ method }) => method);
      return paths.flatMap((path) => methods.map((method) => `${method} ${openApiPath(path)}`));
    });
  return [...new Set(walk(app.router))];
}

describe("answers are compared with the document", () => {
  const exchange = { method: "GET", path: "/healthz", status: 200, answer: { status: "ok" } };
  const refused = { ...exchange, path: "/api/matches/ABCD", status: 404 };
  test.each([
    ["a field that it does not have", { ...exchange, answer: { status: "ok", more: 1 } }],
    ["a field that is missing", { ...exchange, answer: {} }],
    ["a word that it does not have", { ...exchange, answer: { status: "fine" } }],
    ["another status", { ...exchange, status: 201 }],
    ["another method", { ...exchange, method: "POST" }],
    ["another path", { ...exchange, path: "/api/nothing" }],
    ["a code that it does not have there", { ...refused, answer: { code: "unknown-bot", message: "" } }],
    ["a body that it does not allow", { ...exchange, method: "POST", path: "/api/lobby", sent: { page: 0 } }],
  ])("%s", (_, wrong) => {
    requireDocumented(exchange);
    requireDocumented({ ...refused, answer: { code: "unknown-match", message: "" } });
    expect(() => requireDocumented(wrong)).toThrow("server/openapi.json");
  });

  test("by `fetch` in each of the server's tests", async () => {
    const other = createServer((_request, response) => {
      response.setHeader("content-type", "application/json").end('{ "status": "ok", "more": 1 }');
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    await expect(fetch(`http://127.0.0.1:${port}${PATHS.health}`)).rejects.toThrow("server/openapi.json");
    other.closeAllConnections();
    other.close();
  });

  test("lines of streams, too", () => {
    const line = { type: "warning", seat: "east", deadline: 1 };
    requireDocumentedLine(line);
    for (const wrong of [
      { ...line, type: "danger" },
      { ...line, more: 1 },
      { ...line, deadline: "soon" },
    ])
      expect(() => requireDocumentedLine(wrong)).toThrow("server/openapi.json");
  });
});

describe("the server", () => {
  test("serves the document, compressed", async () => {
    const response = await fetch(server.url + API_PATHS.document);
    expect(response.headers.get("content-type")).toMatch(/^application\/json\b/);
    expect(response.headers.get("content-encoding")).not.toBeNull();
    expect(await response.text()).toBe(TEXT);
  });

  test("serves a page that has every operation and schema, and whose policy allows its own style alone", async () => {
    const response = await fetch(server.url + API_PATHS.page);
    expect(response.headers.get("content-type")).toMatch(/^text\/html\b/);
    const policy = response.headers.get("content-security-policy") ?? "";
    // The script that tries operations.
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    const html = await response.text();
    const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? "";
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    expect(policy).toContain(`style-src 'sha256-${Buffer.from(hash).toString("base64")}'`);
    const ids = [...html.matchAll(/ id="(\w+)"/g)].map(([, id = ""]) => id);
    expect(ids).toEqual(
      expect.arrayContaining([
        ...Object.keys(schemas.OPERATIONS),
        ...Object.keys(DOCUMENT.components.schemas),
      ]),
    );
    expect(ids).toEqual([...new Set(ids)]);
    const links = [...html.matchAll(/href="#(\w+)"/g)].map(([, id = ""]) => id);
    expect(ids).toEqual(expect.arrayContaining([...new Set(links)]));
    // As addresses, once the project has one.
    const guides = [
      ...html.matchAll(/<(?:code|a href="https:[^"]*\/blob\/main\/[^"]+")>(docs\/[^<]+)<\/(?:code|a)>/g),
    ];
    expect(guides.map(([, guide]) => guide)).toContain("docs/json-api.md");
    for (const [, guide = ""] of guides)
      expect(existsSync(new URL(`../../../${guide}`, import.meta.url)), guide).toBe(true);
  });
});
