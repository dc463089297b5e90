import {
  LIMITS,
  type MatchSummary,
  PATHS,
  type RefusalBody,
  type SeatReservation,
  SHORT_CODE,
} from "@flower-war/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time, { seatsPerMinute: 10_000, trustProxy: "loopback" });
});
afterEach(() => server.stop());

const createPrivate = (settings: object = {}) => createMatch(server.url, { private: true, ...settings });
const summaryOf = async (name: string) => {
  const response = await fetch(server.url + PATHS.match.replace(":id", name));
  return { status: response.status, body: (await response.json()) as MatchSummary & RefusalBody };
};
const refusalOf = async (name: string, body: object, address = "198.51.100.1") =>
  (await post<RefusalBody>(server.url, PATHS.seats.replace(":id", name), body, fromAddress(address))).body;

/** The `i`th of many codes. */
function code(i: number): string {
  const { alphabet, length } = SHORT_CODE;
  const digits = Array.from({ length }, (_, at) => Math.floor(i / alphabet.length ** (length - 1 - at)));
  return digits.map((digit) => alphabet[digit % alphabet.length]).join("");
}

describe("a private match", () => {
  test("is entered and watched with its invitation, which holds 128 random bits", async () => {
    const { match, invitation } = await createPrivate();
    expect(invitation).toMatch(new RegExp(`^${match}-[A-Za-z0-9_-]{22}$`));
    const name = invitation ?? "";
    expect(await requestSeat(server.url, name, { name: "B" })).toMatchObject({
      match,
      seat: "north",
      invitation,
    });
    expect(await requestSeat(server.url, name, { spectate: true })).toMatchObject({ match, seat: null });
  });

  test("is neither entered nor watched with its id or its short code", async () => {
    const { match, code: short } = await createPrivate();
    for (const name of [match, short, short.toLowerCase()]) {
      expect(await refusalOf(name, { name: "B" })).toMatchObject({ code: "unknown-match" });
      expect(await refusalOf(name, { spectate: true })).toMatchObject({ code: "unknown-match" });
    }
    expect(await summaryOf(short)).toMatchObject({ status: 404, body: { code: "unknown-match" } });
  });

  test("is not entered with the invitation of another, nor with one that is almost its own", async () => {
    const [one, other] = [await createPrivate(), await createPrivate()];
    const secret = (other.invitation ?? "").slice(one.match.length);
    const own = one.invitation ?? "";
    const almost = own.slice(0, -1) + (own.endsWith("A") ? "Q" : "A");
    for (const name of [one.match + secret, almost, own.slice(0, -1), `${own}A`, `${one.match}-`]) {
      expect(await refusalOf(name, { name: "B" })).toMatchObject({ code: "unknown-match" });
    }
  });

  test("takes its players back with their tokens, by id and by code", async () => {
    const { match, code: short, token, invitation } = await createPrivate();
    for (const name of [match, short, invitation ?? ""]) {
      expect(await requestSeat(server.url, name, { token })).toMatchObject({ seat: "east", invitation });
    }
  });

  test("has tokens that say nothing of its invitation", async () => {
    const { match, token } = await createPrivate();
    const claims = JSON.parse(Buffer.from(token?.split(".")[1] ?? "", "base64url").toString()) as object;
    expect(claims).toEqual({
      match,
      seat: "east",
      holder: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
    });
  });

  test("tells who has its id alone whether it is over, and nothing else", async () => {
    const { match, code: short } = await createPrivate({ name: "Citlali" });
    expect((await summaryOf(match)).body).toEqual({ match, code: short, game: "flower-war", over: false });
  });

  test("tells its result with its invitation, and not with its id or code", async () => {
    const east = await createPrivate({ seats: 2, bots: 1 });
    const player = await TestClient.join(server.url, east);
    await until(() => player.state.status === "playing", "the match to begin");
    await player.play({ type: "concede" });
    await until(() => player.state.status === "over", "the match to end");
    expect((await summaryOf(east.invitation ?? "")).body).toMatchObject({
      over: true,
      result: { record: true },
    });
    expect((await summaryOf(east.match)).body).toEqual({
      match: east.match,
      code: east.code,
      game: "flower-war",
      over: true,
    });
    expect((await summaryOf(east.code)).status).toBe(404);
    const record = (name: string) => fetch(server.url + PATHS.record.replace(":id", name));
    expect((await record(east.code)).status).toBe(404);
    const text = await (await record(east.match)).text();
    expect(text).toContain(east.match);
    expect(text).not.toContain((east.invitation ?? "").slice(13));
  });
});

test("the rematch of a private match is private, with an invitation of its own", async () => {
  const east = await createPrivate({ seats: 2, bots: 1 });
  const player = await TestClient.join(server.url, east);
  await until(() => player.state.status === "playing", "the match to begin");
  await player.play({ type: "concede" });
  await until(() => player.state.status === "over", "the match to end");
  const path = PATHS.rematch.replace(":id", east.match);
  const { body: next } = await post<SeatReservation>(server.url, path, { token: east.token });
  expect(next.invitation).toMatch(new RegExp(`^${next.match}-[\\w-]{22}$`));
  expect(next.invitation?.slice(13)).not.toBe(east.invitation?.slice(13));
  expect(await refusalOf(next.match, { spectate: true })).toMatchObject({ code: "unknown-match" });
  expect(await requestSeat(server.url, next.invitation ?? "", { spectate: true })).toMatchObject({
    match: next.match,
  });
});

describe("a public match", () => {
  test("has no invitation: its id and its code lead to it", async () => {
    const { match, code: short, invitation } = await createMatch(server.url, { seats: 4 });
    expect(invitation).toBeNull();
    expect(await requestSeat(server.url, match, { name: "B" })).toMatchObject({ seat: "north" });
    expect(await requestSeat(server.url, short, { name: "C" })).toMatchObject({ seat: "south" });
    expect(await requestSeat(server.url, short, { spectate: true })).toMatchObject({ match });
  });
});

describe("the short code of a private match", () => {
  const show = (player: TestClient, shown: boolean) => player.request("show-code", { shown });

  test("leads to it while its host shows it", async () => {
    const reserved = await createPrivate();
    const host = await TestClient.join(server.url, reserved);
    expect(host.details.codeShown).toBe(false);
    await show(host, true);
    await until(() => host.details.codeShown, "the code to be shown");
    const guest = await requestSeat(server.url, reserved.code.toLowerCase(), { name: "B" });
    expect(guest).toMatchObject({ match: reserved.match, invitation: reserved.invitation });
    expect((await summaryOf(reserved.code)).body).toMatchObject({ match: reserved.match });
    await show(host, false);
    expect(await refusalOf(reserved.code, { name: "C" })).toMatchObject({ code: "unknown-match" });
  });

  test("is shown by no player but the host", async () => {
    const reserved = await createPrivate();
    await TestClient.join(server.url, reserved);
    const guest = await TestClient.join(
      server.url,
      await requestSeat(server.url, reserved.invitation ?? "", { name: "B" }),
    );
    await expect(show(guest, true)).rejects.toMatchObject({ reason: { code: "not-host" } });
    expect(await refusalOf(reserved.code, { name: "C" })).toMatchObject({ code: "unknown-match" });
  });

  test("leads nowhere any more once the match has begun", async () => {
    const reserved = await createPrivate({ seats: 2 });
    const host = await TestClient.join(server.url, reserved);
    await show(host, true);
    const guest = await TestClient.join(
      server.url,
      await requestSeat(server.url, reserved.code, { name: "B" }),
    );
    await until(() => guest.state.status === "playing", "the match to begin");
    expect(guest.details.codeShown).toBe(false);
    expect(await refusalOf(reserved.code, { spectate: true })).toMatchObject({ code: "unknown-match" });
    await expect(show(host, true)).rejects.toMatchObject({ reason: { code: "match-begun" } });
  });
});

describe("guessing codes", () => {
  const { perAddress, inAll } = LIMITS.matchCodes;
  const guess = async (i: number, address: string) =>
    (await refusalOf(code(i), { spectate: true }, address)).code;

  test("ends after a few wrong ones of an address, for a minute; hits and public matches do not count", async () => {
    const shown = await createPrivate();
    const host = await TestClient.join(server.url, shown);
    await host.request("show-code", { shown: true });
    const open = await createMatch(server.url);
    const watch = (name: string) =>
      requestSeat(server.url, name, { spectate: true }, fromAddress("198.51.100.7"));
    for (let i = 0; i < 2 * perAddress; i++) await watch(i % 2 === 0 ? shown.code : open.code);
    const misses = Array.from({ length: perAddress + 1 }, (_, i) => i);
    const answers = await Promise.all(misses.map((i) => guess(i, "198.51.100.7")));
    expect(answers.filter((answer) => answer === "too-many-codes")).toHaveLength(1);
    const spent = await refusalOf(shown.code, { spectate: true }, "198.51.100.7");
    expect(spent).toMatchObject({ code: "too-many-codes", wait: expect.any(Number) });
    expect(spent.wait).toBeGreaterThan(0);
    expect(spent.wait).toBeLessThanOrEqual(60_000);
    // What is listed is no secret, and others may go on.
    expect(await watch(open.code)).toMatchObject({ match: open.match });
    expect(await refusalOf(shown.invitation ?? "", { name: "B" }, "198.51.100.7")).not.toHaveProperty(
      "code",
      "too-many-codes",
    );
    expect(await guess(5000, "198.51.100.8")).toBe("unknown-match");
  });

  test("ends after many wrong ones of all addresses together", async () => {
    const addresses = Array.from({ length: inAll / perAddress }, (_, i) => `203.0.113.${i}`);
    for (const [at, address] of addresses.entries()) {
      const misses = Array.from({ length: perAddress }, (_, i) => at * perAddress + i);
      const answers = await Promise.all(misses.map((i) => guess(i, address)));
      expect(new Set(answers)).toEqual(new Set(["unknown-match"]));
    }
    expect(await guess(9000, "192.0.2.1")).toBe("too-many-codes");
    const open = await createMatch(server.url);
    expect(await requestSeat(server.url, open.code, { name: "B" })).toMatchObject({ match: open.match });
  });

  test("gets no further by asking for summaries, records or seats with a token", async () => {
    const { token } = await createPrivate();
    const address = "198.51.100.9";
    for (let i = 0; i < perAddress; i++) await guess(i, address);
    const get = async (path: string) =>
      (
        (await (
          await fetch(server.url + path.replace(":id", code(7777)), { headers: fromAddress(address) })
        ).json()) as RefusalBody
      ).code;
    expect(await get(PATHS.match)).toBe("too-many-codes");
    expect(await get(PATHS.record)).toBe("too-many-codes");
    const hidden = await createPrivate();
    const answers = [hidden.code, code(7777)].map((name) => refusalOf(name, { token }, address));
    expect((await Promise.all(answers)).map((body) => body.code)).toEqual(["unknown-match", "unknown-match"]);
  });
});
