/** A bot account as a service, at a server that the test plays. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { memoryPlayerStore, memoryStore, Refusal } from "../src/index.ts";
import { type Service, serve } from "../src/service.ts";
import { fakeHost } from "./support/fake-host.ts";
import { end, fakeState, RESERVED_SEAT } from "./support/fake-match.ts";
import { type FakeRoom, RESERVATION } from "./support/fake-rooms.ts";

const BOT = { id: "b1", name: "Ahuizotl", kind: "bot", token: "t1" };
const CHALLENGE = {
  id: "c1",
  match: "m1",
  seat: "east",
  game: "flower-war",
  preset: "",
  speed: "none",
  host: "Izel",
  until: 9e15,
};
const ROLL = { type: "roll" };

const until = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 60_000 });

const ending: AbortController[] = [];
afterEach(() => {
  for (const each of ending.splice(0)) each.abort();
});

/** Runs a service; challenges, matches and answers are the test's. */
async function run(
  service: Partial<Service> = {},
  stores = { store: memoryStore(), playerStore: memoryPlayerStore() },
) {
  const stop = new AbortController();
  ending.push(stop);
  const onError = vi.fn<(error: unknown) => void>();
  const rooms: { bot?: FakeRoom; matches: FakeRoom[] } = { matches: [] };
  const state = fakeState();
  const answers: ((type: string) => unknown)[] = [];
  /** With which codes the next requests for a seat are refused. */
  const refusals: string[] = [];
  const made = fakeHost(({ url }) => {
    if (/\/players(\/me)?$/.test(url)) return { body: BOT };
    if (url.endsWith("/bots")) return { body: { ...RESERVATION, name: "bot" } };
    if (url.endsWith("/matches/m1")) return { body: { match: "m1", over: false } };
    const code = refusals.shift();
    return code === undefined ? { body: RESERVED_SEAT } : { status: 503, body: { code, message: "" } };
  }, stores);
  made.rooms.onConnect = (room) => {
    if (room.reservation.name === "bot") {
      rooms.bot = room;
      return room.patch({ challenges: new Map() });
    }
    rooms.matches.push(room);
    room.answer = (type) => (answers.shift() ?? (() => ({ n: 1 })))(type);
    room.patch(state);
  };
  const games: Service["games"] = { "flower-war": (_, [first]) => first ?? { type: "pass" } };
  const challenges = await serve(made.host, {
    games,
    onError,
    signal: stop.signal,
    time: made.time,
    ...service,
  });
  const challenge = async (change: Partial<typeof CHALLENGE> = {}) => {
    const { id } = { ...CHALLENGE, ...change };
    const answered = () => rooms.matches.length + (rooms.bot?.requests.length ?? 0);
    const before = answered();
    rooms.bot?.patch({ challenges: new Map([[id, { ...CHALLENGE, ...change }]]) });
    await until(() => expect(answered()).toBe(before + 1));
  };
  const commands = () =>
    rooms.matches.flatMap(({ requests }) => requests.filter(({ type }) => type === "command"));
  return {
    ...made,
    challenges,
    challenge,
    commands,
    answers,
    refusals,
    state,
    stop,
    onError,
    stores,
    botRooms: rooms,
  };
}

describe("a service", () => {
  it("accepts a challenge to its game, and sends the command that it chooses", async () => {
    const bot = await run();
    await bot.challenge();
    expect(bot.requests.at(-1)?.body).toMatchObject({ name: "Guest", seat: "east" });
    await until(() => expect(bot.commands()[0]).toMatchObject({ payload: { command: ROLL } }));
    expect(bot.onError).not.toHaveBeenCalled();
  });

  it("accepts a challenge again while the server is not available, until it is no longer open", async () => {
    const bot = await run();
    bot.refusals.push("unavailable", "unreachable", "draining");
    const untilLater = (check: () => void) =>
      vi.waitFor(() => bot.time.pass(1000).then(check), { interval: 5, timeout: 60_000 });
    bot.botRooms.bot?.patch({ challenges: new Map([["c1", CHALLENGE]]) });
    await untilLater(() => expect(bot.botRooms.matches).toHaveLength(1));
    expect(bot.refusals).toEqual([]);
    expect(bot.onError).not.toHaveBeenCalled();
    bot.refusals.push("unavailable", "not-challenged");
    bot.botRooms.bot?.patch({ challenges: new Map([["c2", { ...CHALLENGE, id: "c2" }]]) });
    await untilLater(() =>
      expect(bot.onError.mock.calls).toMatchObject([[{ code: "not-challenged" }, null]]),
    );
    expect(bot.botRooms.matches).toHaveLength(1);
  });

  it.each([
    ["game", {}, { game: "tieqchieq" }],
    ["busy", { atOnce: 0 }, {}],
    ["clock", { decline: () => "clock" as const }, {}],
  ])("declines a challenge: %s", async (reason, service, change) => {
    const bot = await run(service);
    await bot.challenge(change);
    expect(bot.botRooms.bot?.requests).toEqual([{ type: "decline", payload: { id: "c1", reason } }]);
    expect(bot.botRooms.matches).toEqual([]);
  });

  it("says once that a command is refused, and sends none until the match goes on", async () => {
    const bot = await run();
    bot.answers.push(() => {
      throw Object.assign(new Error("malformed"), { code: "malformed" });
    });
    await bot.challenge();
    const [room] = bot.botRooms.matches;
    await until(() => expect(bot.onError).toHaveBeenCalled());
    for (let i = 0; i < 3; i++) {
      room?.patch(bot.state);
      await bot.time.pass(0);
    }
    expect(bot.onError.mock.calls.map(([error]) => error)).toMatchObject([{ code: "malformed" }]);
    expect(bot.commands()).toHaveLength(1);
    bot.state.n += 1;
    room?.patch(bot.state);
    await until(() => expect(bot.commands().length).toBeGreaterThan(1));
  });

  it("sends a command again under its id if the server may have played it", async () => {
    const bot = await run();
    for (const code of ["unavailable", "internal"] as const) {
      bot.answers.push(() => {
        throw new Refusal({ code, message: "" });
      });
    }
    await bot.challenge();
    await vi.waitFor(
      async () => {
        await bot.time.pass(100);
        expect(bot.commands().length).toBeGreaterThanOrEqual(3);
      },
      { interval: 5, timeout: 60_000 },
    );
    const [first, second, third] = bot.commands();
    expect([second, third]).toEqual([first, first]);
  });

  it("agrees to an offer of the people", async () => {
    const bot = await run();
    bot.state.table.awaiting = { seat: "west", decision: "roll", card: "" };
    await bot.challenge();
    const offer = { id: "o1", what: "draw", by: "west", accepted: ["west"], asked: ["east"], until: 9e15 };
    bot.state.details = JSON.stringify({ offer });
    bot.botRooms.matches[0]?.patch(bot.state);
    await until(() =>
      expect(bot.botRooms.matches[0]?.requests).toContainEqual({ type: "accept", payload: { id: "o1" } }),
    );
  });

  it("agrees to an offer that comes together with another change", async () => {
    const bot = await run();
    bot.state.table.awaiting = { seat: "west", decision: "roll", card: "" };
    await bot.challenge();
    const [room] = bot.botRooms.matches;
    bot.state.n += 1;
    room?.patch(bot.state);
    const offer = { id: "o1", what: "draw", by: "west", accepted: ["west"], asked: ["east"], until: 9e15 };
    bot.state.details = JSON.stringify({ offer });
    room?.patch(bot.state);
    await until(() => expect(room?.requests).toContainEqual({ type: "accept", payload: { id: "o1" } }));
  });

  it("leaves a match that is over, and has room for another", async () => {
    const bot = await run({ atOnce: 1 });
    bot.state.table.awaiting = { seat: "west", decision: "roll", card: "" };
    await bot.challenge();
    end(bot.state);
    const [room] = bot.botRooms.matches;
    await until(() => {
      room?.patch(bot.state);
      room?.message("entry", [1, "west"]);
      expect(room?.left).toBe(true);
    });
    await bot.challenge({ id: "c2" });
    expect(bot.botRooms.bot?.requests).toEqual([]);
  });

  it("leaves all its matches when its signal is aborted, and takes its seats again as another program", async () => {
    const bot = await run();
    bot.state.table.awaiting = { seat: "west", decision: "roll", card: "" };
    await bot.challenge();
    bot.stop.abort();
    await until(() => expect(bot.botRooms.matches[0]?.left).toBe(true));
    expect(bot.challenges.connection).toBe("gone");
    const next = await run({}, bot.stores);
    expect(next.requests.map(({ body }) => body)).toContainEqual({ token: "east-1" });
    await until(() => expect(next.commands()[0]).toMatchObject({ payload: { command: ROLL } }));
  });
});
