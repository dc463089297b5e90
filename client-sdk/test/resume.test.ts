import { describe, expect, it, vi } from "vitest";
import { CLOSE, memoryStore, type SeatStore } from "../src/index.ts";
import type { FlowerWarState, SeatReservation } from "../src/protocol.ts";
import { fakeHost } from "./support/fake-host.ts";
import { end, fakeState, TICKET } from "./support/fake-match.ts";

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { interval: 1, timeout: 2000 });

const EAST = {
  server: "http://host.test:2567",
  match: "m1",
  code: "4F7K",
  game: "flower-war",
  seat: "east",
  token: "east-1",
};

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

interface Wish {
  readonly store?: SeatStore;
  /** Whether each match that the server knows is over, by id. */
  readonly over?: Readonly<Record<string, boolean>>;
  readonly ticket?: SeatReservation;
  readonly state?: FlowerWarState;
  /** The answer to whoever asks for a seat. */
  readonly seats?: () => Answer | Promise<Answer>;
}

/** A host whose server holds the matches of these ids, and gives east's ticket to whoever asks for one. */
function hostWith({
  store = memoryStore(),
  over = {},
  ticket = TICKET,
  state = fakeState(),
  seats = () => ({ body: ticket }),
}: Wish = {}) {
  const fake = fakeHost(
    (request) => {
      if (request.body !== null) return seats();
      const match = request.url.split("/").at(-1) ?? "";
      const known = over[match];
      if (known === undefined) return { status: 404, body: { code: "unknown-match", message: "" } };
      return { body: { match, code: "4F7K", game: "flower-war", over: known } };
    },
    { store, resume: { delay: 1, maxDelay: 1 } },
  );
  fake.rooms.onConnect = (room) => room.patch(state);
  return { ...fake, store, state };
}

describe("the running matches of a host", () => {
  it("are those in which it took a seat, for the next program with the same store", async () => {
    const { host, store } = hostWith();
    await host.join("m1");
    const next = hostWith({ store, over: { m1: false } });
    expect(await next.host.resume()).toEqual([EAST]);
    const [mine] = await next.host.resume();
    const match = await next.host.join(mine?.match ?? "", { token: mine?.token ?? "" });
    expect(match.seat).toBe("east");
    expect(next.requests.at(-1)?.body).toEqual({ token: "east-1" });
  });

  it("are not those that it watched", async () => {
    const { host, store } = hostWith({ ticket: { ...TICKET, seat: null, token: null } });
    await host.spectate("m1");
    expect(await store.all()).toEqual([]);
  });

  it("are not those of another server", async () => {
    const { host, store } = hostWith({ over: { m1: false } });
    await store.keep({ ...EAST, game: "flower-war", server: "https://play.example" });
    expect(await host.resume()).toEqual([]);
    expect(await store.all()).toHaveLength(1);
  });

  it("are not those that are over or that the server does not know, which are forgotten", async () => {
    const { host, store } = hostWith({ over: { m1: false, m2: true } });
    const seats = ["m1", "m2", "m3"].map((match) => ({ ...EAST, game: "flower-war" as const, match }));
    for (const seat of seats) await store.keep(seat);
    expect(await host.resume()).toEqual([EAST]);
    await until(async () => expect(await store.all()).toEqual([EAST]));
  });

  it("cannot be told when the server cannot be reached, and nothing is forgotten", async () => {
    const store = memoryStore();
    await store.keep({ ...EAST, game: "flower-war" });
    const { host } = fakeHost(() => ({ status: 503, body: { code: "unavailable", message: "" } }), { store });
    await expect(host.resume()).rejects.toMatchObject({ code: "unavailable" });
    expect(await store.all()).toEqual([EAST]);
  });
});

describe("a token that is renewed", () => {
  const RENEWED = { ...TICKET, token: "east-2" };
  const NAME = expect.stringMatching(/^[A-Za-z0-9_-]{16,64}$/);
  const kept = { ...EAST, game: "flower-war" } as const;

  it("is asked for under a fresh name, and kept in the place of the other", async () => {
    const { host, store, requests } = hostWith({ seats: () => ({ body: RENEWED }) });
    await store.keep(kept);
    expect(await host.renew("m1", "east-1")).toBe("east-2");
    expect(requests).toEqual([
      { url: "http://host.test:2567/api/matches/m1/seats", body: { token: "east-1", renew: NAME } },
    ]);
    await until(async () => expect(await store.all()).toEqual([{ ...kept, token: "east-2" }]));
    await host.join("m1", { token: "east-2" });
    expect(requests.at(-1)?.body).toEqual({ token: "east-2" });
  });

  it.each([true, false])(
    "is asked for by the same name after a lost answer, in the next program with the same store too (%s)",
    async (isAnother) => {
      let lost = true;
      const seats = () =>
        lost ? { status: 503, body: { code: "unavailable", message: "" } } : { body: RENEWED };
      const first = hostWith({ seats });
      await first.store.keep(kept);
      await expect(first.host.renew("m1", "east-1")).rejects.toMatchObject({ code: "unavailable" });
      const [asked] = first.requests;
      lost = false;
      const next = isAnother ? hostWith({ store: first.store, seats }) : first;
      const match = await next.host.join("m1", { token: "east-1" });
      expect(next.requests.at(-1)).toEqual(asked);
      expect(match.token).toBe("east-2");
      await until(async () => expect(await first.store.all()).toEqual([{ ...kept, token: "east-2" }]));
    },
  );

  it("is remembered though no store keeps its seat", async () => {
    const seats = () => ({ status: 503, body: { code: "unavailable", message: "" } });
    const { host, requests } = hostWith({ seats });
    for (let i = 0; i < 2; i++) await expect(host.renew("m1", "east-1")).rejects.toThrow();
    expect(requests[1]).toEqual(requests[0]);
  });
});

describe("a seat that is kept", () => {
  it("has the newest token", async () => {
    let taken = 0;
    const seats = (): { body: SeatReservation } => ({ body: { ...TICKET, token: `east-${++taken}` } });
    const { host, store, rooms } = hostWith({ seats });
    const match = await host.join("m1");
    rooms.last.close(1006);
    await until(() => expect(match.connection).toBe("connected"));
    await until(async () => expect(await store.all()).toEqual([{ ...EAST, token: "east-2" }]));
  });

  it("keeps the token it came back with when a try that was given up is answered late", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const late = Promise.withResolvers<Answer>();
      const answers = ["east-1", late.promise, "east-3"];
      const seats = () => {
        const token = answers.shift();
        return typeof token === "string" ? { body: { ...TICKET, token } } : late.promise;
      };
      const { host, store, rooms, requests } = hostWith({ seats });
      const match = await host.join("m1");
      rooms.last.close(1006);
      await vi.waitFor(() => expect(requests).toHaveLength(2));
      await vi.advanceTimersByTimeAsync(2100);
      await vi.waitFor(() => expect(match.token).toBe("east-3"));
      late.resolve({ body: { ...TICKET, token: "east-2" } });
      await vi.advanceTimersByTimeAsync(100);
      expect(match.token).toBe("east-3");
      expect(await store.all()).toEqual([{ ...EAST, token: "east-3" }]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("stays forgotten when the match was left before it began, while the SDK was coming back", async () => {
    const state = fakeState();
    state.status = "gathering";
    const late = Promise.withResolvers<Answer>();
    const answers = [{ body: TICKET }, late.promise];
    const seats = () => answers.shift() ?? { status: 500, body: {} };
    const { host, store, rooms, requests } = hostWith({ state, seats });
    const match = await host.join("m1");
    const first = rooms.last;
    first.close(1006);
    await until(() => expect(requests).toHaveLength(2));
    await match.leave();
    late.resolve({ body: TICKET });
    await until(() => expect(rooms.last).not.toBe(first));
    await until(() => expect(rooms.last.left).toBe(true));
    expect(await store.all()).toEqual([]);
  });

  it("stays kept when the match is left while it goes on, and when another tab takes it over", async () => {
    const { host, store, rooms } = hostWith();
    await (await host.join("m1")).leave();
    await host.join("m1");
    rooms.last.close(CLOSE.replaced);
    expect(await store.all()).toEqual([EAST]);
  });

  it("is forgotten when the match is left before it began: the server gives the seat to others", async () => {
    const state = fakeState();
    state.status = "gathering";
    const { host, store } = hostWith({ state });
    const match = await host.join("m1");
    expect(await store.all()).toEqual([EAST]);
    await match.leave();
    await until(async () => expect(await store.all()).toEqual([]));
  });

  it("is forgotten when the match ends", async () => {
    const { host, store, rooms, state } = hostWith();
    const match = await host.join("m1");
    end(state);
    rooms.last.patch(state);
    rooms.last.message("entry", [1, "west"]);
    expect(match.status).toBe("over");
    await until(async () => expect(await store.all()).toEqual([]));
  });

  it.each(["bad-token", "expired-token", "unknown-match", "match-ended"])(
    "is forgotten when the server refuses its token with `%s`",
    async (code) => {
      const store = memoryStore();
      await store.keep({ ...EAST, game: "flower-war" });
      const { host } = hostWith({ store, seats: () => ({ status: 403, body: { code, message: "" } }) });
      await expect(host.join("m1", { token: "east-1" })).rejects.toMatchObject({ code });
      await until(async () => expect(await store.all()).toEqual([]));
    },
  );

  it("is not missed when the store fails: that is told on the console, and the match goes on", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const fail = async () => {
      throw new Error("disk full");
    };
    const store: SeatStore = { all: fail, keep: fail, forget: fail };
    const { host } = hostWith({ store });
    expect((await host.join("m1")).connection).toBe("connected");
    expect(await host.resume()).toEqual([]);
    expect(report).toHaveBeenCalled();
    report.mockRestore();
  });
});
