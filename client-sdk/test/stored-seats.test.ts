import type { SeatReservation } from "@flower-war/protocol";
import type { SyncedFlowerWar } from "@flower-war/protocol/flower-war";
import { describe, expect, it, vi } from "vitest";
import { CLOSE, memoryStore, type SeatStore, type StoredSeat } from "../src/index.ts";
import { type FakeAnswer, fakeHost, RECONNECT_DELAY } from "./support/fake-host.ts";
import { end, fakeState, RESERVED_SEAT } from "./support/fake-match.ts";

const EAST: StoredSeat = {
  server: "http://host.test:2567",
  match: "m1",
  code: "4F7K",
  game: "flower-war",
  seat: "east",
  token: "east-1",
};

interface Options {
  readonly store?: SeatStore;
  /** The matches that the server knows, by id: whether each is over. */
  readonly over?: Readonly<Record<string, boolean>>;
  readonly reserved?: SeatReservation;
  readonly state?: SyncedFlowerWar;
  /** Answers every request for a seat. Default: with `reserved`. */
  readonly seats?: () => FakeAnswer | Promise<FakeAnswer>;
}

/** Makes a host whose server has these matches, and gives east's seat to every client. */
function hostWith({
  store = memoryStore(),
  over = {},
  reserved = RESERVED_SEAT,
  state = fakeState(),
  seats = () => ({ body: reserved }),
}: Options = {}) {
  const fake = fakeHost(
    (request) => {
      if (request.body !== null) return seats();
      const match = request.url.split("/").at(-1) ?? "";
      const known = over[match];
      if (known === undefined) return { status: 404, body: { code: "unknown-match", message: "" } };
      return { body: { match, code: "4F7K", game: "flower-war", over: known } };
    },
    { store },
  );
  fake.rooms.onConnect = (room) => room.patch(state);
  return { ...fake, store, state };
}

describe("host.resume", () => {
  it("lists the running matches in which a program with the same store took a seat", async () => {
    const { host, store } = hostWith();
    await host.join("m1");
    const next = hostWith({ store, over: { m1: false } });
    expect(await next.host.resume()).toEqual([EAST]);
    const [stored] = await next.host.resume();
    const match = await next.host.join(stored?.match ?? "", { token: stored?.token ?? "" });
    expect(match.seat).toBe("east");
    expect(next.requests.at(-1)?.body).toEqual({ token: "east-1" });
  });

  it("does not list matches that were watched", async () => {
    const { host, store } = hostWith({ reserved: { ...RESERVED_SEAT, seat: null, token: null } });
    await host.spectate("m1");
    expect(await store.list()).toEqual([]);
  });

  it("does not list matches of another server", async () => {
    const { host, store } = hostWith({ over: { m1: false } });
    await store.save({ ...EAST, server: "https://play.example" });
    expect(await host.resume()).toEqual([]);
    expect(await store.list()).toHaveLength(1);
  });

  it("deletes seats in matches that are over or that the server does not know", async () => {
    const { host, store, time } = hostWith({ over: { m1: false, m2: true } });
    for (const match of ["m1", "m2", "m3"]) await store.save({ ...EAST, match });
    expect(await host.resume()).toEqual([EAST]);
    await time.pass(0);
    expect(await store.list()).toEqual([EAST]);
  });

  it("rejects and deletes nothing when the server cannot be reached", async () => {
    const store = memoryStore();
    await store.save(EAST);
    const { host } = fakeHost(() => ({ status: 503, body: { code: "unavailable", message: "" } }), { store });
    await expect(host.resume()).rejects.toMatchObject({ code: "unavailable" });
    expect(await store.list()).toEqual([EAST]);
  });
});

describe("host.renew", () => {
  const RENEWED = { ...RESERVED_SEAT, token: "east-2" };
  const VALUE = expect.stringMatching(/^[A-Za-z0-9_-]{16,64}$/);

  it("requests a new token under a fresh random value, and stores it in place of the old one", async () => {
    const { host, store, requests, time } = hostWith({ seats: () => ({ body: RENEWED }) });
    await store.save(EAST);
    expect(await host.renew("m1", "east-1")).toBe("east-2");
    expect(requests).toEqual([
      { url: "http://host.test:2567/api/matches/m1/seats?again", body: { token: "east-1", renew: VALUE } },
    ]);
    await time.pass(0);
    expect(await store.list()).toEqual([{ ...EAST, token: "east-2" }]);
    await host.join("m1", { token: "east-2" });
    expect(requests.at(-1)?.body).toEqual({ token: "east-2" });
  });

  it.each([
    ["the same program", false],
    ["the next program with the same store", true],
  ])("uses the same value again after a lost answer, in %s", async (_, isAnotherProgram) => {
    let lost = true;
    const seats = () =>
      lost ? { status: 503, body: { code: "unavailable", message: "" } } : { body: RENEWED };
    const first = hostWith({ seats });
    await first.store.save(EAST);
    await expect(first.host.renew("m1", "east-1")).rejects.toMatchObject({ code: "unavailable" });
    const [request] = first.requests;
    lost = false;
    const next = isAnotherProgram ? hostWith({ store: first.store, seats }) : first;
    const match = await next.host.join("m1", { token: "east-1" });
    expect(next.requests.at(-1)).toEqual(request);
    expect(match.token).toBe("east-2");
    await next.time.pass(0);
    expect(await first.store.list()).toEqual([{ ...EAST, token: "east-2" }]);
  });

  it("uses the same value again though the seat is in no store", async () => {
    const seats = () => ({ status: 503, body: { code: "unavailable", message: "" } });
    const { host, requests } = hostWith({ seats });
    for (let i = 0; i < 2; i++) await expect(host.renew("m1", "east-1")).rejects.toThrow();
    expect(requests[1]).toEqual(requests[0]);
  });
});

describe("a stored seat", () => {
  it("has the newest token", async () => {
    let taken = 0;
    const seats = () => ({ body: { ...RESERVED_SEAT, token: `east-${++taken}` } });
    const { host, store, rooms, time } = hostWith({ seats });
    const match = await host.join("m1");
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(match.connection).toBe("connected");
    expect(await store.list()).toEqual([{ ...EAST, token: "east-2" }]);
  });

  it("has the token of the attempt that succeeded when an abandoned attempt is answered late", async () => {
    const late = Promise.withResolvers<FakeAnswer>();
    const answers = ["east-1", late.promise, "east-3"];
    const seats = () => {
      const token = answers.shift();
      return typeof token === "string" ? { body: { ...RESERVED_SEAT, token } } : late.promise;
    };
    const { host, store, rooms, requests, time } = hostWith({ seats });
    const match = await host.join("m1");
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(requests).toHaveLength(2);
    await time.pass(2500);
    expect(match.token).toBe("east-3");
    late.resolve({ body: { ...RESERVED_SEAT, token: "east-2" } });
    await time.pass(100);
    expect(match.token).toBe("east-3");
    expect(await store.list()).toEqual([{ ...EAST, token: "east-3" }]);
  });

  it("stays deleted when the match is left before it begins, while the SDK reconnects", async () => {
    const state = fakeState();
    state.status = "gathering";
    const late = Promise.withResolvers<FakeAnswer>();
    const answers = [{ body: RESERVED_SEAT }, late.promise];
    const seats = () => answers.shift() ?? { status: 500, body: {} };
    const { host, store, rooms, requests, time } = hostWith({ state, seats });
    const match = await host.join("m1");
    const first = rooms.last;
    first.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(requests).toHaveLength(2);
    await match.leave();
    late.resolve({ body: RESERVED_SEAT });
    await time.pass(0);
    expect(rooms.last).not.toBe(first);
    expect(rooms.last.left).toBe(true);
    expect(await store.list()).toEqual([]);
  });

  it("stays when the match is left while it is playing, and when another tab takes the seat", async () => {
    const { host, store, rooms, time } = hostWith();
    await (await host.join("m1")).leave();
    await host.join("m1");
    rooms.last.close(CLOSE.replaced);
    await time.pass(RECONNECT_DELAY);
    expect(await store.list()).toEqual([EAST]);
  });

  it("is deleted when the match is left before it begins: the server gives the seat to others", async () => {
    const state = fakeState();
    state.status = "gathering";
    const { host, store, time } = hostWith({ state });
    const match = await host.join("m1");
    expect(await store.list()).toEqual([EAST]);
    await match.leave();
    await time.pass(0);
    expect(await store.list()).toEqual([]);
  });

  it("is deleted when the match ends", async () => {
    const { host, store, rooms, state, time } = hostWith();
    const match = await host.join("m1");
    end(state);
    rooms.last.patch(state);
    rooms.last.message("entry", [1, "west"]);
    expect(match.status).toBe("over");
    await time.pass(0);
    expect(await store.list()).toEqual([]);
  });

  it.each(["bad-token", "expired-token", "unknown-match", "match-ended"])(
    "is deleted when the server refuses its token with `%s`",
    async (code) => {
      const store = memoryStore();
      await store.save(EAST);
      const { host, time } = hostWith({ store, seats: () => ({ status: 403, body: { code, message: "" } }) });
      await expect(host.join("m1", { token: "east-1" })).rejects.toMatchObject({ code });
      await time.pass(0);
      expect(await store.list()).toEqual([]);
    },
  );

  it("is optional: if the store fails, the error is reported on the console and the match goes on", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const failure = new Error("disk full");
    const fail = async () => {
      throw failure;
    };
    const store: SeatStore = { list: fail, save: fail, delete: fail };
    const { host } = hostWith({ store });
    expect((await host.join("m1")).connection).toBe("connected");
    expect(await host.resume()).toEqual([]);
    expect(report).toHaveBeenCalledWith("seat store failed", failure);
    report.mockRestore();
  });
});
