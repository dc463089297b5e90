import { describe, expect, it, vi } from "vitest";
import type { Drop } from "../src/index.ts";
import { type ClockRules, type FlowerWarState, formatEntry } from "../src/protocol.ts";
import { Refusal } from "../src/refusal.ts";
import { fakeHost } from "./support/fake-host.ts";
import { end, fakeState, TICKET } from "./support/fake-match.ts";
import { flowerWarMatch } from "./support/players.ts";

/** East's match, its connection's other end, and the state that the test changes. */
async function sit({ ticket = TICKET, state = fakeState() } = {}) {
  const { host, rooms, requests } = fakeHost(() => ({ body: ticket }), { resume: { delay: 1, maxDelay: 1 } });
  rooms.onConnect = (room) => room.patch(state);
  const match = flowerWarMatch(await host.join(ticket.match));
  const patch = (change: (state: FlowerWarState) => void) => {
    change(state);
    rooms.last.patch(state);
  };
  return { match, state, rooms, requests, patch };
}

describe("a match", () => {
  it("knows its id, code, game, seat and token", async () => {
    const { match } = await sit();
    expect(match).toMatchObject({
      id: "m1",
      code: "4F7K",
      game: "flower-war",
      seat: "east",
      token: "east-1",
    });
    expect(match.connection).toBe("connected");
  });

  it("shows its state as the rules' view, one value until the next change", async () => {
    const { match, patch } = await sit();
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
    const { match } = await sit();
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
      },
    ]);
  });

  it("shows the hand of its own seat", async () => {
    const { match, patch } = await sit();
    expect(match.hand).toEqual([]);
    patch((state) => {
      const hand = state.hands.get("east");
      if (hand !== undefined) hand.cards = ["a1:eagle"];
    });
    expect(match.hand).toEqual([{ id: "a1", card: "eagle" }]);
  });

  it("tells whose decision is awaited and what its own seat may do", async () => {
    const { match, patch } = await sit();
    expect(match.awaiting).toEqual([{ seat: "east", decision: "roll" }]);
    expect(match.legal()).toEqual(expect.arrayContaining([{ type: "roll" }, { type: "concede" }]));
    expect(match.legal()).toBe(match.legal());
    patch((state) => {
      state.table.awaiting = { seat: "west", decision: "roll", card: "" };
    });
    expect(match.legal()).toEqual([{ type: "concede" }]);
  });

  it("has no view, nothing awaited and nothing legal while it is gathering", async () => {
    const state = fakeState();
    state.status = "gathering";
    const { match } = await sit({ state });
    expect(match.status).toBe("gathering");
    expect(match.view).toBeNull();
    expect(match.hand).toEqual([]);
    expect(match.awaiting).toEqual([]);
    expect(match.legal()).toEqual([]);
    expect(match.outcome).toBeNull();
  });

  it("offers a spectator nothing", async () => {
    const { match } = await sit({ ticket: { ...TICKET, seat: null, token: null } });
    expect(match.seat).toBeNull();
    expect(match.token).toBeNull();
    expect(match.hand).toEqual([]);
    expect(match.legal()).toEqual([]);
    expect(match.view?.seat).toBeNull();
  });
});

/** East's match before its nonce is in. */
function gatheringState(): FlowerWarState {
  const state = fakeState();
  state.status = "gathering";
  const east = state.seats.get("east");
  if (east !== undefined) east.nonce = "";
  return state;
}

describe("the dice of a match", () => {
  const nonce = expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);

  it("get a nonce from its seat, by itself, another one each time", async () => {
    const matches = [await sit({ state: gatheringState() }), await sit({ state: gatheringState() })];
    const asked = matches.map(({ rooms }) => rooms.last.requests);
    expect(asked).toEqual([[{ type: "nonce", payload: { nonce } }], [{ type: "nonce", payload: { nonce } }]]);
    expect(asked[0]).not.toEqual(asked[1]);
  });

  it("get none from a spectator, or from a seat whose nonce is in", async () => {
    const spectator = await sit({ state: gatheringState(), ticket: { ...TICKET, seat: null, token: null } });
    expect(spectator.rooms.last.requests).toEqual([]);
    expect((await sit()).rooms.last.requests).toEqual([]);
  });

  it("are what this viewer saw of them: the commitment it was given first, and its own nonce", async () => {
    const state = gatheringState();
    const { match, rooms, patch } = await sit({ state });
    patch((changed) => void (changed.commitment = "f0".repeat(32)));
    expect(match.commitment).toBe(TICKET.commitment);
    const given = rooms.last.requests[0]?.payload;
    expect(match.seen).toEqual({
      commitment: TICKET.commitment,
      nonces: { east: Reflect.get(Object(given), "nonce") },
    });
    expect((await sit()).match.seen).toEqual({ commitment: TICKET.commitment });
  });

  it("get the same nonce again when the connection was lost on the way", async () => {
    const state = gatheringState();
    const { host, rooms } = fakeHost(() => ({ body: TICKET }), { resume: { delay: 1, maxDelay: 1 } });
    rooms.onConnect = (room, attempt) => {
      room.patch(state);
      if (attempt > 1) return;
      room.answer = () => {
        room.close(1006);
        throw new Refusal({ code: "closed", message: "" });
      };
    };
    const match = await host.join("m1");
    expect(match.seen.nonces).toBeDefined();
    expect(rooms.rooms).toHaveLength(2);
    expect(rooms.rooms[1]?.requests).toEqual(rooms.rooms[0]?.requests);
  });

  it("that take no nonce are no place to sit: the seat is left, and the refusal passed on", async () => {
    const { host, rooms } = fakeHost(() => ({ body: TICKET }));
    rooms.onConnect = (room) => {
      room.patch(gatheringState());
      room.answer = () => {
        throw new Refusal({ code: "internal", message: "" });
      };
    };
    await expect(host.join("m1")).rejects.toMatchObject({ code: "internal" });
    expect(rooms.last.left).toBe(true);
  });
});

describe("sending a command", () => {
  it("asks under a random id and resolves with the entry's number", async () => {
    const { match, rooms } = await sit();
    rooms.last.answer = () => ({ n: 7 });
    expect(await match.send({ type: "roll" })).toEqual({ n: 7 });
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

  it("takes an id of the caller's, so that it can be asked again", async () => {
    const { match, rooms } = await sit();
    await match.send({ type: "roll" }, { id: "mine" });
    expect(rooms.last.requests[0]?.payload).toEqual({ id: "mine", command: { type: "roll" } });
  });

  it("rejects with the server's refusal", async () => {
    const { match, rooms } = await sit();
    rooms.last.answer = () => {
      throw new Refusal({ code: "wrong-phase", message: "not now" });
    };
    await expect(match.send({ type: "end-turn" })).rejects.toMatchObject({
      name: "Refusal",
      code: "wrong-phase",
    });
  });

  it("works without crypto.randomUUID, which pages served over plain HTTP do not have", async () => {
    const { match, rooms } = await sit();
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    try {
      await match.send({ type: "roll" });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(rooms.last.requests).toHaveLength(1);
  });

  it("gets its answer over the next connection when the first was lost on the way, and is played under one id", async () => {
    const { match, rooms, state } = await sit();
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
    expect(await sending).toEqual({ n: 3 });
    expect(rooms.last.requests).toEqual(first.requests);
  });

  it("is refused with `closed` after leaving", async () => {
    const { match, rooms } = await sit();
    await match.leave();
    expect(rooms.last.left).toBe(true);
    await expect(match.send({ type: "roll" })).rejects.toMatchObject({ code: "closed" });
  });
});

describe("pairing a temple", () => {
  it("asks by the code and tells the temple's id", async () => {
    const { match, rooms } = await sit();
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
  it("hears `change` after each patch, with the new state", async () => {
    const { match, patch } = await sit();
    const supplies: (number | undefined)[] = [];
    const stop = match.on("change", () => supplies.push(match.view?.table.supply));
    patch((state) => void (state.table.supply = 99));
    stop();
    patch((state) => void (state.table.supply = 98));
    expect(supplies).toEqual([99]);
  });

  it("hears each event of an entry, after the patch that shows it, with the entry's number and seat", async () => {
    const { match, rooms, patch } = await sit();
    const heard: unknown[] = [];
    match.on("event", (event, entry) => heard.push([event, entry, match.state.n]));
    patch((state) => void (state.n = 1));
    const events = [
      { type: "rolled", seat: "east", dice: [3] },
      { type: "moved", seat: "east", space: 3, steps: 3, landing: true },
    ];
    rooms.last.message("entry", formatEntry("flower-war", { n: 1, seat: "east", events }));
    expect(heard).toEqual(events.map((event) => [event, { n: 1, seat: "east" }, 1]));
  });

  it("pays no attention to messages that it does not know", async () => {
    const { match, rooms } = await sit();
    const heard = vi.fn();
    match.on("event", heard);
    rooms.last.message("weather", { events: [{ type: "rain" }] });
    expect(heard).not.toHaveBeenCalled();
  });

  it("hears `ended` once, after the last event", async () => {
    const { match, rooms, patch } = await sit();
    const heard: string[] = [];
    match.on("change", () => heard.push("change"));
    match.on("event", (event) => heard.push(event.type));
    match.on("ended", ({ by, winner }) => heard.push(`ended ${by} ${winner}`));
    patch(end);
    rooms.last.message("entry", [1, "west", { type: "conceded" }, { type: "ended" }]);
    patch((state) => void (state.table.supply = 1));
    rooms.last.message("entry", [2, "west"]);
    expect(heard).toEqual(["change", "conceded", "ended", "ended last-tribe east", "change"]);
    expect(match.outcome?.winner).toBe("east");
  });

  it("does not hear `ended` of a match that was over before", async () => {
    const state = fakeState();
    end(state);
    const { match, rooms } = await sit({ state });
    const ended = vi.fn();
    match.on("ended", ended);
    rooms.last.message("entry", [2, "west"]);
    expect(ended).not.toHaveBeenCalled();
    expect(match.outcome?.winner).toBe("east");
  });

  it("goes on when a listener throws", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    const { match, rooms, patch } = await sit();
    const heard: string[] = [];
    for (const name of ["change", "event", "ended"] as const) {
      match.on(name, () => {
        throw new Error(name);
      });
      match.on(name, () => heard.push(name));
    }
    patch(end);
    rooms.last.message("entry", [1, "west", { type: "conceded" }]);
    expect(heard).toEqual(["change", "event", "ended"]);
    expect(report).toHaveBeenCalledTimes(3);
    report.mockRestore();
  });
});

const until = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 2000 });

describe("a dropped match", () => {
  it("takes its seat again with its token, and the newer token the next time", async () => {
    const { match, rooms, requests } = await sit();
    const resumed = vi.fn();
    match.on("resumed", resumed);
    rooms.last.close(1006);
    await until(() => expect(resumed).toHaveBeenCalledOnce());
    expect(requests.at(-1)).toEqual({
      url: "http://host.test:2567/api/matches/m1/seats",
      body: { token: "east-1" },
    });
  });

  it("hears `dropped`, `change` and `resumed`, and goes on in the same object", async () => {
    const { match, rooms, patch } = await sit();
    const heard: (string | Drop)[] = [];
    match.on("dropped", (drop) => heard.push(drop));
    match.on("change", () => heard.push("change"));
    match.on("resumed", () => heard.push("resumed"));
    rooms.last.close(4001, "restart");
    expect(match.connection).toBe("reconnecting");
    expect(match.view?.table.supply).toBe(100);
    await until(() => expect(match.connection).toBe("connected"));
    expect(heard).toEqual([{ code: 4001, reason: "restart", gone: false }, "change", "resumed"]);
    patch((state) => void (state.table.supply = 99));
    expect(match.view?.table.supply).toBe(99);
    await match.send({ type: "roll" });
    expect(rooms.last.requests).toHaveLength(1);
  });

  it("hears `ended` when the match ended while the connection was lost", async () => {
    const { match, rooms, state } = await sit();
    const ended = vi.fn();
    match.on("ended", ended);
    end(state);
    rooms.last.close(1006);
    await until(() => expect(ended).toHaveBeenCalledOnce());
  });

  it("takes a spectator's chair again as a spectator", async () => {
    const { match, rooms, requests } = await sit({ ticket: { ...TICKET, seat: null, token: null } });
    rooms.last.close(1006);
    await until(() => expect(match.connection).toBe("connected"));
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

  it("are told with each seat's deadline, one value until the next change", async () => {
    const { match, patch } = await sit({ state: clocked() });
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

  it("are `null` where the match has none", async () => {
    expect((await sit()).match.clock).toBeNull();
  });

  it("tell the time of the server, which is asked for it once, and that the player is here", async () => {
    const { host, rooms } = fakeHost(() => ({ body: TICKET }));
    rooms.onConnect = (room) => {
      room.answer = () => ({ now: Date.now() + 3_600_000 });
      room.patch(clocked());
    };
    const match = await host.join("m1");
    await until(() => expect(match.serverTime - Date.now()).toBeGreaterThan(3_590_000));
    rooms.last.patch(clocked());
    expect(rooms.last.requests).toEqual([{ type: "here", payload: {} }]);
  });

  it("warn of a seat's deadline", async () => {
    const { match, rooms } = await sit({ state: clocked() });
    const warned = vi.fn();
    match.on("warning", warned);
    rooms.last.message("warning", { seat: "west", deadline: 1 });
    rooms.last.message("warning", { seat: "nowhere", deadline: 1 });
    expect(warned).toHaveBeenCalledExactlyOnceWith({ seat: "west", deadline: 1 });
  });
});
