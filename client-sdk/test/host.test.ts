import type { Listing } from "@flower-war/protocol";
import { readListing } from "@flower-war/protocol/server";
import { describe, expect, it, vi } from "vitest";
import type { Random } from "../src/index.ts";
import { FlowerWar, Refusal } from "../src/index.ts";
import { fakeHost, RECONNECT_DELAY } from "./support/fake-host.ts";
import { fakeState, RESERVED_SEAT } from "./support/fake-match.ts";
import { RESERVATION } from "./support/fake-rooms.ts";

/** Makes a host whose server answers every request with east's seat. */
const RENEW = expect.stringMatching(/^[0-9a-f]{32}$/);

function seatHost(options = {}) {
  const fake = fakeHost(() => ({ body: RESERVED_SEAT }), { name: "Citlali", ...options });
  fake.rooms.onConnect = (room) => room.patch(fakeState());
  return fake;
}

describe("a host", () => {
  it("lists the server's games and finds a match, over HTTP alone", async () => {
    const listing = { game: "mexica", seats: { min: 2, max: 4, default: 4 }, options: {}, temples: true };
    const summary = { match: "abc", code: "A346", game: "mexica", over: false };
    const { host, requests, rooms } = fakeHost(({ url }) => ({
      body: url.endsWith("/api/games") ? [listing] : summary,
    }));
    expect(await host.listGames()).toEqual([listing]);
    expect(await host.findMatch(" A346 ")).toEqual(summary);
    expect(requests.map(({ url }) => url)).toEqual([
      "http://host.test:2567/api/games",
      "http://host.test:2567/api/matches/A346",
    ]);
    expect(rooms.rooms).toEqual([]);
  });

  it("reads profiles, histories and leaderboards without a connection", async () => {
    const { host, requests, rooms } = fakeHost(() => ({ body: { matches: [], next: null } }));
    expect(await host.history("V1StGXR8Z5jd")).toEqual({ matches: [], next: null });
    await host.history("V1StGXR8Z5jd", { before: "2000-m1", limit: 5 });
    await host.profile("../me");
    await host.leaderboard("tieqchieq");
    await host.leaderboard("mexica", 3);
    expect(requests.map(({ url }) => url.split("2567")[1])).toEqual([
      "/api/players/V1StGXR8Z5jd/matches",
      "/api/players/V1StGXR8Z5jd/matches?before=2000-m1&limit=5",
      "/api/players/..%2Fme",
      "/api/leaderboard?game=tieqchieq&page=1",
      "/api/leaderboard?game=mexica&page=3",
    ]);
    expect(rooms.rooms).toEqual([]);
  });

  it("creates a match under its name, and takes a seat in it", async () => {
    const { host, requests, rooms } = seatHost();
    const match = await host.create({
      game: "flower-war",
      options: { rackSize: 6 },
      seats: 4,
      bots: 1,
      private: true,
    });
    expect(match.seat).toBe("east");
    expect(rooms.last.reservation).toEqual(RESERVATION);
    expect(requests).toEqual([
      {
        url: "http://host.test:2567/api/matches",
        body: {
          game: "flower-war",
          options: { rackSize: 6 },
          seats: 4,
          bots: 1,
          private: true,
          name: "Citlali",
        },
      },
    ]);
  });

  it.each([
    ["an open seat", {}, "seats", { name: "Citlali", renew: RENEW }],
    ["a preferred seat", { seat: "west" }, "seats", { name: "Citlali", seat: "west", renew: RENEW }],
    ["a seat under another name", { name: "Izel" }, "seats", { name: "Izel", renew: RENEW }],
    ["its own seat", { token: "t", seat: "west", name: "Izel" }, "seats?again", { token: "t" }],
  ])("joins %s", async (_, options, path, body) => {
    const { host, requests } = seatHost();
    await host.join(" 4F7K ", options);
    expect(requests).toEqual([{ url: `http://host.test:2567/api/matches/4F7K/${path}`, body }]);
  });

  describe("takes a seat without a token", () => {
    /** Answers each request for a seat with the next of these. */
    const answering = (...answers: readonly (string | Refusal | null)[]) => {
      const left = [...answers];
      const made = fakeHost(({ url }) => {
        if (!url.includes("/seats")) return { status: 404, body: { code: "unknown-player", message: "" } };
        const refusal = left.shift() ?? null;
        if (refusal === "lost") throw new TypeError("no answer");
        if (refusal !== null) return { status: 400, body: refusal };
        return { body: RESERVED_SEAT };
      });
      made.rooms.onConnect = (room) => room.patch(fakeState());
      const bodies = () => made.requests.filter(({ url }) => url.includes("/seats")).map(({ body }) => body);
      return { ...made, bodies };
    };

    it("of its own with a value that stays the same until the server has answered", async () => {
      const { host, bodies } = answering("lost", "lost");
      for (let i = 0; i < 2; i++) await expect(host.join("m1", { own: true })).rejects.toThrow();
      await host.join("m1", { own: true });
      await host.join("m1", { own: true, seat: "west" });
      const [first, ...others] = bodies();
      expect(first).toEqual({ own: true, renew: RENEW });
      expect(others.slice(0, 2)).toEqual([first, first]);
      expect(others[2]).toEqual({ own: true, seat: "west", renew: RENEW });
      expect(others[2]).not.toMatchObject({ renew: (first as { renew: string }).renew });
    });

    it("that is new with another value in each request, unless one had no answer", async () => {
      const { host, bodies } = answering("lost");
      await expect(host.join("m1")).rejects.toThrow();
      await Promise.all([host.join("m1"), host.join("m1")]);
      const values = bodies().map((body) => (body as { renew: string }).renew);
      expect(values[1]).toBe(values[0]);
      expect(values[2]).not.toBe(values[0]);
    });

    it("of its own again, if another device has taken it since the answer was lost", async () => {
      const { host, bodies } = answering("lost", new Refusal({ code: "bad-token", message: "" }));
      await expect(host.join("m1", { own: true })).rejects.toThrow();
      await host.join("m1", { own: true });
      const values = bodies().map((body) => (body as { renew: string }).renew);
      expect(values[1]).toBe(values[0]);
      expect(values[2]).not.toBe(values[0]);
    });

    it("from an older server, which knows no such value", async () => {
      const refusal = new Refusal({ code: "bad-request", message: "", field: "renew" });
      const { host, bodies } = answering(refusal);
      await host.join("m1", { own: true });
      expect(bodies()).toEqual([{ own: true, renew: RENEW }, { own: true }]);
    });

    it("of its own not, if it has none: the refusal is passed on", async () => {
      const { host, bodies } = answering(new Refusal({ code: "bad-token", message: "" }));
      await expect(host.join("m1", { own: true })).rejects.toMatchObject({ code: "bad-token" });
      expect(bodies()).toHaveLength(1);
    });
  });

  it("encodes an id, whatever it is, as one segment of the path", async () => {
    const { host, requests } = seatHost();
    await host.join("../../etc?x=1#y");
    expect(requests[0]?.url).toBe("http://host.test:2567/api/matches/..%2F..%2Fetc%3Fx%3D1%23y/seats");
  });

  it("watches a match", async () => {
    const { host, requests } = seatHost();
    await host.spectate("m1");
    expect(requests[0]?.body).toEqual({ spectate: true });
  });

  it("takes a seat by quick play", async () => {
    const { host, requests } = seatHost();
    await host.quickPlay({ game: "flower-war" });
    expect(requests).toEqual([
      { url: "http://host.test:2567/api/quick-play", body: { game: "flower-war", name: "Citlali" } },
    ]);
  });

  it("downloads the record of a match as it is", async () => {
    const sent: unknown[] = [];
    const host = new FlowerWar("http://host.test:2567", {
      fetch: async (url, { method, body }) => {
        sent.push({ url, method, body });
        return new Response("{}\n{}\n");
      },
    });
    expect(await host.record(" 4F7K ")).toBe("{}\n{}\n");
    expect(sent).toEqual([
      { url: "http://host.test:2567/api/matches/4F7K/record", method: "GET", body: undefined },
    ]);
  });

  it("passes on the refusal of a record", async () => {
    const { host } = fakeHost(() => ({ status: 409, body: { code: "match-not-over", message: "" } }));
    await expect(host.record("m1")).rejects.toMatchObject({ name: "Refusal", code: "match-not-over" });
  });

  it("takes an address with a path", async () => {
    const urls: string[] = [];
    const host = new FlowerWar("https://play.example/war/", {
      fetch: async (url) => {
        urls.push(url);
        return Response.json({ code: "unknown-match", message: "" }, { status: 404 });
      },
    });
    await expect(host.join("4F7K")).rejects.toMatchObject({ code: "unknown-match" });
    expect(urls).toEqual(["https://play.example/war/api/matches/4F7K/seats"]);
  });

  it("refuses a match of an unknown game with `unknown-game`", async () => {
    const { host } = fakeHost(() => ({ body: { ...RESERVED_SEAT, game: "patolli" } }));
    await expect(host.join("4F7K")).rejects.toMatchObject({ code: "unknown-game" });
  });

  it("reserves its seat once more when its reservation is no longer valid", async () => {
    const { host, rooms, requests } = seatHost();
    rooms.onConnect = (room, attempt) => {
      if (attempt === 1) throw new Refusal({ code: "unreachable", message: "" });
      room.patch(fakeState());
    };
    expect((await host.join("4F7K")).connection).toBe("connected");
    const url = "http://host.test:2567/api/matches";
    expect(requests).toEqual([
      { url: `${url}/4F7K/seats`, body: { name: "Citlali", renew: RENEW } },
      { url: `${url}/m1/seats?again`, body: { token: "east-1" } },
    ]);
  });

  it("waits for an answer as long as its `timeout`, on its `time`", async () => {
    const { host, time } = fakeHost(() => new Promise(() => {}), { timeout: 3000 });
    const settled = vi.fn();
    const joining = expect(host.join("4F7K").finally(settled)).rejects.toMatchObject({ code: "timeout" });
    await time.pass(2999);
    expect(settled).not.toHaveBeenCalled();
    await time.pass(1);
    await joining;
  });

  it("draws its ids from its `random`", async () => {
    const random: Random = { bytes: (count) => new Uint8Array(count).fill(0xab), fraction: () => 0 };
    const { host, rooms } = seatHost({ random });
    await (await host.create({ game: "flower-war" })).send({ type: "roll" });
    expect(rooms.last.requests).toMatchObject([{ payload: { id: "ab".repeat(16) } }]);
  });

  it("passes a refusal to connect on", async () => {
    const { host, rooms } = seatHost();
    rooms.onConnect = () => {
      throw new Refusal({ code: "unreachable", message: "" });
    };
    await expect(host.join("4F7K")).rejects.toMatchObject({ name: "Refusal", code: "unreachable" });
  });
});

const listing = readListing({
  id: "m1",
  code: "4F7K",
  game: "flower-war",
  status: "gathering",
  seats: 4,
  open: 2,
  host: "Citlali",
  preset: "flower-war",
  speed: "relaxed",
  people: ["Citlali", "Ben"],
  createdAt: 1,
});

async function lobbyOf(...listings: Listing[]) {
  const { host, rooms, requests, time } = fakeHost(() => ({ body: { ...RESERVATION, name: "lobby" } }));
  const matches = new Map(listings.map((entry) => [entry.id, entry]));
  rooms.onConnect = (room) => room.patch({ matches, total: matches.size, page: 1, pages: 1 });
  return { lobby: await host.lobby(), rooms, requests, matches, time };
}

describe("a lobby", () => {
  it("lists matches as plain values, the same array until the next change", async () => {
    const { lobby, requests, rooms } = await lobbyOf(listing);
    expect(requests[0]?.url).toBe("http://host.test:2567/api/lobby");
    expect(rooms.last.reservation.name).toBe("lobby");
    expect(lobby.matches).toEqual([listing]);
    expect(lobby.matches).toBe(lobby.matches);
  });

  it("shows the page of the filter that it was opened with, and says how many there are", async () => {
    const { host, rooms, requests } = fakeHost(() => ({ body: { ...RESERVATION, name: "lobby" } }));
    const newer = { ...listing, id: "m2", createdAt: 2 };
    const matches = new Map([listing, newer].map((entry) => [entry.id, entry]));
    rooms.onConnect = (room) => room.patch({ matches, total: 42, page: 3, pages: 3 });
    const lobby = await host.lobby({ game: "flower-war", free: 2, page: 3 });
    expect(requests[0]?.body).toEqual({ game: "flower-war", free: 2, page: 3 });
    expect(lobby).toMatchObject({ matches: [newer, listing], total: 42, page: 3, pages: 3 });
  });

  it("can be read without a connection", async () => {
    const page = { tables: [listing], total: 1, page: 1, pages: 1 };
    const { host, requests } = fakeHost(() => ({ body: page }));
    expect(await host.listTables({ preset: "short-evening", temple: true, language: "es" })).toEqual(page);
    await host.listTables();
    expect(requests.map(({ url }) => url.split("2567")[1])).toEqual([
      "/api/lobby?preset=short-evening&temple=true&language=es",
      "/api/lobby",
    ]);
  });

  it("calls `change` when its list changes", async () => {
    const { lobby, rooms, matches } = await lobbyOf(listing);
    const seen: number[] = [];
    const stop = lobby.on("change", () => seen.push(lobby.matches.length));
    matches.set("m2", { ...listing, id: "m2" });
    rooms.last.patch({ matches });
    stop();
    matches.clear();
    rooms.last.patch({ matches });
    expect(seen).toEqual([2]);
    expect(lobby.matches).toEqual([]);
  });

  it("reconnects after a drop with a new reservation", async () => {
    const { lobby, rooms, requests, time } = await lobbyOf(listing);
    const resumed = vi.fn();
    lobby.on("resumed", resumed);
    rooms.last.close(1006);
    expect(lobby.matches).toEqual([listing]);
    await time.pass(RECONNECT_DELAY);
    expect(resumed).toHaveBeenCalledOnce();
    expect(requests).toHaveLength(2);
  });

  it("leaves", async () => {
    const { lobby, rooms } = await lobbyOf();
    await lobby.leave();
    expect(rooms.last.left).toBe(true);
    expect(lobby.connection).toBe("gone");
  });
});
