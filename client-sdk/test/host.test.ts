import { describe, expect, it, vi } from "vitest";
import { FlowerWar, Refusal } from "../src/index.ts";
import type { Listing } from "../src/protocol.ts";
import { fakeHost } from "./support/fake-host.ts";
import { fakeState, TICKET } from "./support/fake-match.ts";
import { RESERVATION } from "./support/fake-rooms.ts";

/** A host that gives every request east's ticket. */
function ticketHost(options = {}) {
  const fake = fakeHost(() => ({ body: TICKET }), { name: "Citlali", ...options });
  fake.rooms.onConnect = (room) => room.patch(fakeState());
  return fake;
}

describe("a host", () => {
  it("creates a match under its name, and sits in it", async () => {
    const { host, requests, rooms } = ticketHost();
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
    ["an open seat", {}, { name: "Citlali" }],
    ["a seat wished for", { seat: "west" }, { name: "Citlali", seat: "west" }],
    ["a seat under another name", { name: "Izel" }, { name: "Izel" }],
    ["its own seat", { token: "t", seat: "west", name: "Izel" }, { token: "t" }],
  ])("joins %s", async (_, options, body) => {
    const { host, requests } = ticketHost();
    await host.join(" 4F7K ", options);
    expect(requests).toEqual([{ url: "http://host.test:2567/api/matches/4F7K/seats", body }]);
  });

  it("keeps whatever is given as an id inside its place in the path", async () => {
    const { host, requests } = ticketHost();
    await host.join("../../etc?x=1#y");
    expect(requests[0]?.url).toBe("http://host.test:2567/api/matches/..%2F..%2Fetc%3Fx%3D1%23y/seats");
  });

  it("watches a match", async () => {
    const { host, requests } = ticketHost();
    await host.spectate("m1");
    expect(requests[0]?.body).toEqual({ spectate: true });
  });

  it("plays quickly", async () => {
    const { host, requests } = ticketHost();
    await host.quickPlay({ game: "flower-war" });
    expect(requests).toEqual([
      { url: "http://host.test:2567/api/quick-play", body: { game: "flower-war", name: "Citlali" } },
    ]);
  });

  it("downloads the record of a match as it is", async () => {
    const asked: unknown[] = [];
    const host = new FlowerWar("http://host.test:2567", {
      fetch: async (url, { method, body }) => {
        asked.push({ url, method, body });
        return new Response("{}\n{}\n");
      },
    });
    expect(await host.record(" 4F7K ")).toBe("{}\n{}\n");
    expect(asked).toEqual([
      { url: "http://host.test:2567/api/matches/4F7K/record", method: "GET", body: undefined },
    ]);
  });

  it("passes on why there is no record", async () => {
    const { host } = fakeHost(() => ({ status: 409, body: { code: "match-not-over", message: "" } }));
    await expect(host.record("m1")).rejects.toMatchObject({ name: "Refusal", code: "match-not-over" });
  });

  it("lives below a path too", async () => {
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

  it("refuses a match of a game that it does not know with `unknown-game`", async () => {
    const { host } = fakeHost(() => ({ body: { ...TICKET, game: "patolli" } }));
    await expect(host.join("4F7K")).rejects.toMatchObject({ code: "unknown-game" });
  });

  it("reserves its seat once more when what it reserved is worth nothing any more", async () => {
    const { host, rooms, requests } = ticketHost();
    rooms.onConnect = (room, attempt) => {
      if (attempt === 1) throw new Refusal({ code: "unreachable", message: "" });
      room.patch(fakeState());
    };
    expect((await host.join("4F7K")).connection).toBe("connected");
    const url = "http://host.test:2567/api/matches";
    expect(requests).toEqual([
      { url: `${url}/4F7K/seats`, body: { name: "Citlali" } },
      { url: `${url}/m1/seats`, body: { token: "east-1" } },
    ]);
  });

  it("passes a refusal to connect on", async () => {
    const { host, rooms } = ticketHost();
    rooms.onConnect = () => {
      throw new Refusal({ code: "unreachable", message: "" });
    };
    await expect(host.join("4F7K")).rejects.toMatchObject({ name: "Refusal", code: "unreachable" });
  });
});

const listing: Listing = {
  id: "m1",
  code: "4F7K",
  game: "flower-war",
  status: "gathering",
  seats: 4,
  open: 2,
  host: "Citlali",
};

async function lobbyOf(...listings: Listing[]) {
  const { host, rooms, requests } = fakeHost(() => ({ body: { ...RESERVATION, name: "lobby" } }), {
    resume: { delay: 1, maxDelay: 1 },
  });
  const matches = new Map(listings.map((entry) => [entry.id, entry]));
  rooms.onConnect = (room) => room.patch({ matches });
  return { lobby: await host.lobby(), rooms, requests, matches };
}

describe("a lobby", () => {
  it("lists matches as plain values, one list until the next change", async () => {
    const { lobby, requests, rooms } = await lobbyOf(listing);
    expect(requests[0]?.url).toBe("http://host.test:2567/api/lobby");
    expect(rooms.last.reservation.name).toBe("lobby");
    expect(lobby.matches).toEqual([listing]);
    expect(lobby.matches).toBe(lobby.matches);
  });

  it("is live", async () => {
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

  it("comes back after a drop by a new reservation", async () => {
    const { lobby, rooms, requests } = await lobbyOf(listing);
    const resumed = vi.fn();
    lobby.on("resumed", resumed);
    rooms.last.close(1006);
    expect(lobby.matches).toEqual([listing]);
    await vi.waitFor(() => expect(resumed).toHaveBeenCalledOnce(), { interval: 1 });
    expect(requests).toHaveLength(2);
  });

  it("leaves", async () => {
    const { lobby, rooms } = await lobbyOf();
    await lobby.leave();
    expect(rooms.last.left).toBe(true);
    expect(lobby.connection).toBe("gone");
  });
});
