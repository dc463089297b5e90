/** Every call that waits can be ended by a signal. */
import { describe, expect, it } from "vitest";
import type { Abortable } from "../src/index.ts";
import { memoryStore } from "../src/index.ts";
import { Studies } from "../src/study.ts";
import { Tournaments } from "../src/tournaments.ts";
import { fakeHost, RECONNECT_DELAY } from "./support/fake-host.ts";
import { fakeState, RESERVED_SEAT } from "./support/fake-match.ts";
import { RESERVATION } from "./support/fake-rooms.ts";
import { flowerWarMatch } from "./support/players.ts";

const NEVER = new Promise<never>(() => {});

/** Asks, aborts, and returns what the call rejected with. */
async function abortLater(call: (options: Abortable) => Promise<unknown>): Promise<unknown> {
  const controller = new AbortController();
  const rejected = call({ signal: controller.signal }).then(
    () => null,
    (error: unknown) => error,
  );
  await new Promise((resolve) => setTimeout(resolve));
  controller.abort();
  return rejected;
}

const ABORTED = { name: "Refusal", code: "aborted" };

type Host = ReturnType<typeof fakeHost>["host"];

const HTTP_CALLS: readonly [string, (host: Host, options: Abortable) => Promise<unknown>][] = [
  ["create", (host, options) => host.create({ game: "flower-war", ...options })],
  ["quickPlay", (host, options) => host.quickPlay({ game: "flower-war", ...options })],
  ["join", (host, options) => host.join("m1", options)],
  ["join with a token", (host, options) => host.join("m1", { token: "t", ...options })],
  ["join of one's own seat", (host, options) => host.join("m1", { own: true, ...options })],
  ["spectate", (host, options) => host.spectate("m1", options)],
  ["rematch", (host, options) => host.rematch("m1", "t", options)],
  ["renew", (host, options) => host.renew("m1", "t", options)],
  ["lobby", (host, options) => host.lobby({}, options)],
  ["listGames", (host, options) => host.listGames(options)],
  ["findAddress", (host, options) => host.findAddress(options)],
  ["announcement", (host, options) => host.announcement(options)],
  ["listTables", (host, options) => host.listTables({}, options)],
  ["profile", (host, options) => host.profile("p", options)],
  ["history", (host, options) => host.history("p", {}, options)],
  ["myMatches", (host, options) => host.myMatches({}, options)],
  ["leaderboard", (host, options) => host.leaderboard("flower-war", 1, options)],
  ["findMatch", (host, options) => host.findMatch("m1", options)],
  ["record", (host, options) => host.record("m1", options)],
  ["studies.list", (host, options) => new Studies(host).list(options)],
  ["studies.create", (host, options) => new Studies(host).create({ match: "m1" }, options)],
  ["studies.delete", (host, options) => new Studies(host).delete("s1", options)],
  ["tournaments.list", (host, options) => new Tournaments(host).list(options)],
  ["tournaments.find", (host, options) => new Tournaments(host).find("t1", options)],
  [
    "tournaments.create",
    (host, options) =>
      new Tournaments(host).create({ name: "Evening", kind: "arena", game: "tieqchieq" }, options),
  ],
  ["tournaments.withdraw", (host, options) => new Tournaments(host).withdraw("t1", options)],
  ["tournaments.direct", (host, options) => new Tournaments(host).direct("t1", { act: "end" }, options)],
  ["onChallenge", async (host, options) => (await host.identity()).onChallenge(() => {}, options)],
];

describe("a call that waits for the server", () => {
  it.each(HTTP_CALLS)("%s rejects with aborted", async (_, call) => {
    const { host } = fakeHost(() => NEVER);
    expect(await abortLater((options) => call(host, options))).toMatchObject(ABORTED);
  });

  it("sends nothing if it was aborted before", async () => {
    const { host, rooms } = fakeHost(() => ({ body: RESERVED_SEAT }));
    await expect(host.join("m1", { signal: AbortSignal.abort() })).rejects.toMatchObject(ABORTED);
    expect(rooms.rooms).toEqual([]);
  });
});

describe("joining that is aborted while the connection is opened", () => {
  it("leaves as soon as it is open, and keeps the seat that was reserved", async () => {
    const store = memoryStore();
    const { host, rooms } = fakeHost(() => ({ body: RESERVED_SEAT }), { store });
    const opening = Promise.withResolvers<undefined>();
    const { connect } = rooms;
    rooms.onConnect = (room) => room.patch(fakeState());
    const late = fakeHost(() => ({ body: RESERVED_SEAT }), {
      store,
      connect: async (...join) => {
        await opening.promise;
        return connect(...join);
      },
    });
    expect(await abortLater((options) => late.host.join("m1", options))).toMatchObject(ABORTED);
    opening.resolve(undefined);
    await expect.poll(() => rooms.rooms.at(-1)?.left).toBe(true);
    expect(await store.list()).toMatchObject([{ match: "m1", token: "east-1" }]);
    expect(host).toBeDefined();
  });
});

describe("a call that waits for a lost connection", () => {
  async function drop() {
    const { host, rooms, time } = fakeHost(() => ({ body: RESERVED_SEAT }));
    rooms.onConnect = (room) => room.patch(fakeState());
    const match = flowerWarMatch(await host.join("m1"));
    rooms.last.close(1006);
    return { match, rooms, time };
  }
  type Dropped = Awaited<ReturnType<typeof drop>>["match"];

  it.each<[string, (match: Dropped, options: Abortable) => Promise<unknown>]>([
    ["send", (match, options) => match.send({ type: "roll" }, options)],
    ["say", (match, options) => match.say("hello", options)],
    ["react", (match, options) => match.react("bravo", options)],
    ["chat", (match, options) => match.chat(options)],
    ["setReady", (match, options) => match.setReady(true, options)],
    ["moveTo", (match, options) => match.moveTo("west", options)],
    ["seatBot", (match, options) => match.seatBot("west", "easy", options)],
    ["challenge", (match, options) => match.challenge("west", "Nahual", options)],
    ["freeSeat", (match, options) => match.freeSeat("west", options)],
    ["report", (match, options) => match.report("west", "name", "", options)],
    ["askForSeat", (match, options) => match.askForSeat("west", options)],
    ["answerAsk", (match, options) => match.answerAsk({ id: "x" }, true, options)],
    ["handOver", (match, options) => match.handOver("west", options)],
    ["showCode", (match, options) => match.showCode(true, options)],
    ["setPolicy", (match, options) => match.setPolicy({ slow: 10 }, options)],
    ["block", (match, options) => match.block({ n: 1 }, options)],
    ["silence", (match, options) => match.silence({ n: 1 }, options)],
    ["lift", (match, options) => match.lift("blocked", "Ana", options)],
    ["start", (match, options) => match.start(options)],
    ["makeOffer", (match, options) => match.makeOffer("draw", options)],
    ["takeBack", (match, options) => match.takeBack(options)],
    ["pause", (match, options) => match.pause(60, options)],
    ["resume", (match, options) => match.resume(options)],
    ["offerSeat", (match, options) => match.offerSeat(true, options)],
    ["takeHoliday", (match, options) => match.takeHoliday(2, options)],
    ["giveTime", (match, options) => match.giveTime("east", 60, options)],
    ["askHint", (match, options) => match.askHint(options)],
    ["seekJudge", (match, options) => match.seekJudge(true, options)],
    ["takeJudge", (match, options) => match.takeJudge("t", "Izel", options)],
    ["judge", (match, options) => match.judge("s", { act: "resume" }, options)],
    ["acceptOffer", (match, options) => match.acceptOffer({ id: "o" }, options)],
    ["declineOffer", (match, options) => match.declineOffer({ id: "o" }, options)],
    ["claim", (match, options) => match.claim("win", options)],
  ])("%s rejects with aborted, and is not sent when the connection is back", async (_, call) => {
    const { match, rooms, time } = await drop();
    expect(await abortLater((options) => call(match, options))).toMatchObject(ABORTED);
    await time.pass(RECONNECT_DELAY);
    expect(match.connection).toBe("connected");
    const asked = rooms.last.requests.filter(({ type }) => type !== "chat");
    expect(asked).toEqual([]);
  });
});

describe("a lobby and challenges", () => {
  it("are left if they are aborted while they open", async () => {
    const { host, rooms } = fakeHost(() => ({ body: { ...RESERVATION, name: "lobby" } }));
    const controller = new AbortController();
    rooms.onConnect = (room) => {
      controller.abort();
      room.patch({ matches: new Map(), total: 0, page: 1, pages: 1 });
    };
    await expect(host.lobby({}, { signal: controller.signal })).rejects.toMatchObject(ABORTED);
    await expect.poll(() => rooms.last.left).toBe(true);
  });
});
