import type { Player } from "@flower-war/protocol/players";
import { describe, expect, it, vi } from "vitest";
import type { Fetch, FetchInit } from "../src/http.ts";
import {
  FlowerWar,
  type FlowerWarOptions,
  memoryPlayerStore,
  type PlayerStore,
  type StoredPlayer,
  webPlayerStore,
} from "../src/index.ts";
import { fakeState, RESERVED_SEAT } from "./support/fake-match.ts";
import { FakeRooms } from "./support/fake-rooms.ts";
import { fakeStorage } from "./support/fake-storage.ts";

const SERVER = "http://host.test:2567";
const NO_MATCHES = { running: [], matches: [], next: null };

/** A server that knows players by their tokens, and notes what it was asked, as `GET /api/players/me as t1`. */
class FakeServer {
  readonly players = new Map<string, Player>();
  readonly requests: string[] = [];
  /** Refuses new players. */
  isFull = false;
  #count = 0;

  readonly fetch: Fetch = async (url, init) => {
    const token = init.headers["authorization"]?.replace("Bearer ", "");
    const path = url.replace(SERVER, "");
    this.requests.push(`${init.method} ${path}${token === undefined ? "" : ` as ${token}`}`);
    const [status, body] = this.#answer(path, init, token);
    return Response.json(body, { status });
  };

  #answer(
    path: string,
    { method, body, headers: sent }: FetchInit,
    token: string | undefined,
  ): [number, unknown] {
    const headers = Object.fromEntries(
      Object.entries(sent).map(([key, value]) => [key.toLowerCase(), value]),
    );
    const { name } = (body === undefined ? {} : JSON.parse(body)) as { name: string };
    if (path === "/api/players") {
      if (this.isFull) return [429, { code: "too-many-players", message: "", wait: 1 }];
      return [201, this.#issue({ id: `p${++this.#count}`, name, kind: "guest", token: "" })];
    }
    const player = this.players.get(token ?? "");
    if (token !== undefined && !player) {
      return [403, { code: "bad-token", message: "", field: "authorization" }];
    }
    if (!path.startsWith("/api/players/me")) return [200, RESERVED_SEAT];
    if (!player) return [401, { code: "unauthorized", message: "" }];
    if (path === "/api/players/me/proofs") return [201, { proof: "proof" }];
    if (path === "/api/players/me/recovery-codes" && headers["flower-war-proof"] === undefined)
      return [403, { code: "proof-required", message: "" }];
    if (path === "/api/players/me/tokens") return [200, this.#replace(player)];
    if (path.startsWith("/api/players/me/matches")) return [200, NO_MATCHES];
    if (path !== "/api/players/me") return [200, {}];
    if (method === "DELETE") this.players.delete(player.token);
    return [200, method === "DELETE" ? {} : this.#issue(method === "PATCH" ? { ...player, name } : player)];
  }

  /** Issues a token that is the player's only one. */
  #replace(player: Player): Player {
    const issued = this.#issue(player);
    for (const { id, token } of this.players.values()) {
      if (id === player.id && token !== issued.token) this.players.delete(token);
    }
    return issued;
  }

  #issue(player: Player): Player {
    const issued = { ...player, token: `t${this.players.size + 1}` };
    this.players.set(issued.token, issued);
    return issued;
  }
}

/** Makes a program that uses the server; several may share a store. */
function programOf(server: FakeServer, options: FlowerWarOptions = {}): FlowerWar {
  const rooms = new FakeRooms();
  rooms.onConnect = (room) => room.patch(fakeState());
  return new FlowerWar(SERVER, { fetch: server.fetch, connect: rooms.connect, name: "Citlali", ...options });
}

describe("a host's player", () => {
  it("is a guest with the host's name, created once, whose token is renewed by each program once", async () => {
    const server = new FakeServer();
    const playerStore = memoryPlayerStore();
    const first = programOf(server, { playerStore });
    const player = await (await first.identity()).player();
    expect(player).toEqual({ id: "p1", name: "Citlali", kind: "guest" });
    expect(await (await first.identity()).player()).toEqual(player);
    expect(server.requests).toEqual(["POST /api/players"]);
    const second = programOf(server, { playerStore });
    expect(await (await second.identity()).player()).toEqual(player);
    expect(await (await second.identity()).player()).toEqual(player);
    expect(server.requests).toEqual(["POST /api/players", "GET /api/players/me as t1"]);
    expect((await playerStore.load(SERVER))?.token).toBe("t2");
  });

  it("lists its own matches, and none without a player", async () => {
    const server = new FakeServer();
    const host = programOf(server);
    await expect(host.myMatches()).rejects.toMatchObject({ code: "unauthorized" });
    await (await host.identity()).player();
    expect(await host.myMatches()).toEqual(NO_MATCHES);
    await host.myMatches({ before: "2000-m1", limit: 5 });
    expect(server.requests.slice(2)).toEqual([
      "GET /api/players/me/matches as t1",
      "GET /api/players/me/matches?before=2000-m1&limit=5 as t1",
    ]);
  });

  it("is one, also if it is asked for twice at once", async () => {
    const server = new FakeServer();
    const host = programOf(server);
    const [one, other] = await Promise.all([
      (await host.identity()).player(),
      (await host.identity()).rename("Xoco"),
    ]);
    expect([one.id, other]).toEqual(["p1", { id: "p1", name: "Xoco", kind: "guest" }]);
  });

  it("is one for two programs that ask at once and can lock each other out", async () => {
    const server = new FakeServer();
    let last: Promise<unknown> = Promise.resolve();
    const lock: PlayerStore["lock"] = (_, task) => {
      const result = last.then(task);
      last = result;
      return result;
    };
    const playerStore = { ...memoryPlayerStore(), lock };
    const players = await Promise.all(
      [1, 2].map(async () => (await programOf(server, { playerStore }).identity()).player()),
    );
    expect(players.map(({ id }) => id)).toEqual(["p1", "p1"]);
    expect(server.requests.filter((request) => request === "POST /api/players")).toHaveLength(1);
  });

  it("is one for two programs that ask at once and cannot: the later guest is deleted", async () => {
    const server = new FakeServer();
    const playerStore = memoryPlayerStore();
    const players = await Promise.all(
      [1, 2].map(async () => (await programOf(server, { playerStore }).identity()).player()),
    );
    expect(new Set(players.map(({ id }) => id)).size).toBe(1);
    expect([...server.players.values()].map(({ id }) => id)).toEqual([players[0]?.id]);
  });

  it("keeps a new name", async () => {
    const server = new FakeServer();
    const playerStore = memoryPlayerStore();
    await (await programOf(server, { playerStore }).identity()).player();
    await (await programOf(server, { playerStore }).identity()).rename("Xoco");
    expect(await (await programOf(server, { playerStore }).identity()).player()).toMatchObject({
      id: "p1",
      name: "Xoco",
    });
  });

  it("is a new guest if the server does not know the stored one any more", async () => {
    const server = new FakeServer();
    const playerStore = memoryPlayerStore();
    await (await programOf(server, { playerStore }).identity()).player();
    server.players.clear();
    expect((await (await programOf(server, { playerStore }).identity()).player()).id).toBe("p2");
    server.players.clear();
    expect(await (await programOf(server, { playerStore }).identity()).rename("Xoco")).toMatchObject({
      id: "p3",
      name: "Xoco",
    });
  });

  it("is kept while the server does not answer", async () => {
    const server = new FakeServer();
    const playerStore = memoryPlayerStore();
    await (await programOf(server, { playerStore }).identity()).player();
    const fetch: Fetch = async () => Response.json({ code: "unavailable", message: "" }, { status: 503 });
    const host = new FlowerWar(SERVER, { fetch, playerStore });
    await expect((await host.identity()).player()).rejects.toMatchObject({ code: "unavailable" });
    await expect((await host.identity()).delete()).rejects.toMatchObject({ code: "unavailable" });
    expect((await playerStore.load(SERVER))?.id).toBe("p1");
  });

  it("is signed out everywhere else, and goes on here with a new token", async () => {
    const server = new FakeServer();
    const [here, elsewhere] = [memoryPlayerStore(), memoryPlayerStore()];
    const host = programOf(server, { playerStore: here });
    await (await host.identity()).player();
    const stored = await here.load(SERVER);
    if (stored !== null) await elsewhere.save(stored);
    expect(await (await host.identity()).signOutElsewhere()).toMatchObject({ id: "p1" });
    expect((await (await programOf(server, { playerStore: here }).identity()).player()).id).toBe("p1");
    expect((await (await programOf(server, { playerStore: elsewhere }).identity()).player()).id).toBe("p2");
    const signedOut = await programOf(server).identity();
    await expect(signedOut.signOutElsewhere()).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("is proven by a recovery code, and the proof is stored nowhere", async () => {
    const server = new FakeServer();
    const playerStore = memoryPlayerStore();
    const identity = await programOf(server, { playerStore }).identity();
    await identity.player();
    await expect(identity.renewRecoveryCodes()).rejects.toMatchObject({ code: "proof-required" });
    await identity.proveByCode("ABCD");
    await identity.renewRecoveryCodes();
    expect(JSON.stringify(await playerStore.load(SERVER))).not.toContain("proof");
    await identity.signOut();
    await identity.player();
    await expect(identity.renewRecoveryCodes()).rejects.toMatchObject({ code: "proof-required" });
  });

  it("is deleted here and at the server", async () => {
    const server = new FakeServer();
    const playerStore = memoryPlayerStore();
    const host = programOf(server, { playerStore });
    await (await host.identity()).player();
    await (await host.identity()).delete();
    expect([server.players.size, await playerStore.load(SERVER)]).toEqual([0, null]);
    await (await host.identity()).delete();
    expect(server.requests).toEqual(["POST /api/players", "DELETE /api/players/me as t1"]);
  });
});

describe("a host takes seats", () => {
  const take: [string, (host: FlowerWar) => Promise<unknown>, string][] = [
    ["by creating", (host) => host.create({ game: "flower-war" }), "POST /api/matches"],
    ["by joining", (host) => host.join("m1"), "POST /api/matches/m1/seats"],
    ["by quick play", (host) => host.quickPlay({ game: "flower-war" }), "POST /api/quick-play"],
    ["by watching", (host) => host.spectate("m1"), "POST /api/matches/m1/seats"],
  ];

  it.each(take)("%s as its player", async (_, takeSeat, request) => {
    const server = new FakeServer();
    const host = programOf(server);
    await (await host.identity()).player();
    await takeSeat(host);
    expect(server.requests).toEqual(["POST /api/players", `${request} as t1`]);
  });

  it.each(take)("%s without a player if it has none", async (_, takeSeat, request) => {
    const server = new FakeServer();
    await takeSeat(programOf(server));
    expect(server.requests).toEqual([request]);
  });

  it.each(take)(
    "%s without a player if the server does not know its own any more",
    async (_, takeSeat, request) => {
      const server = new FakeServer();
      const playerStore = memoryPlayerStore();
      const host = programOf(server, { playerStore });
      await (await host.identity()).player();
      server.players.clear();
      await takeSeat(host);
      expect(server.requests).toEqual(["POST /api/players", `${request} as t1`, request]);
      expect(await playerStore.load(SERVER)).toBeNull();
    },
  );

  it("by a seat's token without a player: the seat is theirs already", async () => {
    const server = new FakeServer();
    const host = programOf(server);
    await (await host.identity()).player();
    await host.join("m1", { token: "east-1" });
    expect(server.requests.at(-1)).toBe("POST /api/matches/m1/seats?again");
  });

  it("with `player` as a guest that it creates, under the name that it gives", async () => {
    const server = new FakeServer();
    const playerStore = memoryPlayerStore();
    const host = programOf(server, { playerStore, player: true });
    await host.quickPlay({ game: "flower-war", name: "Xoco" });
    expect(server.requests).toEqual(["POST /api/players", "POST /api/quick-play as t1"]);
    await host.join("m1", { name: "Izel" });
    expect(await playerStore.load(SERVER)).toMatchObject({ id: "p1", name: "Izel", token: "t2" });
    expect(server.requests.slice(2)).toEqual([
      "PATCH /api/players/me as t1",
      "POST /api/matches/m1/seats as t2",
    ]);
  });

  it("with `player` as an unknown player if the server creates none now, or the store fails", async () => {
    const server = new FakeServer();
    server.isFull = true;
    await programOf(server, { player: true }).join("m1");
    expect(server.requests).toEqual(["POST /api/players", "POST /api/matches/m1/seats"]);
    const failed = vi.spyOn(console, "error").mockReturnValue();
    const load = () => Promise.reject(new Error("disk full"));
    await programOf(server, { player: true, playerStore: { ...memoryPlayerStore(), load } }).join("m1");
    expect(failed).toHaveBeenCalledWith("player store failed", expect.any(Error));
    failed.mockRestore();
  });
});

describe("what tells a player that it is their turn", () => {
  const subscription = { endpoint: "https://push.test/a", keys: { p256dh: "key", auth: "secret" } };

  it("is asked, set and removed as the player, who is created if need be", async () => {
    const server = new FakeServer();
    const identity = await programOf(server).identity();
    await identity.addPush({ subscription, language: "en" });
    await identity.setMail({ address: "c@example.org", language: "es" });
    await identity.notices();
    await identity.removePush("a/b");
    await identity.removeMail();
    expect(server.requests).toEqual([
      "POST /api/players",
      "POST /api/players/me/notices/pushes as t1",
      "POST /api/players/me/notices/mail as t1",
      "GET /api/players/me/notices as t1",
      "DELETE /api/players/me/notices/pushes/a%2Fb as t1",
      "DELETE /api/players/me/notices/mail as t1",
    ]);
  });

  it("is confirmed and stopped by links of e-mails, whoever follows them", async () => {
    const server = new FakeServer();
    const identity = await programOf(server).identity();
    await identity.confirmMail("a.b-c");
    await identity.stopMail("a&b");
    expect(server.requests).toEqual(["POST /mail/confirm?token=a.b-c", "POST /mail/stop?token=a%26b"]);
  });
});

describe.each<[string, () => PlayerStore]>([
  ["memory", memoryPlayerStore],
  ["a browser's storage", () => webPlayerStore(fakeStorage())],
])("a player store in %s", (_, open) => {
  const citlali: StoredPlayer = { server: SERVER, id: "p1", name: "Citlali", kind: "guest", token: "t1" };

  it("stores one player for each server until they are deleted", async () => {
    const store = open();
    expect(await store.load(SERVER)).toBeNull();
    const elsewhere = { ...citlali, server: "https://play.example/war", id: "p9" };
    expect(await store.add(citlali)).toEqual(citlali);
    expect(await store.add({ ...citlali, id: "p2" })).toEqual(citlali);
    await store.save(elsewhere);
    await store.save({ ...citlali, name: "Xoco" });
    expect(await store.load(SERVER)).toEqual({ ...citlali, name: "Xoco" });
    await store.delete(SERVER);
    await store.delete(SERVER);
    expect(await store.load(SERVER)).toBeNull();
    expect(await store.load(elsewhere.server)).toEqual(elsewhere);
  });
});

it.each(["", "null", "{}", '{"server":"s","id":"p","name":"n","kind":"robot","token":"t"}'])(
  "a browser's storage that holds %j has no player",
  async (text) => {
    const storage = fakeStorage();
    storage.setItem(`flower-war/player/${encodeURIComponent(SERVER)}`, text);
    expect(await webPlayerStore(storage).load(SERVER)).toBeNull();
  },
);
