/** Chat in a match's room (docs/protocol.md, "Chat"). */
import {
  type ChatLine,
  type MatchRequests,
  PATHS,
  type RefusalBody,
  type SeatReservation,
} from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { temporaryFolder } from "../support/database.ts";
import { createMatch, post, requestSeat } from "../support/post.ts";
import { until } from "../support/until.ts";

/** A client that keeps the lines that it is sent. */
async function join(
  url: string,
  reserved: SeatReservation,
): Promise<{ client: TestClient; heard: ChatLine[] }> {
  const client = await TestClient.watch(url, reserved);
  const heard: ChatLine[] = [];
  client.room.onMessage("chat", (line: ChatLine) => void heard.push(line));
  return { client, heard };
}

const say = (client: TestClient, payload: MatchRequests["say"]["payload"]) => client.request("say", payload);
const textsOf = (lines: readonly ChatLine[]) => lines.map(({ text }) => text);

describe("at a table", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  test("players and spectators hear each other until the match begins, then players only players", async () => {
    const { url } = server;
    const first = await createMatch(url, { seats: 2, openNonces: true });
    const east = await join(url, first);
    const watcher = await join(url, await requestSeat(url, first.match, { spectate: true }));
    await say(watcher.client, { id: "1", text: "who plays?", name: "Jun" });
    await say(east.client, { id: "1", text: "I do" });
    const west = await join(url, await requestSeat(url, first.match, { name: "Marisol" }));
    for (const { client } of [east, west]) await client.request("nonce", { nonce: "n" });
    await west.client.waitForEntry(0);
    await say(watcher.client, { id: "2", text: "psst", name: "Jun" });
    await west.client.request("react", { id: "1", reaction: "thanks" });
    await until(() => watcher.heard.length === 4 && west.heard.length === 1, "the lines");
    expect(textsOf(watcher.heard)).toEqual(["who plays?", "I do", "psst", ""]);
    expect(textsOf(east.heard)).toEqual(["who plays?", "I do", ""]);
    expect(west.heard).toMatchObject([{ n: 4, seat: "west", name: "Marisol", reaction: "thanks" }]);
    expect(textsOf((await west.client.request("chat", { after: 0 })).lines)).toEqual([
      "who plays?",
      "I do",
      "",
    ]);
    expect((await watcher.client.request("chat", { after: 2 })).lines).toEqual(watcher.heard.slice(2));
    expect(watcher.heard[2]).toMatchObject({ seat: null, name: "Jun" });
  });

  test("a repeated line has the number of the first", async () => {
    const { client, heard } = await join(server.url, await createMatch(server.url));
    expect(await say(client, { id: "a", text: "once" })).toEqual({ n: 1 });
    expect(await say(client, { id: "a", text: "once" })).toEqual({ n: 1 });
    expect(heard).toHaveLength(1);
  });

  test.each([
    ["no id", "say", { text: "x" }, "bad-request", "id"],
    ["no text", "say", { id: "1" }, "bad-request", "text"],
    ["a number as text", "say", { id: "1", text: 1 }, "bad-request", "text"],
    ["an empty text", "say", { id: "1", text: " " }, "text-missing", "text"],
    ["a long text", "say", { id: "1", text: "x".repeat(201) }, "text-too-long", "text"],
    ["an unknown reaction", "react", { id: "1", reaction: "boo" }, "bad-request", "reaction"],
    ["a page before the first", "chat", { after: -1 }, "bad-request", "after"],
  ] as const)("%s is refused", async (_, type, payload, code, field) => {
    const { client } = await join(server.url, await createMatch(server.url));
    expect(await expectRefusal(client.request(type, payload))).toMatchObject({ code, field });
  });

  test("that is silent no client talks, and its state and listing say so", async () => {
    const reserved = await createMatch(server.url, { silent: true });
    const { client } = await join(server.url, reserved);
    expect(client.details.silent).toBe(true);
    expect(await expectRefusal(say(client, { id: "1", text: "x" }))).toMatchObject({ code: "silent" });
    expect(await client.request("chat", { after: 0 })).toEqual({ lines: [], more: false });
    const listed = await fetch(server.url + PATHS.lobby).then((response) => response.json());
    expect(listed).toMatchObject({
      tables: expect.arrayContaining([expect.objectContaining({ id: reserved.match, silent: true })]),
    });
    const bad = await post<RefusalBody>(server.url, PATHS.matches, {
      game: "flower-war",
      name: "A",
      silent: "yes",
    });
    expect(bad.body).toMatchObject({ code: "bad-request", field: "silent" });
  });
});

test("what was said is there after a restart, and a repeated line is still said once", async () => {
  const dataDir = temporaryFolder();
  const secrets = { authSecret: "auth-secret-of-these-tests", dataDir };
  const first = await startServer(secrets);
  const reserved = await createMatch(first.url);
  await say((await join(first.url, reserved)).client, { id: "1", text: "¿todavía? 🌺" });
  await first.stop();
  const second = await startServer(secrets);
  onTestFinished(() => second.stop());
  const { client } = await join(
    second.url,
    await requestSeat(second.url, reserved.match, { token: reserved.token }),
  );
  expect(await say(client, { id: "1", text: "¿todavía? 🌺" })).toEqual({ n: 1 });
  expect(textsOf((await client.request("chat", { after: 0 })).lines)).toEqual(["¿todavía? 🌺"]);
});
