/** Requests of a match by plain HTTP (docs/json-api.md), at real sockets. */
import type { RefusalBody } from "@flower-war/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestClient } from "../support/client.ts";
import { readRecord } from "../support/expected-views.ts";
import { JsonServer } from "../support/json-server.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { askMatch, TestStream } from "../support/stream.ts";
import { until } from "../support/until.ts";

const server = new JsonServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

describe("one seat", () => {
  test("has a WebSocket and a stream; a second one of a kind closes the first alone", async () => {
    const { first, match, east } = await server.seat({ seats: 2 });
    const socket = await TestClient.watch(
      server.url,
      await requestSeat(server.url, match, { token: first.token }),
    );
    expect(east.stream.isOver).toBe(false);
    const second = await server.open(first);
    await east.stream.waitForEnd();
    expect(east.stream.last).toEqual({ type: "end", code: "replaced", resume: false });
    expect(socket.closeCode).toBeNull();
    await TestClient.watch(server.url, await requestSeat(server.url, match, { token: first.token }));
    await until(() => socket.closeCode === 4009, "the first socket's close");
    expect(second.isOver).toBe(false);
  });

  test("keeps its stream if a client asks for the head of one, which streams do not have", async () => {
    const { first, match, east } = await server.seat({ seats: 2 });
    const headers = { authorization: `Bearer ${first.token}` };
    for (const path of [`/api/matches/${match}/stream`, "/api/lobby/stream"]) {
      const signal = AbortSignal.timeout(60_000);
      const { status } = await fetch(server.url + path, { method: "HEAD", headers, signal });
      expect(status, path).toBe(404);
    }
    expect(east.stream.isOver).toBe(false);
  });

  test("whose token is renewed loses its stream", async () => {
    const { first, match, east } = await server.seat({ seats: 2 });
    await requestSeat(server.url, match, { token: first.token, renew: "fresh-and-random-1" });
    await east.stream.waitForEnd();
    expect(east.stream.last).toMatchObject({ type: "end", code: "replaced" });
    expect((await server.ask(first, "view")).body).toMatchObject({ code: "bad-token" });
  });
});

describe("a request", () => {
  test("is played once, whichever way it is repeated", async () => {
    const { first, match } = await server.seat({ seats: 2 });
    const socket = await TestClient.watch(
      server.url,
      await requestSeat(server.url, match, { token: first.token }),
    );
    const answers = await Promise.all([
      server.play(first, { type: "roll" }, "same"),
      server.play(first, { type: "roll" }, "same"),
      socket.request("command", { id: "same", command: { type: "roll" } }),
    ]);
    expect(answers.map((answer) => ("body" in answer ? answer.body.n : answer.n))).toEqual([1, 1, 1]);
    expect((await readRecord(server.journal, match)).entries).toHaveLength(1);
  });

  test.each([
    ["the rules", "commands", { id: "1", command: { type: "end-turn" } }, 409, "wrong-phase"],
    ["an id that is none", "commands", { id: ":", command: { type: "roll" } }, 400, "bad-request"],
    ["no payload", "commands", undefined, 404, "not-found"],
    ["a field that is missing", "ready", {}, 400, "bad-request"],
    ["a request of that name", "dance", {}, 404, "not-found"],
    ["a wrong pairing code", "pair-temple", { code: "2222" }, 404, "bad-code"],
  ])("is refused with a code: %s", async (_, what, body, status, code) => {
    const { first } = await server.seat({ seats: 2 });
    const answer = await server.ask(first, what, body);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test("of who has no seat, or another match's token, is refused", async () => {
    const { match, first } = await server.seat({ seats: 2 });
    const other = await createMatch(server.url);
    const body = { id: "1", command: { type: "roll" } };
    const spectator = await askMatch<RefusalBody>(server.url, match, "commands", { body });
    expect([spectator.status, spectator.body.code]).toEqual([409, "not-seated"]);
    for (const token of [other.token, "rubbish"]) {
      const answer = await askMatch<RefusalBody>(server.url, match, "commands", { token, body });
      expect([answer.status, answer.body.code]).toEqual([403, "bad-token"]);
    }
    const unknown = await askMatch<RefusalBody>(server.url, "abcdefghijkl", "view");
    expect([unknown.status, unknown.body.code]).toEqual([404, "unknown-match"]);
    expect((await server.ask(first, "view")).status).toBe(200);
  });

  test("of a private match needs its invitation or a token", async () => {
    const { first, match } = await server.seat({ seats: 2, private: true });
    expect((await askMatch<RefusalBody>(server.url, match, "view")).body.code).toBe("unknown-match");
    await expect(TestStream.open(server.url, match)).rejects.toThrow("unknown-match");
    expect((await askMatch(server.url, first.invitation ?? "", "view")).status).toBe(200);
    expect((await server.ask(first, "view")).status).toBe(200);
  });

  test("says something at the table, which others read on their streams and in the chat", async () => {
    const { first, west } = await server.seat({ seats: 2 });
    expect((await server.ask(first, "say", { id: "1", text: "hello" })).body).toEqual({ n: 1 });
    await until(() => west.stream.lines.some(({ type }) => type === "chat"), "the line");
    const line = { n: 1, seat: "east", text: "hello" };
    expect(west.stream.lines.find(({ type }) => type === "chat")).toMatchObject({ type: "chat", ...line });
    expect((await server.ask(west.reserved, "chat")).body).toMatchObject({ lines: [line], more: false });
    expect((await server.ask(first, "here", {})).body).toEqual({ now: expect.any(Number) });
    expect((await server.ask(west.reserved, "log")).body).toMatchObject({ entries: [], n: 0 });
  });
});
