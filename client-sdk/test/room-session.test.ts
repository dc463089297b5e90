import { CLOSE } from "@flower-war/protocol";
import { systemRandom } from "@flower-war/protocol/ports";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  DEFAULT_PING,
  DEFAULT_RESUME,
  NO_PING,
  type PingPolicy,
  type ResumePolicy,
} from "../src/connection/policies.ts";
import {
  type ConnectionStatus,
  type Drop,
  type Reserve,
  RoomSession,
  type RoomSessionListener,
} from "../src/connection/room-session.ts";
import { EarlyClose } from "../src/connection/connection.ts";
import { connectionRefusal, Refusal } from "../src/refusal.ts";
import { type FakeRoom, FakeRooms, RESERVATION } from "./support/fake-rooms.ts";
import { FakeTime } from "../../test/support/fake-time.ts";

const QUICK: ResumePolicy = { attempts: 3, delay: 1, maxDelay: 2 };

/** ms after which a session with the policy `QUICK` has reconnected or given up. */
const ALL_ATTEMPTS = 10;

interface Options {
  readonly resume?: ResumePolicy;
  readonly reserve?: Reserve;
  readonly ping?: PingPolicy;
  /** Whether others wait for this client; default: unknown. */
  readonly isAwaited?: () => boolean;
  readonly reservation?: typeof RESERVATION;
  /** What every random fraction is. */
  readonly fraction?: number;
}

/** Opens a session in fake rooms; `reported` is what its listener receives. */
async function openSession({
  resume = QUICK,
  reserve = async () => RESERVATION,
  ping = NO_PING,
  fraction,
  isAwaited,
  reservation = RESERVATION,
}: Options = {}) {
  const rooms = new FakeRooms();
  const time = new FakeTime();
  const random = fraction === undefined ? systemRandom : { ...systemRandom, fraction: () => fraction };
  rooms.onConnect = (room, attempt) => room.patch({ attempt });
  const reported: (string | Drop)[] = [];
  const statuses: ConnectionStatus[] = [];
  const listener: RoomSessionListener<string> = {
    ...(isAwaited && { isAwaited }),
    changed: () => reported.push("changed"),
    message: (type, payload) => reported.push(`${type} ${payload}`),
    statusChanged: () => statuses.push(session.status),
    dropped: (drop) => reported.push(drop),
    resumed: () => reported.push("resumed"),
  };
  const settings = { connect: rooms.connect, resume, ping, time, random };
  const session = new RoomSession<{ attempt: number }, string>(settings, reserve, listener);
  await session.open(reservation);
  const drops = () => reported.filter((each) => typeof each === "object");
  return { session, rooms, time, listener, reported, statuses, drops };
}

describe("a room session", () => {
  it("is connected and has the room's state once it has opened", async () => {
    const { session, reported } = await openSession();
    expect(session.status).toBe("connected");
    expect(session.state).toEqual({ attempt: 1 });
    expect(reported).toEqual(["changed"]);
  });

  it("reports patches and messages in the order in which they came", async () => {
    const { rooms, reported } = await openSession();
    rooms.last.patch({ attempt: 1 });
    rooms.last.message("entry", "a");
    rooms.last.patch({ attempt: 1 });
    expect(reported.slice(1)).toEqual(["changed", "entry a", "changed"]);
  });

  it("has no state before the first one has come", () => {
    const rooms = new FakeRooms();
    const settings = { connect: rooms.connect, resume: QUICK, ping: NO_PING, time: new FakeTime() };
    const listener = { changed() {}, statusChanged() {}, message() {}, dropped() {}, resumed() {} };
    const session = new RoomSession({ ...settings, random: systemRandom }, async () => RESERVATION, listener);
    expect(() => session.state).toThrow(expect.objectContaining({ name: "Refusal", code: "closed" }));
  });

  it("reports every change of its status, and no other: a failed attempt is none", async () => {
    const reserve = vi.fn(async () => RESERVATION).mockRejectedValueOnce(connectionRefusal("unreachable"));
    const { session, rooms, time, statuses } = await openSession({ reserve });
    rooms.last.patch({ attempt: 1 });
    rooms.last.close(1006);
    await time.pass(ALL_ATTEMPTS);
    await session.leave();
    expect(statuses).toEqual(["connected", "reconnecting", "resuming", "connected", "gone"]);
  });

  it("takes its place again after a drop, in a new room", async () => {
    const { session, rooms, time, reported } = await openSession();
    rooms.last.close(1006, "gone");
    expect(session.status).toBe("reconnecting");
    expect(reported.at(-1)).toEqual({ code: 1006, reason: "gone", gone: false });
    await time.pass(ALL_ATTEMPTS);
    expect(session.status).toBe("connected");
    expect(reported.slice(-2)).toEqual(["changed", "resumed"]);
    expect(session.state).toEqual({ attempt: 2 });
    await session.request("command", 1);
    expect(rooms.rooms.map((room) => room.requests.length)).toEqual([0, 1]);
  });

  it("can be used as soon as it reports its new state", async () => {
    const { session, rooms, time, listener } = await openSession();
    const first = rooms.last;
    const answers: Promise<unknown>[] = [];
    listener.changed = () => answers.push(session.request("command", 1));
    first.close(1006);
    await time.pass(ALL_ATTEMPTS);
    expect(answers).toHaveLength(1);
    await Promise.all(answers);
    expect(rooms.last.requests).toHaveLength(1);
  });

  it("refuses requests with `closed` while it is disconnected, and sends none of them later", async () => {
    const { session, rooms, time } = await openSession();
    rooms.last.close(1006);
    await expect(session.request("command", 1)).rejects.toMatchObject({ code: "closed" });
    await time.pass(ALL_ATTEMPTS);
    expect(session.status).toBe("connected");
    expect(rooms.last.requests).toEqual([]);
  });

  it("has the last state that arrived while it is disconnected", async () => {
    const { session, rooms } = await openSession();
    rooms.last.close(1006);
    expect(session.state).toEqual({ attempt: 1 });
  });

  it.each([
    ["unreachable", connectionRefusal("unreachable")],
    ["timeout", connectionRefusal("timeout")],
    ["closed", connectionRefusal("closed")],
    ["unavailable", new Refusal({ code: "unavailable", message: "" })],
    ["internal", new Refusal({ code: "internal", message: "" })],
    ["any refusal with a wait", new Refusal({ code: "too-many-creations", message: "", wait: 1 })],
    ["an error that is no refusal", new Error("the network is down")],
  ])("tries again after %s", async (_, error) => {
    const reserve = vi.fn(async () => RESERVATION).mockRejectedValueOnce(error);
    const { session, rooms, time } = await openSession({ reserve });
    rooms.last.close(1006);
    await time.pass(ALL_ATTEMPTS);
    expect(session.status).toBe("connected");
    expect(reserve).toHaveBeenCalledTimes(2);
  });

  it("waits as long as a refusal says", async () => {
    const wait = new Refusal({ code: "too-many-messages", message: "", wait: 5000 });
    const reserve = vi.fn(async () => RESERVATION).mockRejectedValueOnce(wait);
    const { rooms, time } = await openSession({ reserve });
    rooms.last.close(1006);
    await time.pass(4999);
    expect(reserve).toHaveBeenCalledOnce();
    await time.pass(260);
    expect(reserve).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["an abnormal closure", 1006],
    ["a match that has moved", CLOSE.moved],
  ])(
    "reserves again after 2.5 s, 5 s, 10 s without an answer, as over a dead connection, after %s",
    async (_, code) => {
      const reserve = vi.fn(() => new Promise<typeof RESERVATION>(() => {}));
      const { session, rooms, time } = await openSession({ reserve, resume: { ...QUICK, attempts: 10 } });
      rooms.last.close(code);
      for (const [attempts, ms] of [2500, 5000, 10_000].entries()) {
        await time.pass(10);
        expect(reserve).toHaveBeenCalledTimes(attempts + 1);
        await time.pass(ms - 100);
        expect(reserve).toHaveBeenCalledTimes(attempts + 1);
        await time.pass(100);
      }
      reserve.mockResolvedValue(RESERVATION);
      await time.pass(20_100);
      expect(session.status).toBe("connected");
    },
  );

  it("reconnects within its first delay when the server says that the match has moved", async () => {
    const { session, rooms, time } = await openSession({ resume: DEFAULT_RESUME, fraction: 0.1 });
    rooms.last.close(CLOSE.moved);
    expect(session.status).toBe("reconnecting");
    await time.pass(DEFAULT_RESUME.delay * 0.1 + 1);
    expect(session.status).toBe("connected");
  });

  it("is resuming from the moment that its place is reserved again", async () => {
    const { session, rooms, time } = await openSession();
    const statuses: string[] = [];
    rooms.onConnect = (room) => {
      statuses.push(session.status);
      room.patch({ attempt: 2 });
      statuses.push(session.status);
    };
    rooms.last.close(1006);
    await time.pass(ALL_ATTEMPTS);
    expect(statuses).toEqual(["resuming", "connected"]);
  });

  it("gives up at a refusal that the server would repeat, and reports it", async () => {
    const refusal = new Refusal({ code: "unknown-match", message: "no such match" });
    const reserve = vi.fn(async () => Promise.reject(refusal));
    const { session, rooms, time, drops } = await openSession({ reserve });
    rooms.last.close(1006, "gone");
    await time.pass(ALL_ATTEMPTS);
    expect(session.status).toBe("gone");
    expect(reserve).toHaveBeenCalledOnce();
    expect(drops()).toEqual([
      { code: 1006, reason: "gone", gone: false },
      { code: 1006, reason: "gone", gone: true, refusal },
    ]);
  });

  it("gives up after the number of attempts in its policy", async () => {
    const reserve = vi.fn(async () => Promise.reject(connectionRefusal("unreachable")));
    const { session, rooms, time, drops } = await openSession({ reserve });
    rooms.last.close(1006);
    await time.pass(ALL_ATTEMPTS);
    expect(session.status).toBe("gone");
    expect(reserve).toHaveBeenCalledTimes(QUICK.attempts);
    expect(drops()).toHaveLength(2);
    expect(drops().at(-1)).toMatchObject({ gone: true, refusal: { code: "unreachable" } });
  });

  it("waits at most 125 ms at first, then two fifths of all its waiting, and 8 s at the longest, each shortened by up to half", async () => {
    const attempts: number[] = [];
    const reserve = async () => {
      attempts.push(time.monotonic());
      throw connectionRefusal("unreachable");
    };
    const { session, rooms, time } = await openSession({ reserve, resume: DEFAULT_RESUME });
    rooms.last.close(1006);
    await time.pass(300_000);
    expect(session.status, "still trying after five minutes").toBe("reconnecting");
    await session.leave();
    expect(attempts[5]).toBeLessThanOrEqual(1250);
    for (const [i, at] of attempts.entries()) {
      const waited = attempts[i - 1] ?? 0;
      const most = Math.min(8000, Math.max(125, waited * 0.4));
      expect(at - waited).toBeGreaterThanOrEqual(Math.floor(most / 2));
      expect(at - waited).toBeLessThanOrEqual(most + 1);
    }
    expect(attempts.length).toBeLessThan(120);
  });

  it("goes on with these delays while each connection lasts less than 2 s, and begins again after one that lasts", async () => {
    const attempts: number[] = [];
    const reserve = async () => {
      attempts.push(time.monotonic());
      return RESERVATION;
    };
    const { session, rooms, time } = await openSession({ reserve, resume: DEFAULT_RESUME, fraction: 1 });
    /** Returns how long the delays of some connections are that end after `ms`. */
    const delaysOf = async (connections: number, ms: number) => {
      const delays: number[] = [];
      for (let i = 0; i < connections; i += 1) {
        await time.pass(ms);
        const [before, closed] = [attempts.length, time.monotonic()];
        rooms.last.close(4010);
        while (attempts.length === before) await time.pass(1);
        delays.push(Math.round((attempts.at(-1) ?? 0) - closed));
        await time.pass(1);
      }
      return delays;
    };
    expect(await delaysOf(8, 1000)).toEqual([125, 125, 125, 150, 210, 294, 412, 576]);
    expect(await delaysOf(2, 2000)).toEqual([125, 125]);
    await session.leave();
  });

  it("begins with the first delay after a connection that ended soon, however long the outage before it took", async () => {
    let isAway = true;
    const attempts: number[] = [];
    const reserve = async () => {
      attempts.push(time.monotonic());
      if (isAway) throw connectionRefusal("unreachable");
      return RESERVATION;
    };
    const { session, rooms, time } = await openSession({ reserve, resume: DEFAULT_RESUME, fraction: 1 });
    rooms.last.close(1006);
    await time.pass(60_000);
    isAway = false;
    await time.pass(8000);
    expect(session.status).toBe("connected");
    rooms.last.close(CLOSE.moved);
    const closed = time.monotonic();
    await time.pass(125);
    expect((attempts.at(-1) ?? 0) - closed).toBeLessThanOrEqual(125);
    expect(session.status).toBe("connected");
    await session.leave();
  });

  it("slows down where each server says at once that the match has moved", async () => {
    const reserve = vi.fn(async () => RESERVATION);
    const { session, rooms, time } = await openSession({ reserve, resume: DEFAULT_RESUME });
    rooms.onConnect = (room) => {
      room.patch({ attempt: 2 });
      void Promise.resolve().then(() => room.close(CLOSE.moved));
    };
    rooms.last.close(CLOSE.moved);
    await time.pass(60_000);
    await session.leave();
    expect(reserve.mock.calls.length).toBeLessThan(40);
  });

  it("gives a reservation without an answer up after 2.5 s also when many attempts failed at once before", async () => {
    let isBack = false;
    const attempts: number[] = [];
    const reserve = () => {
      attempts.push(time.monotonic());
      return isBack
        ? new Promise<typeof RESERVATION>(() => {})
        : Promise.reject(connectionRefusal("unreachable"));
    };
    const { session, rooms, time } = await openSession({ reserve, resume: DEFAULT_RESUME });
    rooms.last.close(1006);
    await time.pass(2000);
    isBack = true;
    const before = attempts.length;
    await time.pass(8000);
    await session.leave();
    const [first = 0, second = Infinity] = attempts.slice(before);
    expect(before).toBeGreaterThan(5);
    // Two fifths of the 3 s at most that were waited before the first.
    expect(second - first).toBeLessThan(2500 + 1200);
  });

  it("tries every half to whole second at the longest while a server answers, after growing delays too", async () => {
    let code: "unreachable" | "unavailable" = "unavailable";
    const attempts: number[] = [];
    const reserve = async () => {
      attempts.push(time.monotonic());
      throw code === "unavailable" ? new Refusal({ code, message: "" }) : connectionRefusal(code);
    };
    const { session, rooms, time } = await openSession({ reserve, resume: DEFAULT_RESUME });
    rooms.last.close(1006);
    const longestOf = async (ms: number) => {
      const before = attempts.length;
      await time.pass(ms);
      const gaps = attempts.slice(before).map((at, i) => at - (attempts[before + i - 1] ?? at));
      return Math.max(...gaps);
    };
    expect(await longestOf(60_000)).toBeLessThanOrEqual(1001);
    expect(attempts.length).toBeLessThan(8 + 4 + 120);
    code = "unreachable";
    expect(await longestOf(60_000)).toBeGreaterThan(3999);
    code = "unavailable";
    await time.pass(8000);
    expect(await longestOf(30_000)).toBeLessThanOrEqual(1001);
    await session.leave();
  });

  it.each([
    ["the client sent too many messages", CLOSE.flood],
    ["another client took the seat", CLOSE.replaced],
    ["the match was closed", CLOSE.closed],
    ["the host freed the seat", CLOSE.removed],
    ["the nonce was not revealed in time", CLOSE.withheld],
    ["an operator closed the match", CLOSE.ended],
    ["an operator took the seat", CLOSE.expelled],
    ["an operator banned the player", CLOSE.banned],
    ["a leave that the server requested", 4000],
  ])("is gone, and never reconnects, after %s", async (_, code) => {
    const reserve = vi.fn(async () => RESERVATION);
    const { session, rooms, time, drops } = await openSession({ reserve });
    rooms.last.close(code, "why");
    expect(session.status).toBe("gone");
    expect(drops()).toEqual([{ code, reason: "why", gone: true }]);
    await expect(session.request("command", 1)).rejects.toMatchObject({ code: "closed" });
    await time.pass(ALL_ATTEMPTS);
    expect(reserve).not.toHaveBeenCalled();
  });

  it("is gone when another client has its place before the state has come again: they do not evict each other in turn", async () => {
    const { session, rooms, time, drops } = await openSession();
    const attempts: number[] = [];
    rooms.onConnect = (_, attempt) => {
      attempts.push(attempt);
      throw new EarlyClose("closed", CLOSE.replaced, "why");
    };
    rooms.last.close(1006);
    await time.pass(ALL_ATTEMPTS);
    expect(session.status).toBe("gone");
    expect(drops().slice(1)).toEqual([{ code: CLOSE.replaced, reason: "why", gone: true }]);
    expect(attempts).toEqual([2]);
  });

  it("is gone after any drop if its policy allows no attempts", async () => {
    const { session, rooms, drops } = await openSession({ resume: { ...QUICK, attempts: 0 } });
    rooms.last.close(1006);
    expect(session.status).toBe("gone");
    expect(drops()).toEqual([{ code: 1006, reason: "", gone: true }]);
  });

  it("leaves without reporting a drop", async () => {
    const { session, rooms, drops } = await openSession();
    await session.leave();
    await session.leave();
    expect(rooms.last.left).toBe(true);
    expect(session.status).toBe("gone");
    expect(drops()).toEqual([]);
  });

  it("stops reconnecting when it is left, and leaves no timer", async () => {
    const reserve = vi.fn(async () => RESERVATION);
    const resume = { ...QUICK, delay: 60_000, maxDelay: 60_000 };
    const { session, rooms, time, reported } = await openSession({ reserve, resume });
    rooms.last.close(1006);
    const before = [...reported];
    await session.leave();
    expect(session.status).toBe("gone");
    await time.pass(60_000);
    expect(time.pending).toBe(0);
    expect(reserve).not.toHaveBeenCalled();
    expect(reported).toEqual(before);
  });

  it("leaves the room that it is reconnecting to when it is left meanwhile", async () => {
    const reserved = Promise.withResolvers<typeof RESERVATION>();
    const reserve = vi.fn(() => reserved.promise);
    const { session, rooms, time, reported } = await openSession({ reserve });
    const first = rooms.last;
    first.close(1006);
    await time.pass(ALL_ATTEMPTS);
    expect(reserve).toHaveBeenCalled();
    await session.leave();
    reserved.resolve(RESERVATION);
    await time.pass(0);
    expect(rooms.last).not.toBe(first);
    expect(rooms.last.left).toBe(true);
    expect(session.status).toBe("gone");
    expect(reported).not.toContain("resumed");
  });

  it("goes on when a connection that it gave up for another one closes because its place was taken", async () => {
    const { session, rooms, time, drops } = await openSession();
    const givenUp: FakeRoom[] = [];
    rooms.onConnect = (room, attempt) => {
      room.patch({ attempt });
      if (attempt !== 2) return;
      givenUp.push(room);
      throw connectionRefusal("timeout");
    };
    rooms.last.close(1006);
    await time.pass(ALL_ATTEMPTS);
    expect(session.state).toEqual({ attempt: 3 });
    for (const room of givenUp) {
      room.patch({ attempt: 2 });
      room.close(CLOSE.replaced);
    }
    expect(givenUp).toHaveLength(1);
    expect(session.status).toBe("connected");
    expect(session.state).toEqual({ attempt: 3 });
    expect(drops()).toHaveLength(1);
  });

  it("ignores an attempt that failed and opens late, its close included", async () => {
    const { session, rooms, time, drops } = await openSession();
    let late: (typeof rooms)["last"] | null = null;
    rooms.onConnect = (room, attempt) => {
      if (attempt > 2) return room.patch({ attempt });
      late = room;
      throw connectionRefusal("timeout");
    };
    rooms.last.close(1006);
    await time.pass(ALL_ATTEMPTS);
    const given = late as (typeof rooms)["last"] | null;
    given?.patch({ attempt: 2 });
    given?.close(CLOSE.replaced);
    await time.pass(ALL_ATTEMPTS);
    expect([session.status, session.state, drops()]).toEqual([
      "connected",
      { attempt: 3 },
      [expect.anything()],
    ]);
  });

  it("is dropped again by a room that closes while it is joined", async () => {
    const { session, rooms, time, reported } = await openSession();
    rooms.onConnect = (room, attempt) => {
      room.patch({ attempt });
      if (attempt === 2) room.close(4002, "moved");
    };
    rooms.last.close(1006);
    await time.pass(ALL_ATTEMPTS);
    expect(session.status).toBe("connected");
    expect(session.state).toEqual({ attempt: 3 });
    const events = reported.map((each) => (typeof each === "object" ? each.code : each));
    expect(events).toEqual(["changed", 1006, "changed", 4002, "changed", "resumed"]);
  });
});

describe("a session in a browser", () => {
  /** Runs a session as on a page; `wake` is what the browser reports. */
  async function openOnPage(visibilityState = "visible") {
    const page = Object.assign(new EventTarget(), { visibilityState });
    const network = new EventTarget();
    vi.stubGlobal("document", page);
    vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
    vi.stubGlobal("removeEventListener", network.removeEventListener.bind(network));
    onTestFinished(() => void vi.unstubAllGlobals());
    const resume = { ...QUICK, delay: 60_000, maxDelay: 60_000 };
    const session = await openSession({ resume });
    session.rooms.last.close(1006);
    await session.time.pass(1);
    const wake = async (target: "page" | "network") => {
      if (target === "page") page.dispatchEvent(new Event("visibilitychange"));
      else network.dispatchEvent(new Event("online"));
      await session.time.pass(1);
    };
    return { ...session, wake };
  }

  it.each(["page", "network"] as const)("tries at once when its %s is back", async (target) => {
    const { session, wake } = await openOnPage();
    expect(session.status).toBe("reconnecting");
    await wake(target);
    expect(session.status).toBe("connected");
  });

  it("does not hurry when its page is hidden", async () => {
    const { session, wake } = await openOnPage("hidden");
    await wake("page");
    expect(session.status).toBe("reconnecting");
    await session.leave();
  });
});

describe("a client that is not awaited", () => {
  const resume = { attempts: 3, delay: 100, maxDelay: 8000 };
  const unawaited = { resume, fraction: 1, isAwaited: () => false };

  it("reconnects after up to twelve times the delay of one that is awaited", async () => {
    const { session, rooms, time } = await openSession(unawaited);
    rooms.last.close(1006);
    await time.pass(1199);
    expect(session.status).toBe("reconnecting");
    await time.pass(1);
    expect(session.status).toBe("connected");
  });

  it("is patient once: with the SDK's defaults it is back half a second after a server that took 1.5 s to start", async () => {
    let isBack = false;
    const reserve = async () => {
      if (!isBack) throw connectionRefusal("unreachable");
      return RESERVATION;
    };
    const options = { resume: DEFAULT_RESUME, reserve, fraction: 0.9, isAwaited: () => false };
    const { session, rooms, time } = await openSession(options);
    rooms.last.close(1006);
    await time.pass(1500);
    isBack = true;
    await time.pass(500);
    expect(session.status).toBe("connected");
  });

  it.each([
    ["is awaited", () => true],
    ["cannot know whether it is", undefined],
  ])("reconnects at once if it %s", async (_, isAwaited) => {
    const options = { resume, fraction: 1, ...(isAwaited && { isAwaited }) };
    const { session, rooms, time } = await openSession(options);
    rooms.last.close(1006);
    await time.pass(100);
    expect(session.status).toBe("connected");
  });

  it("reconnects at once when a request needs it to", async () => {
    const { session, rooms, time } = await openSession(unawaited);
    rooms.last.close(1006);
    await time.pass(300);
    const answer = session.requestUntilAnswered("command", 1);
    await time.pass(0);
    await answer;
    expect(rooms.last.requests).toEqual([{ type: "command", payload: 1 }]);
  });

  it("reconnects at once after a request that its lost connection did not answer", async () => {
    const { session, rooms, time } = await openSession(unawaited);
    const first = rooms.last;
    first.answer = () => {
      first.close(1006);
      throw connectionRefusal("closed");
    };
    const answer = session.requestUntilAnswered("command", 1);
    await time.pass(100);
    await answer;
    expect(rooms.rooms).toHaveLength(2);
  });
});

describe("the server that a session has lost", () => {
  const reservation = { ...RESERVATION, publicAddress: "play.example/n1" };

  it.each([
    [1006, "play.example/n1"],
    [CLOSE.moved, "play.example/n1"],
    [1001, undefined],
  ])("is named to whom it asks first after close %i: %s", async (code, named) => {
    const reserve = vi.fn<Reserve>(async () => reservation);
    const { rooms, time } = await openSession({ reserve, reservation });
    rooms.last.close(code);
    await time.pass(ALL_ATTEMPTS);
    expect(reserve.mock.calls.map(([, lost]) => lost)).toEqual([named]);
  });

  it("is named in every other attempt alone: it may be well, and the other one not", async () => {
    const reserve = vi.fn<Reserve>(async () => {
      throw new Refusal({ code: "unavailable", message: "" });
    });
    const { rooms, time } = await openSession({ reserve, reservation });
    rooms.last.close(1006);
    await time.pass(ALL_ATTEMPTS);
    const named = reservation.publicAddress;
    expect(reserve.mock.calls.map(([, lost]) => lost)).toEqual([named, undefined, named]);
  });
});

describe("a request that is repeated until it is answered", () => {
  const refuse = (code: "closed" | "timeout") => () => {
    throw connectionRefusal(code);
  };

  it("is sent again over the next connection when the first is lost before its answer, and never after the answer", async () => {
    const { session, rooms, time } = await openSession();
    const first = rooms.last;
    first.answer = refuse("closed");
    rooms.onConnect = (room, attempt) => {
      room.patch({ attempt });
      room.answer = () => ({ n: 7 });
    };
    const answer = session.requestUntilAnswered("command", { id: "a" });
    first.close(1006);
    await time.pass(ALL_ATTEMPTS);
    expect(await answer).toEqual({ n: 7 });
    const sent = [{ type: "command", payload: { id: "a" } }];
    expect(rooms.rooms.map(({ requests }) => requests)).toEqual([sent, sent]);
  });

  it("waits for the next connection when there is none", async () => {
    const { session, rooms, time } = await openSession();
    rooms.last.close(1006);
    const answer = session.requestUntilAnswered("command", 1);
    await time.pass(ALL_ATTEMPTS);
    await answer;
    expect(rooms.rooms.map(({ requests }) => requests.length)).toEqual([0, 1]);
  });

  it("is sent again after a timeout, though the connection seems to be alive", async () => {
    const { session, rooms } = await openSession();
    rooms.last.answer = vi.fn(() => ({ n: 1 })).mockImplementationOnce(refuse("timeout"));
    expect(await session.requestUntilAnswered("command", 1)).toEqual({ n: 1 });
    expect(rooms.last.requests).toHaveLength(2);
  });

  it("rejects with the answer's refusal, sent once", async () => {
    const { session, rooms } = await openSession();
    rooms.last.answer = () => {
      throw new Refusal({ code: "wrong-phase", message: "" });
    };
    const answer = session.requestUntilAnswered("command", 1);
    await expect(answer).rejects.toMatchObject({ code: "wrong-phase" });
    expect(rooms.last.requests).toHaveLength(1);
  });

  it.each([
    ["the session is left", (session: RoomSession<unknown, string>) => session.leave()],
    [
      "the place is lost permanently",
      async (_: unknown, rooms: FakeRooms) => rooms.last.close(CLOSE.replaced),
    ],
  ])("is refused with `closed` when %s", async (_, end) => {
    const { session, rooms } = await openSession();
    const lost = Promise.withResolvers<never>();
    rooms.last.answer = () => lost.promise;
    const answer = session.requestUntilAnswered("command", 1);
    await end(session, rooms);
    lost.reject(connectionRefusal("closed"));
    await expect(answer).rejects.toMatchObject({ code: "closed" });
    await expect(session.requestUntilAnswered("command", 1)).rejects.toMatchObject({ code: "closed" });
  });
});

describe("a silent connection", () => {
  const ping: PingPolicy = { every: 1000, idle: 20_000, timeout: 300 };

  it("is pinged after the silence that its policy allows, and stays while pings are answered", async () => {
    const { session, rooms, time, drops } = await openSession({ ping });
    await time.pass(999);
    expect(rooms.last.pings).toBe(0);
    await time.pass(1);
    expect(rooms.last.pings).toBe(1);
    await time.pass(10_000);
    expect(rooms.last.pings).toBeGreaterThan(5);
    expect(session.status).toBe("connected");
    expect(drops()).toEqual([]);
  });

  it("is not pinged while patches or messages arrive", async () => {
    const { rooms, time } = await openSession({ ping });
    for (let i = 0; i < 20; i++) {
      await time.pass(400);
      if (i % 2 === 0) rooms.last.patch({ attempt: 1 });
      else rooms.last.message("entry", "a");
    }
    expect(rooms.last.pings).toBe(0);
  });

  it("is dropped with 1006 when a ping is not answered in time, and the session reconnects", async () => {
    const { session, rooms, time, drops } = await openSession({ ping });
    const first = rooms.last;
    first.silent = true;
    await time.pass(1299);
    expect(drops()).toEqual([]);
    await time.pass(2);
    expect(drops()).toEqual([{ code: 1006, reason: "no answer to a ping", gone: false }]);
    await time.pass(10);
    expect(session.status).toBe("connected");
    expect(rooms.last).not.toBe(first);
  });

  it("is pinged a second after a request without an answer, and dropped within 1.5 s more", async () => {
    const { session, rooms, time, drops } = await openSession({ ping: DEFAULT_PING });
    await time.pass(1400);
    const first = rooms.last;
    first.silent = true;
    first.answer = () => new Promise(() => {});
    void session.request("command", 1).catch(() => {});
    await time.pass(999);
    expect(first.pings).toBe(0);
    await time.pass(1);
    expect(first.pings).toBe(1);
    await time.pass(1499);
    expect(drops()).toEqual([]);
    await time.pass(1);
    expect(drops()).toHaveLength(1);
  });

  it("is noticed within 4 s where something happens, and pinged every 30 s at last where nothing does", async () => {
    const { rooms, time, drops } = await openSession({ ping: DEFAULT_PING });
    await time.pass(10_000);
    expect(rooms.last.pings).toBe(4);
    await time.pass(140_000);
    const before = rooms.last.pings;
    expect(before).toBeLessThan(20);
    await time.pass(150_000);
    expect(rooms.last.pings - before).toBe(5);
    rooms.last.patch({ attempt: 1 });
    rooms.last.silent = true;
    await time.pass(3999);
    expect(drops()).toEqual([]);
    await time.pass(1);
    expect(drops()).toHaveLength(1);
  });

  it("is waited for four times as long as its answers took", async () => {
    const { rooms, time, drops } = await openSession({ ping: DEFAULT_PING });
    const first = rooms.last;
    first.silent = true;
    await time.pass(2500 + 900);
    expect(first.pings).toBe(1);
    first.patch({ attempt: 1 });
    await time.pass(2500 + 3599);
    expect([first.pings, drops()]).toEqual([2, []]);
    await time.pass(1);
    expect(drops()).toHaveLength(1);
  });

  it("is waited for up to 5 s once a ping had no answer", async () => {
    const { rooms, time, drops } = await openSession({ ping: DEFAULT_PING });
    rooms.last.silent = true;
    await time.pass(4010);
    expect(drops()).toHaveLength(1);
    rooms.last.silent = true;
    await time.pass(2500 + 4900);
    expect(drops()).toHaveLength(1);
    await time.pass(200);
    expect(drops()).toHaveLength(2);
  });

  it("is waited for no longer than at first once requests were answered soon again", async () => {
    const { session, rooms, time, drops } = await openSession({ ping: DEFAULT_PING });
    rooms.last.silent = true;
    await time.pass(4010);
    expect(drops()).toHaveLength(1);
    for (let i = 0; i < 2; i++) await session.request("command", i);
    rooms.last.silent = true;
    await time.pass(4010);
    expect(drops()).toHaveLength(2);
  });

  it("is waited for half as long as its pings took, after one request that was answered at once", async () => {
    const { session, rooms, time, drops } = await openSession({ ping: DEFAULT_PING });
    rooms.last.silent = true;
    await time.pass(4010);
    expect(drops()).toHaveLength(1);
    await session.request("command", 1);
    rooms.last.silent = true;
    await time.pass(1000 + 2900);
    expect(drops()).toHaveLength(1);
    await time.pass(200);
    expect(drops()).toHaveLength(2);
  });

  it("is waited for longer still if their answers take as long", async () => {
    const { session, rooms, time, drops } = await openSession({ ping: DEFAULT_PING });
    rooms.last.silent = true;
    await time.pass(4010);
    const { last } = rooms;
    for (let i = 0; i < 6; i++) {
      let answer = (): void => {};
      last.answer = () => new Promise<object>((resolve) => (answer = () => resolve({})));
      const answered = session.request("command", i);
      await time.pass(900);
      last.patch({ attempt: 2 });
      answer();
      await answered;
    }
    last.silent = true;
    await time.pass(2500 + 3500);
    expect(drops()).toHaveLength(1);
    await time.pass(200);
    expect(drops()).toHaveLength(2);
  });

  it("leaves no timer behind when it is left", async () => {
    const { session, time } = await openSession({ ping });
    await session.leave();
    expect(time.pending).toBe(0);
  });
});
