import { type ClockRules, formatEntry } from "@flower-war/protocol";
import type { SyncedFlowerWar } from "@flower-war/protocol/flower-war";
import { describe, expect, it, vi } from "vitest";
import type { Drop } from "../src/index.ts";
import { Refusal } from "../src/refusal.ts";
import { fakeHost, RECONNECT_DELAY } from "./support/fake-host.ts";
import { RESERVATION } from "./support/fake-rooms.ts";
import { end, fakeState, RESERVED_SEAT } from "./support/fake-match.ts";
import { flowerWarMatch } from "./support/players.ts";

/** Joins east's match; returns it with the server's end of its connection and the state that the test changes. */
async function join({ reserved = RESERVED_SEAT, state = fakeState(), options = {} } = {}) {
  const { host, rooms, requests, time } = fakeHost(() => ({ body: reserved }), options);
  rooms.onConnect = (room) => room.patch(state);
  const match = flowerWarMatch(await host.join(reserved.match));
  const patch = (change: (state: SyncedFlowerWar) => void) => {
    change(state);
    rooms.last.patch(state);
  };
  return { match, state, rooms, requests, patch, time };
}

describe("a match", () => {
  it("has its id, code, game, seat and token", async () => {
    const { match } = await join();
    expect(match).toMatchObject({
      id: "m1",
      code: "4F7K",
      game: "flower-war",
      seat: "east",
      token: "east-1",
    });
    expect(match.connection).toBe("connected");
  });

  it("shows its state as the rules' view, one object until the next change", async () => {
    const { match, patch } = await join();
    const { view, seats } = match;
    expect(view?.table.awaiting).toEqual({ seat: "east", decision: "roll" });
    expect(match.view).toBe(view);
    expect(match.seats).toBe(seats);
    patch((state) => {
      state.table.supply = 99;
    });
    expect(match.view).not.toBe(view);
    expect(match.view?.table.supply).toBe(99);
  });

  it("lists its seats in turn order", async () => {
    const { match } = await join();
    expect(match.seats).toEqual([
      {
        seat: "east",
        kind: "human",
        name: "Citlali",
        nonce: "Citlali",
        connected: true,
        temple: "",
        templeOnline: false,
        fixH: 0,
        fixT: 0,
        ready: false,
        host: false,
        player: "",
        signed: 0,
      },
      {
        seat: "west",
        kind: "human",
        name: "Tlacaelel",
        nonce: "Tlacaelel",
        connected: true,
        temple: "",
        templeOnline: false,
        fixH: 0,
        fixT: 0,
        ready: false,
        host: false,
        player: "",
        signed: 0,
      },
    ]);
  });

  it("shows the hand of its own seat", async () => {
    const { match, patch } = await join();
    expect(match.hand).toEqual([]);
    patch((state) => {
      const hand = state.hands.get("east");
      if (hand !== undefined) hand.cards = ["a1:eagle"];
    });
    expect(match.hand).toEqual([{ id: "a1", card: "eagle" }]);
  });

  it("has no legal commands when the connection is gone, and says so with `change`", async () => {
    const { match, rooms } = await join();
    expect(match.legal()).not.toEqual([]);
    const seen: [string, number][] = [];
    match.on("change", () => seen.push([match.connection, match.legal().length]));
    rooms.last.close(4011);
    expect(seen).toEqual([["gone", 0]]);
    expect(match.legal()).toEqual([]);
  });

  it("says whose decision is awaited and what its own seat may do", async () => {
    const { match, patch } = await join();
    expect(match.awaiting).toEqual([{ seat: "east", decision: "roll" }]);
    expect(match.legal()).toEqual(expect.arrayContaining([{ type: "roll" }, { type: "concede" }]));
    expect(match.legal()).toBe(match.legal());
    patch((state) => {
      state.table.awaiting = { seat: "west", decision: "roll", card: "" };
    });
    expect(match.legal()).toEqual([{ type: "concede" }]);
  });

  describe("a temple nearby", () => {
    async function ask(signal?: AbortSignal) {
      const joined = await join();
      joined.rooms.last.answer = (type) => (type === "pair-nearby" ? { wait: 30_000 } : {});
      const onAsked = vi.fn<(wait: number) => void>();
      const pairing = joined.match.pairNearby("sun-temple", { onAsked, ...(signal && { signal }) });
      pairing.catch(() => {});
      await joined.time.pass(0);
      expect(onAsked).toHaveBeenCalledWith(30_000);
      return { ...joined, pairing };
    }

    it("is paired when the state shows that its button was pressed, also after a lost connection", async () => {
      const { pairing, patch, rooms, time } = await ask();
      rooms.last.close(1006);
      await time.pass(RECONNECT_DELAY);
      patch((state) => {
        const east = state.seats.get("east");
        if (east) east.temple = "sun-temple";
      });
      expect(await pairing).toEqual({ templeId: "sun-temple" });
    });

    it("is not paired when it was not pressed in time: not-confirmed", async () => {
      const { pairing, rooms, time } = await ask();
      await time.pass(30_000);
      await expect(pairing).rejects.toMatchObject({ code: "not-confirmed" });
      expect(rooms.last.requests.map(({ type }) => type)).not.toContain("stop-nearby");
    });

    it("is not paired when the player stops, and the server is told", async () => {
      const stopping = new AbortController();
      const { pairing, rooms } = await ask(stopping.signal);
      stopping.abort();
      await expect(pairing).rejects.toMatchObject({ code: "not-confirmed" });
      expect(rooms.last.requests.at(-1)).toEqual({ type: "stop-nearby", payload: {} });
    });
  });

  it("has no view, nothing awaited and nothing legal while it is gathering", async () => {
    const state = fakeState();
    state.status = "gathering";
    const { match } = await join({ state });
    expect(match.status).toBe("gathering");
    expect(match.view).toBeNull();
    expect(match.hand).toEqual([]);
    expect(match.awaiting).toEqual([]);
    expect(match.legal()).toEqual([]);
    expect(match.outcome).toBeNull();
  });

  it("offers a spectator no hand and no commands", async () => {
    const { match } = await join({ reserved: { ...RESERVED_SEAT, seat: null, token: null } });
    expect(match.seat).toBeNull();
    expect(match.token).toBeNull();
    expect(match.hand).toEqual([]);
    expect(match.legal()).toEqual([]);
    expect(match.view?.seat).toBeNull();
  });
});

/** Returns the state of east's match before the server has east's nonce. */
function gatheringState(): SyncedFlowerWar {
  const state = fakeState();
  state.status = "gathering";
  const east = state.seats.get("east");
  if (east !== undefined) east.nonce = "";
  return state;
}

describe("the dice of a match", () => {
  const nonce = expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);

  /** Joins east's gathering match on a server of version 0.2, which knows no seals. */
  async function joinOlder() {
    const state = gatheringState();
    const { host, rooms, time } = fakeHost(() => ({ body: RESERVED_SEAT }));
    rooms.onConnect = (room) => {
      room.patch(state);
      room.answer = (_, payload) => payload;
    };
    return { match: await host.join("m1"), rooms, time, state };
  }

  it("get a nonce from its seat, without a call, a different one each time", async () => {
    const [one, other] = [await joinOlder(), await joinOlder()];
    for (const { rooms } of [one, other]) {
      expect(rooms.last.requests).toEqual([{ type: "nonce", payload: { nonce } }]);
    }
    expect(one.rooms.last.requests).not.toEqual(other.rooms.last.requests);
  });

  it("get none from a spectator, or from a seat whose nonce the server has", async () => {
    const reserved = { ...RESERVED_SEAT, seat: null, token: null };
    for (const joined of [await join({ state: gatheringState(), reserved }), await join()]) {
      await joined.match.witness();
      expect(joined.rooms.last.requests).toEqual([]);
    }
  });

  it("are in the witness as this viewer saw them: the commitment it received, and its own nonce", async () => {
    const { match, rooms, state } = await joinOlder();
    const sent: unknown = rooms.last.requests[0]?.payload;
    const east = state.seats.get("east");
    if (east !== undefined) east.nonce = String(Reflect.get(Object(sent), "nonce"));
    rooms.last.patch(state);
    expect(await match.witness()).toEqual({
      format: "flower-war-witness-2",
      match: "m1",
      game: "flower-war",
      seat: "east",
      commitment: RESERVED_SEAT.commitment,
      nonce: Reflect.get(Object(sent), "nonce"),
      header: null,
      heads: "",
      head: "",
      n: 0,
      live: [],
    });
  });

  it("get the same nonce again when the connection is lost before the answer", async () => {
    const state = gatheringState();
    const { host, rooms, time } = fakeHost(() => ({ body: RESERVED_SEAT }));
    rooms.onConnect = (room, attempt) => {
      room.patch(state);
      room.answer = (_, payload) => {
        if (attempt > 1) return payload;
        room.close(1006);
        throw new Refusal({ code: "closed", message: "" });
      };
    };
    const joining = host.join("m1");
    await vi.waitFor(() => expect(rooms.last.requests).toHaveLength(1), { interval: 1, timeout: 60_000 });
    await time.pass(RECONNECT_DELAY);
    await joining;
    expect(rooms.rooms[1]?.requests).toEqual(rooms.rooms[0]?.requests);
  });
});

describe("sending a command", () => {
  it("uses a random id and resolves with the entry's number", async () => {
    const { match, rooms } = await join();
    rooms.last.answer = () => ({ n: 7 });
    expect(await match.send({ type: "roll" })).toMatchObject({ n: 7 });
    await match.send({ type: "roll" });
    const ids = rooms.last.requests.map(({ type, payload }) => {
      expect({ type, payload }).toEqual({
        type: "command",
        payload: { id: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), command: { type: "roll" } },
      });
      return JSON.stringify(payload);
    });
    expect(new Set(ids).size).toBe(2);
  });

  it("is answered with what its seat may send next, which the rules say and not the server", async () => {
    const { match, rooms, patch } = await join();
    rooms.last.answer = () => {
      patch((state) => (state.n = 1));
      return { n: 1, legal: [{ type: "concede" }] };
    };
    const answer = await match.send({ type: "roll" });
    expect(answer).toEqual({ n: 1, legal: match.legal() });
    expect(match.legal()).toContainEqual({ type: "roll" });
  });

  it("takes an id of the caller's, so that the caller can send it again", async () => {
    const { match, rooms } = await join();
    await match.send({ type: "roll" }, { id: "mine" });
    expect(rooms.last.requests[0]?.payload).toEqual({ id: "mine", command: { type: "roll" } });
  });

  it("rejects with the server's refusal", async () => {
    const { match, rooms } = await join();
    rooms.last.answer = () => {
      throw new Refusal({ code: "wrong-phase", message: "not now" });
    };
    await expect(match.send({ type: "end-turn" })).rejects.toMatchObject({
      name: "Refusal",
      code: "wrong-phase",
    });
  });

  it("works without crypto.randomUUID, which pages served over plain HTTP do not have", async () => {
    const { match, rooms } = await join();
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    try {
      await match.send({ type: "roll" });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(rooms.last.requests).toHaveLength(1);
  });

  it("gets its answer over the next connection when the first is lost before the answer, under the same id", async () => {
    const { match, rooms, state, time } = await join();
    const first = rooms.last;
    first.answer = () => {
      throw new Refusal({ code: "closed", message: "" });
    };
    rooms.onConnect = (room) => {
      room.patch(state);
      room.answer = () => ({ n: 3 });
    };
    const sending = match.send({ type: "roll" });
    first.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(await sending).toMatchObject({ n: 3 });
    expect(rooms.last.requests).toEqual(first.requests);
  });

  it("is refused with `closed` after leaving", async () => {
    const { match, rooms } = await join();
    await match.leave();
    expect(rooms.last.left).toBe(true);
    await expect(match.send({ type: "roll" })).rejects.toMatchObject({ code: "closed" });
  });
});

describe("pairing a temple", () => {
  it("sends the code and returns the temple's id", async () => {
    const { match, rooms } = await join();
    rooms.last.answer = () => ({ templeId: "temple-1" });
    expect(await match.pairTemple("4F7K")).toEqual({ templeId: "temple-1" });
    await match.unpairTemple();
    expect(rooms.last.requests).toEqual([
      { type: "pair-temple", payload: { code: "4F7K" } },
      { type: "unpair-temple", payload: {} },
    ]);
  });
});

describe("listening to a match", () => {
  it("calls `change` after each patch, with the new state", async () => {
    const { match, patch } = await join();
    const supplies: (number | undefined)[] = [];
    const stop = match.on("change", () => supplies.push(match.view?.table.supply));
    patch((state) => void (state.table.supply = 99));
    stop();
    patch((state) => void (state.table.supply = 98));
    expect(supplies).toEqual([99]);
  });

  it("calls `event` for each event of an entry, after the patch that shows it, with the entry's number and seat", async () => {
    const { match, rooms, patch } = await join();
    const reported: unknown[] = [];
    match.on("event", (event, entry) => reported.push([event, entry, match.state.n]));
    patch((state) => void (state.n = 1));
    const events = [
      { type: "rolled", seat: "east", dice: [3] },
      { type: "moved", seat: "east", space: 3, steps: 3, landing: true },
    ];
    rooms.last.message("entry", formatEntry("flower-war", { n: 1, seat: "east", events }));
    expect(reported).toEqual(events.map((event) => [event, { n: 1, seat: "east" }, 1]));
  });

  it("ignores messages of an unknown type", async () => {
    const { match, rooms } = await join();
    const reported = vi.fn();
    match.on("event", reported);
    rooms.last.message("weather", { events: [{ type: "rain" }] });
    expect(reported).not.toHaveBeenCalled();
  });

  it("calls `ended` once, after the last event", async () => {
    const { match, rooms, patch } = await join();
    const reported: string[] = [];
    match.on("change", () => reported.push("change"));
    match.on("event", (event) => reported.push(event.type));
    match.on("ended", ({ by, winner }) => reported.push(`ended ${by} ${winner}`));
    patch(end);
    rooms.last.message("entry", [1, "west", { type: "conceded" }, { type: "ended" }]);
    patch((state) => void (state.table.supply = 1));
    rooms.last.message("entry", [2, "west"]);
    expect(reported).toEqual(["change", "conceded", "ended", "ended last-tribe east", "change"]);
    expect(match.outcome?.winner).toBe("east");
  });

  it("calls `ended` when the people agreed on it, after which it waits for no seat", async () => {
    const { match, patch } = await join();
    const ended = vi.fn();
    match.on("ended", ended);
    expect(match.awaiting).not.toEqual([]);
    patch((state) => void Object.assign(state, { status: "over", details: '{"ending":"draw"}' }));
    patch((state) => void (state.secret = "5e".repeat(32)));
    expect(ended.mock.calls).toEqual([[{ by: "draw", winner: null }]]);
    expect(match.outcome).toEqual({ by: "draw", winner: null });
    expect([match.awaiting, match.legal()]).toEqual([[], []]);
  });

  it("does not call `ended` for a match that was over before", async () => {
    const state = fakeState();
    end(state);
    const { match, rooms } = await join({ state });
    const ended = vi.fn();
    match.on("ended", ended);
    rooms.last.message("entry", [2, "west"]);
    expect(ended).not.toHaveBeenCalled();
    expect(match.outcome?.winner).toBe("east");
  });

  it("goes on when a listener throws", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const { match, rooms, patch } = await join();
    const reported: string[] = [];
    for (const name of ["change", "event", "ended"] as const) {
      match.on(name, () => {
        throw new Error(name);
      });
      match.on(name, () => reported.push(name));
    }
    patch(end);
    rooms.last.message("entry", [1, "west", { type: "conceded" }]);
    expect(reported).toEqual(["change", "event", "ended"]);
    expect(report).toHaveBeenCalledTimes(3);
    report.mockRestore();
  });
});

describe("a dropped match", () => {
  it("takes its seat again with its token, and the newer token the next time", async () => {
    const { match, rooms, requests, time } = await join();
    const resumed = vi.fn();
    match.on("resumed", resumed);
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(resumed).toHaveBeenCalledOnce();
    expect(requests.at(-1)).toEqual({
      url: "http://host.test:2567/api/matches/m1/seats?again",
      body: { token: "east-1" },
    });
  });

  it.each([
    ["east", "playing", 100, "connected"],
    ["west", "playing", 100, "reconnecting"],
    ["west", "playing", 1200, "connected"],
    ["west", "gathering", 100, "connected"],
    ["east", "over", 100, "reconnecting"],
  ] as const)(
    "awaiting %s, with status %s, has after %i ms the connection %s",
    async (seat, status, ms, connection) => {
      const { match, rooms, patch, time } = await join({ options: { resume: { delay: 100 } } });
      patch((state) => {
        state.status = status;
        state.table.awaiting = { seat, decision: "roll", card: "" };
      });
      rooms.last.close(1006);
      await time.pass(ms);
      expect(match.connection).toBe(connection);
    },
  );

  it("says which server it lost, by the last part of its public address", async () => {
    const reservation = { ...RESERVATION, publicAddress: "play.example/n1" };
    const { rooms, requests, time } = await join({ reserved: { ...RESERVED_SEAT, reservation } });
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(requests.at(-1)?.url).toBe("http://host.test:2567/api/matches/m1/seats?again=n1");
  });

  it("reports `dropped`, `change` and `resumed`, and goes on in the same object", async () => {
    const { match, rooms, patch, time } = await join();
    const reported: (string | Drop)[] = [];
    match.on("dropped", (drop) => reported.push(drop));
    match.on("change", () => reported.push(`change ${match.connection}`));
    match.on("resumed", () => reported.push("resumed"));
    rooms.last.close(4001, "restart");
    expect(match.connection).toBe("reconnecting");
    expect(match.view?.table.supply).toBe(100);
    await time.pass(RECONNECT_DELAY);
    expect(match.connection).toBe("connected");
    expect(reported).toEqual([
      "change reconnecting",
      { code: 4001, reason: "restart", gone: false },
      "change resuming",
      "change connected",
      "change connected",
      "resumed",
    ]);
    patch((state) => void (state.table.supply = 99));
    expect(match.view?.table.supply).toBe(99);
    await match.send({ type: "roll" });
    expect(rooms.last.requests).toHaveLength(1);
  });

  it("reports `ended` when the match ended while it was disconnected", async () => {
    const { match, rooms, state, time } = await join();
    const ended = vi.fn();
    match.on("ended", ended);
    end(state);
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(ended).toHaveBeenCalledOnce();
  });

  it("watches again as a spectator", async () => {
    const spectator = { ...RESERVED_SEAT, seat: null, token: null };
    const { match, rooms, requests, time } = await join({ reserved: spectator });
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(match.connection).toBe("connected");
    expect(requests.at(-1)?.body).toEqual({ spectate: true });
  });
});

const CLOCK_RULES: ClockRules = {
  turn: 30_000,
  reserve: 60_000,
  increment: 2000,
  warning: 0,
  awayAfter: 3,
  away: "forfeit",
};

describe("the clocks of a match", () => {
  const clocked = () => {
    const state = fakeState();
    state.clocks = new Map([
      ["east", { reserve: 60_000, turnEnds: 1_800_000_030_000, away: false }],
      ["west", { reserve: 5000, turnEnds: 0, away: true }],
    ]);
    state.clockRules = JSON.stringify(CLOCK_RULES);
    state.givenBack = 1234;
    return state;
  };
  /** Lets the server say its time when it is asked, to every client that connects. */
  const answerWithTime = (rooms: ReturnType<typeof fakeHost>["rooms"], now: () => number) => {
    rooms.onConnect = (room) => {
      room.answer = () => ({ now: now() });
      room.patch(clocked());
    };
  };

  it("have each seat's deadline, one object until the next change", async () => {
    const { match, patch } = await join({ state: clocked() });
    const { clock } = match;
    expect(clock).toEqual({
      rules: CLOCK_RULES,
      seats: new Map([
        ["east", { reserve: 60_000, turnEnds: 1_800_000_030_000, deadline: 1_800_000_090_000, away: false }],
        ["west", { reserve: 5000, turnEnds: null, deadline: null, away: true }],
      ]),
      givenBack: 1234,
    });
    expect(match.clock).toBe(clock);
    patch((state) => void (state.n += 1));
    expect(match.clock).not.toBe(clock);
  });

  it("say what is left of one that stands still because of an outage", async () => {
    const state = clocked();
    state.details = JSON.stringify({ stopped: { east: 1_800_000_070_000 } });
    const { match } = await join({ state });
    expect(match.clock?.seats.get("east")).toEqual({
      reserve: 60_000,
      turnEnds: 1_800_000_030_000,
      deadline: null,
      away: false,
      stopped: 20_000,
    });
  });

  it("are `null` if the match has none", async () => {
    expect((await join()).match.clock).toBeNull();
  });

  it("make the client request the server's time once, which also marks the player as present", async () => {
    const { host, rooms, time } = fakeHost(() => ({ body: RESERVED_SEAT }));
    const answer = Promise.withResolvers<{ now: number }>();
    rooms.onConnect = (room) => {
      room.answer = () => answer.promise;
      room.patch(clocked());
    };
    const match = await host.join("m1");
    expect(match.serverTime, "the machine's until the answer").toBe(time.now());
    await time.pass(40);
    answer.resolve({ now: time.now() + 3_600_000 });
    await time.pass(0);
    expect(match.serverTime - time.now(), "plus half of the round trip").toBe(3_600_000 + 20);
    rooms.last.patch(clocked());
    expect(rooms.last.requests).toEqual([{ type: "here", payload: {} }]);
  });

  it("make the client measure the server's time again after each reconnection, which marks no player as present", async () => {
    const { host, rooms, time } = fakeHost(() => ({ body: RESERVED_SEAT }));
    let ahead = 3_600_000;
    answerWithTime(rooms, () => time.now() + ahead);
    const match = await host.join("m1");
    await time.pass(0);
    expect(match.serverTime - time.now()).toBe(3_600_000);
    ahead = 0;
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(match.serverTime - time.now()).toBe(0);
    expect(rooms.last.requests).toEqual([{ type: "time", payload: {} }]);
    rooms.onConnect = (room) => {
      room.answer = () => {
        throw new Refusal({ code: "bad-request", message: "an older server" });
      };
      room.patch(clocked());
    };
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(match.serverTime - time.now(), "the last estimate").toBe(0);
  });

  it("show what is left whatever happens to this machine's wall clock", async () => {
    const { host, rooms, time } = fakeHost(() => ({ body: RESERVED_SEAT }));
    const server = time.now() + 5_000 - time.monotonic();
    answerWithTime(rooms, () => server + time.monotonic());
    const match = await host.join("m1");
    await time.pass(0);
    for (const step of [1_000, -1_000, 60_000, -60_000, 86_400_000, -86_400_000, -3_600_000]) {
      time.step(step);
      expect(match.serverTime - time.monotonic()).toBe(server);
      await time.pass(100);
      expect(match.serverTime - time.monotonic()).toBe(server);
    }
  });

  it("show what is left when this machine slept, which its monotonic clock did not count", async () => {
    const { host, rooms, time } = fakeHost(() => ({ body: RESERVED_SEAT }));
    answerWithTime(rooms, () => time.now());
    const match = await host.join("m1");
    await time.pass(0);
    time.step(600_000);
    expect(match.serverTime, "until the answer").toBe(time.now() - 600_000);
    await time.pass(0);
    expect(match.serverTime).toBe(time.now());
    await time.pass(0);
    expect(rooms.last.requests.filter(({ type }) => type === "time")).toHaveLength(1);
  });

  it("show what is left when a server has gone forth with its machine's clock, as those of version 0.2 do", async () => {
    const { host, rooms, time } = fakeHost(() => ({ body: RESERVED_SEAT }));
    let ahead = 0;
    answerWithTime(rooms, () => time.now() + ahead);
    const match = await host.join("m1");
    await time.pass(0);
    ahead = 3_600_000;
    rooms.last.patch({ ...clocked(), givenBack: ahead });
    await time.pass(0);
    expect(match.serverTime - time.now()).toBe(ahead);
  });

  it("report one warning in each turn of a seat, whichever server has the match", async () => {
    const { match, rooms, time } = await join({ state: clocked() });
    const warned = vi.fn();
    match.on("warning", warned);
    const warn = (deadline: number, turn?: number) =>
      rooms.last.message("warning", { seat: "east", deadline, ...(turn !== undefined && { turn }) });
    warn(1, 3);
    warn(2, 3);
    rooms.onConnect = (room) => room.patch(clocked());
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    warn(3, 3);
    warn(4, 4);
    expect(warned.mock.calls).toEqual([[{ seat: "east", deadline: 1 }], [{ seat: "east", deadline: 4 }]]);
    warned.mockClear();
    warn(5);
    warn(6);
    expect(warned, "an older server").toHaveBeenCalledTimes(2);
  });

  it("report a warning again when a player who was away is back", async () => {
    const { match, rooms } = await join({ state: clocked() });
    const warned = vi.fn();
    match.on("warning", warned);
    rooms.last.message("warning", { seat: "east", deadline: 1, turn: 3 });
    const away = clocked();
    const clock = away.clocks.get("east");
    if (!clock) throw new Error("east has a clock");
    clock.away = true;
    rooms.last.patch(away);
    rooms.last.patch(clocked());
    rooms.last.message("warning", { seat: "east", deadline: 2, turn: 3 });
    expect(warned).toHaveBeenCalledTimes(2);
  });

  it("report a warning of a seat's deadline", async () => {
    const { match, rooms } = await join({ state: clocked() });
    const warned = vi.fn();
    match.on("warning", warned);
    rooms.last.message("warning", { seat: "west", deadline: 1 });
    rooms.last.message("warning", { seat: "nowhere", deadline: 1 });
    expect(warned).toHaveBeenCalledExactlyOnceWith({ seat: "west", deadline: 1 });
  });
});

describe("the log of a match", () => {
  const rolled = (n: number) => ({ n, seat: "east", events: [{ type: "rolled", seat: "east", dice: [n] }] });
  /** Answers `log` with pages of 2 of a match of `n` entries. */
  const logOf = (n: number) => (type: string, payload: unknown) => {
    if (type !== "log") return {};
    const { after } = payload as { after: number };
    const numbers = Array.from({ length: n }, (_, i) => i + 1).slice(after, after + 2);
    return { entries: numbers.map((each) => [1000 + each, ...formatEntry("flower-war", rolled(each))]), n };
  };
  async function joinAt(n: number) {
    const state = fakeState();
    state.n = n;
    const joined = await join({ state });
    joined.rooms.last.answer = logOf(n);
    const asked = () => joined.rooms.rooms.flatMap(({ requests }) => requests.map(({ payload }) => payload));
    return { ...joined, asked };
  }
  const logged = (n: number) => Array.from({ length: n }, (_, i) => ({ ...rolled(i + 1), at: 1001 + i }));

  it("has all entries with their dates, page by page", async () => {
    const { match, asked } = await joinAt(5);
    expect(await match.log()).toEqual(logged(5));
    expect(asked()).toEqual([{ after: 0 }, { after: 2 }, { after: 4 }]);
  });

  it("is the same array until there are more entries, and then requests only those", async () => {
    const { match, rooms, asked, patch } = await joinAt(3);
    const [log, twin] = await Promise.all([match.log(), match.log()]);
    expect(twin).toBe(log);
    expect(await match.log()).toBe(log);
    rooms.last.answer = logOf(4);
    patch((state) => void (state.n = 4));
    expect(await match.log()).toEqual(logged(4));
    expect(asked()).toEqual([{ after: 0 }, { after: 2 }, { after: 3 }]);
  });

  it("requests nothing of a match without entries", async () => {
    const { match, asked } = await joinAt(0);
    expect(await match.log()).toEqual([]);
    expect(asked()).toEqual([]);
  });

  it("is completed over a lost connection", async () => {
    const { match, rooms, time } = await joinAt(3);
    rooms.last.answer = () => {
      throw new Refusal({ code: "closed", message: "" });
    };
    const reading = match.log();
    rooms.onConnect = (room) => {
      const state = fakeState();
      state.n = 4;
      room.answer = logOf(4);
      room.patch(state);
    };
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    expect(await reading).toEqual(logged(4));
  });

  it("can be read when the match is gone, if it was complete", async () => {
    const { match } = await joinAt(3);
    await match.log();
    await match.leave();
    expect(await match.log()).toEqual(logged(3));
    const other = await joinAt(3);
    await other.match.leave();
    await expect(other.match.log()).rejects.toMatchObject({ code: "closed" });
  });

  it("rejects with the server's refusal, and can be read again", async () => {
    const { match, rooms } = await joinAt(3);
    rooms.last.answer = () => {
      throw new Refusal({ code: "unavailable", message: "" });
    };
    await expect(match.log()).rejects.toMatchObject({ code: "unavailable" });
    rooms.last.answer = logOf(3);
    expect(await match.log()).toEqual(logged(3));
  });
});
