import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NO_PING, type PingPolicy } from "../src/heartbeat.ts";
import { type Drop, Line, type LineListener } from "../src/line.ts";
import { CLOSE } from "../src/protocol.ts";
import { connectionRefusal, Refusal } from "../src/refusal.ts";
import { RESUME, type ResumePolicy } from "../src/resume-policy.ts";
import { type FakeRoom, FakeRooms, RESERVATION } from "./support/fake-rooms.ts";

const QUICK: ResumePolicy = { attempts: 3, delay: 1, maxDelay: 2 };

/** A line into fake rooms, and what it told. */
async function openLine({
  resume = QUICK,
  reserve = async () => RESERVATION,
  ping = NO_PING,
}: {
  resume?: ResumePolicy;
  reserve?: () => Promise<typeof RESERVATION>;
  ping?: PingPolicy;
} = {}) {
  const rooms = new FakeRooms();
  rooms.onConnect = (room, attempt) => room.patch({ attempt });
  const told: (string | Drop)[] = [];
  const listener: LineListener<string> = {
    changed: () => told.push("changed"),
    message: (type, payload) => told.push(`${type} ${payload}`),
    dropped: (drop) => told.push(drop),
    resumed: () => told.push("resumed"),
  };
  const line = new Line<{ attempt: number }, string>(
    { reserve, connect: rooms.connect, resume, ping },
    listener,
  );
  await line.open(RESERVATION);
  return { line, rooms, listener, told, drops: () => told.filter((fact) => typeof fact === "object") };
}

const until = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 2000 });

describe("a line", () => {
  it("is connected with the room's state once it has connected", async () => {
    const { line, told } = await openLine();
    expect(line.status).toBe("connected");
    expect(line.state).toEqual({ attempt: 1 });
    expect(told).toEqual(["changed"]);
  });

  it("tells patches and messages in the order in which they came", async () => {
    const { rooms, told } = await openLine();
    rooms.last.patch({ attempt: 1 });
    rooms.last.message("entry", "a");
    rooms.last.patch({ attempt: 1 });
    expect(told.slice(1)).toEqual(["changed", "entry a", "changed"]);
  });

  it("takes its place again after a drop, in a new room", async () => {
    const { line, rooms, told } = await openLine();
    rooms.last.close(1006, "gone");
    expect(line.status).toBe("reconnecting");
    expect(told.at(-1)).toEqual({ code: 1006, reason: "gone", gone: false });
    await until(() => expect(line.status).toBe("connected"));
    expect(told.slice(-2)).toEqual(["changed", "resumed"]);
    expect(line.state).toEqual({ attempt: 2 });
    await line.request("command", 1);
    expect(rooms.rooms.map((room) => room.requests.length)).toEqual([0, 1]);
  });

  it("can be used as soon as it tells its new state", async () => {
    const { line, rooms, listener } = await openLine();
    const first = rooms.last;
    const answers: Promise<unknown>[] = [];
    listener.changed = () => answers.push(line.request("command", 1));
    first.close(1006);
    await until(() => expect(answers).toHaveLength(1));
    await Promise.all(answers);
    expect(rooms.last.requests).toHaveLength(1);
  });

  it("refuses requests with `closed` while it is lost, and keeps none for later", async () => {
    const { line, rooms } = await openLine();
    rooms.last.close(1006);
    await expect(line.request("command", 1)).rejects.toMatchObject({ code: "closed" });
    await until(() => expect(line.status).toBe("connected"));
    expect(rooms.last.requests).toEqual([]);
  });

  it("keeps the last state it saw while it is lost", async () => {
    const { line, rooms } = await openLine();
    rooms.last.close(1006);
    expect(line.state).toEqual({ attempt: 1 });
  });

  it.each([
    ["unreachable", connectionRefusal("unreachable")],
    ["timeout", connectionRefusal("timeout")],
    ["closed", connectionRefusal("closed")],
    ["unavailable", new Refusal({ code: "unavailable", message: "" })],
    ["internal", new Refusal({ code: "internal", message: "" })],
    ["anything with a wait", new Refusal({ code: "too-many-creations", message: "", wait: 1 })],
    ["an error that is no refusal", new Error("the network is down")],
  ])("tries again after %s", async (_, error) => {
    const reserve = vi.fn(async () => RESERVATION).mockRejectedValueOnce(error);
    const { line, rooms } = await openLine({ reserve });
    rooms.last.close(1006);
    await until(() => expect(line.status).toBe("connected"));
    expect(reserve).toHaveBeenCalledTimes(2);
  });

  it("waits as long as a refusal says", async () => {
    vi.useFakeTimers();
    try {
      const wait = new Refusal({ code: "too-many-messages", message: "", wait: 5000 });
      const reserve = vi.fn(async () => RESERVATION).mockRejectedValueOnce(wait);
      const { rooms } = await openLine({ reserve });
      rooms.last.close(1006);
      await vi.advanceTimersByTimeAsync(4999);
      expect(reserve).toHaveBeenCalledOnce();
      await vi.advanceTimersByTimeAsync(10);
      expect(reserve).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("asks again after 2 s, 4 s ... when the way in does not answer after a silent loss, as over a dead connection", async () => {
    vi.useFakeTimers();
    try {
      const reserve = vi.fn(() => new Promise<typeof RESERVATION>(() => {}));
      const { line, rooms } = await openLine({ reserve, resume: { ...QUICK, attempts: 10 } });
      rooms.last.close(1006);
      for (const [asked, ms] of [2000, 4000, 8000].entries()) {
        await vi.advanceTimersByTimeAsync(10);
        expect(reserve).toHaveBeenCalledTimes(asked + 1);
        await vi.advanceTimersByTimeAsync(ms - 100);
        expect(reserve).toHaveBeenCalledTimes(asked + 1);
        await vi.advanceTimersByTimeAsync(100);
      }
      reserve.mockResolvedValue(RESERVATION);
      await vi.advanceTimersByTimeAsync(16_100);
      expect(line.status).toBe("connected");
    } finally {
      vi.useRealTimers();
    }
  });

  it("comes back within its first delay when it is told that the room has moved", async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0.1);
    try {
      const { line, rooms } = await openLine({ resume: RESUME });
      rooms.last.close(CLOSE.moved);
      expect(line.status).toBe("reconnecting");
      await vi.advanceTimersByTimeAsync(RESUME.delay * 0.1 + 1);
      expect(line.status).toBe("connected");
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  });

  it("is resuming from the moment that its place is reserved again", async () => {
    const { line, rooms } = await openLine();
    const statuses: string[] = [];
    rooms.onConnect = (room) => {
      statuses.push(line.status);
      room.patch({ attempt: 2 });
      statuses.push(line.status);
    };
    rooms.last.close(1006);
    await until(() => expect(statuses).toEqual(["resuming", "connected"]));
  });

  it("gives up at a refusal that would be given again, and says which", async () => {
    const refusal = new Refusal({ code: "unknown-match", message: "no such match" });
    const reserve = vi.fn(async () => Promise.reject(refusal));
    const { line, rooms, drops } = await openLine({ reserve });
    rooms.last.close(1006, "gone");
    await until(() => expect(line.status).toBe("gone"));
    expect(reserve).toHaveBeenCalledOnce();
    expect(drops()).toEqual([
      { code: 1006, reason: "gone", gone: false },
      { code: 1006, reason: "gone", gone: true, refusal },
    ]);
  });

  it("gives up after the number of attempts it was given", async () => {
    const reserve = vi.fn(async () => Promise.reject(connectionRefusal("unreachable")));
    const { line, rooms, drops } = await openLine({ reserve });
    rooms.last.close(1006);
    await until(() => expect(line.status).toBe("gone"));
    expect(reserve).toHaveBeenCalledTimes(QUICK.attempts);
    expect(drops()).toHaveLength(2);
    expect(drops().at(-1)).toMatchObject({ gone: true, refusal: { code: "unreachable" } });
  });

  it("tries eight times within a second, then by doubling delays up to the longest, each shortened by up to half", async () => {
    vi.useFakeTimers();
    try {
      const attempts: number[] = [];
      const reserve = async () => {
        attempts.push(Date.now());
        throw connectionRefusal("unreachable");
      };
      const { line, rooms } = await openLine({ reserve, resume: RESUME });
      const start = Date.now();
      rooms.last.close(1006);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(line.status, "still trying after a minute").toBe("reconnecting");
      await line.leave();
      const gaps = attempts.map((at, i) => at - (attempts[i - 1] ?? start));
      const middles = [...Array(8).fill(125), 250, 500, 1000, 2000, 4000, 8000, 8000, 8000];
      expect(gaps.length).toBeGreaterThanOrEqual(middles.length);
      for (const [i, middle] of middles.entries()) {
        expect(gaps[i]).toBeGreaterThanOrEqual(Math.floor(middle * 0.5));
        expect(gaps[i]).toBeLessThanOrEqual(middle + 1);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ["replaced", CLOSE.replaced],
    ["flood", CLOSE.flood],
    ["closed", CLOSE.closed],
    ["a leave that the server asked for", 4000],
  ])("is gone after %s", async (_, code) => {
    const reserve = vi.fn(async () => RESERVATION);
    const { line, rooms, drops } = await openLine({ reserve });
    rooms.last.close(code, "why");
    expect(line.status).toBe("gone");
    expect(drops()).toEqual([{ code, reason: "why", gone: true }]);
    await expect(line.request("command", 1)).rejects.toMatchObject({ code: "closed" });
    expect(reserve).not.toHaveBeenCalled();
  });

  it("is gone after any drop when it is given no attempts", async () => {
    const { line, rooms, drops } = await openLine({ resume: { ...QUICK, attempts: 0 } });
    rooms.last.close(1006);
    expect(line.status).toBe("gone");
    expect(drops()).toEqual([{ code: 1006, reason: "", gone: true }]);
  });

  it("leaves without telling a drop", async () => {
    const { line, rooms, drops } = await openLine();
    await line.leave();
    await line.leave();
    expect(rooms.last.left).toBe(true);
    expect(line.status).toBe("gone");
    expect(drops()).toEqual([]);
  });

  it("stops coming back when it is left", async () => {
    const reserve = vi.fn(async () => RESERVATION);
    const { line, rooms, told } = await openLine({
      reserve,
      resume: { ...QUICK, delay: 60_000, maxDelay: 60_000 },
    });
    rooms.last.close(1006);
    const before = [...told];
    await line.leave();
    expect(line.status).toBe("gone");
    expect(reserve).not.toHaveBeenCalled();
    expect(told).toEqual(before);
  });

  it("leaves the room it is just coming back to when it is left meanwhile", async () => {
    const reserved = Promise.withResolvers<typeof RESERVATION>();
    const reserve = vi.fn(() => reserved.promise);
    const { line, rooms, told } = await openLine({ reserve });
    const first = rooms.last;
    first.close(1006);
    await until(() => expect(reserve).toHaveBeenCalled());
    await line.leave();
    reserved.resolve(RESERVATION);
    await until(() => expect(rooms.last).not.toBe(first));
    await until(() => expect(rooms.last.left).toBe(true));
    expect(line.status).toBe("gone");
    expect(told).not.toContain("resumed");
  });

  it("goes on when a connection that it gave up for another tells that its place was taken", async () => {
    const { line, rooms, drops } = await openLine();
    const givenUp: FakeRoom[] = [];
    rooms.onConnect = (room, attempt) => {
      room.patch({ attempt });
      if (attempt !== 2) return;
      givenUp.push(room);
      throw connectionRefusal("timeout");
    };
    rooms.last.close(1006);
    await until(() => expect(line.state).toEqual({ attempt: 3 }));
    for (const room of givenUp) {
      room.patch({ attempt: 2 });
      room.close(CLOSE.replaced);
    }
    expect(givenUp).toHaveLength(1);
    expect(line.status).toBe("connected");
    expect(line.state).toEqual({ attempt: 3 });
    expect(drops()).toHaveLength(1);
  });

  it("is dropped again by a room that closes while it is entered", async () => {
    const { line, rooms, told } = await openLine();
    rooms.onConnect = (room, attempt) => {
      room.patch({ attempt });
      if (attempt === 2) room.close(4002, "moved");
    };
    rooms.last.close(1006);
    await until(() => expect(line.status).toBe("connected"));
    expect(line.state).toEqual({ attempt: 3 });
    const facts = told.map((fact) => (typeof fact === "object" ? fact.code : fact));
    expect(facts).toEqual(["changed", 1006, "changed", 4002, "changed", "resumed"]);
  });
});

describe("a request that is asked surely", () => {
  const refuse = (code: "closed" | "timeout") => () => {
    throw connectionRefusal(code);
  };

  it("is asked again over the next connection when the first is lost before its answer, once answered never more", async () => {
    const { line, rooms } = await openLine();
    const first = rooms.last;
    first.answer = refuse("closed");
    rooms.onConnect = (room, attempt) => {
      room.patch({ attempt });
      room.answer = () => ({ n: 7 });
    };
    const asking = line.requestSurely("command", { id: "a" });
    first.close(1006);
    expect(await asking).toEqual({ n: 7 });
    const asked = [{ type: "command", payload: { id: "a" } }];
    expect(rooms.rooms.map(({ requests }) => requests)).toEqual([asked, asked]);
  });

  it("waits for the next connection when it is asked while there is none", async () => {
    const { line, rooms } = await openLine();
    rooms.last.close(1006);
    await line.requestSurely("command", 1);
    expect(rooms.rooms.map(({ requests }) => requests.length)).toEqual([0, 1]);
  });

  it("is asked again when no answer came in time, though the connection seems to live", async () => {
    const { line, rooms } = await openLine();
    rooms.last.answer = vi.fn(() => ({ n: 1 })).mockImplementationOnce(refuse("timeout"));
    expect(await line.requestSurely("command", 1)).toEqual({ n: 1 });
    expect(rooms.last.requests).toHaveLength(2);
  });

  it("passes the answer's refusal on, asked once", async () => {
    const { line, rooms } = await openLine();
    rooms.last.answer = () => {
      throw new Refusal({ code: "wrong-phase", message: "" });
    };
    await expect(line.requestSurely("command", 1)).rejects.toMatchObject({ code: "wrong-phase" });
    expect(rooms.last.requests).toHaveLength(1);
  });

  it.each([
    ["it is left", (line: Line<unknown, string>) => line.leave()],
    ["the place is lost for good", async (_: unknown, rooms: FakeRooms) => rooms.last.close(CLOSE.replaced)],
  ])("is refused with `closed` when %s", async (_, end) => {
    const { line, rooms } = await openLine();
    rooms.last.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      throw connectionRefusal("closed");
    };
    const asking = line.requestSurely("command", 1);
    await end(line, rooms);
    await expect(asking).rejects.toMatchObject({ code: "closed" });
    await expect(line.requestSurely("command", 1)).rejects.toMatchObject({ code: "closed" });
  });
});

describe("a line that falls silent", () => {
  const ping: PingPolicy = { every: 1000, patience: 300 };
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is pinged after the silence that its policy allows, and stays while pings are answered", async () => {
    const { line, rooms, drops } = await openLine({ ping });
    await vi.advanceTimersByTimeAsync(999);
    expect(rooms.last.pings).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(rooms.last.pings).toBe(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rooms.last.pings).toBeGreaterThan(5);
    expect(line.status).toBe("connected");
    expect(drops()).toEqual([]);
  });

  it("is not pinged while something is heard", async () => {
    const { rooms } = await openLine({ ping });
    for (let i = 0; i < 20; i++) {
      await vi.advanceTimersByTimeAsync(400);
      if (i % 2 === 0) rooms.last.patch({ attempt: 1 });
      else rooms.last.message("entry", "a");
    }
    expect(rooms.last.pings).toBe(0);
  });

  it("is dropped with 1006 when no answer comes in time, and comes back", async () => {
    const { line, rooms, drops } = await openLine({ ping });
    const first = rooms.last;
    first.silent = true;
    await vi.advanceTimersByTimeAsync(1299);
    expect(drops()).toEqual([]);
    await vi.advanceTimersByTimeAsync(2);
    expect(drops()).toEqual([{ code: 1006, reason: "nothing was heard any more", gone: false }]);
    await vi.advanceTimersByTimeAsync(10);
    expect(line.status).toBe("connected");
    expect(rooms.last).not.toBe(first);
  });

  it("leaves no timer behind when it is left", async () => {
    const { line } = await openLine({ ping });
    await line.leave();
    expect(vi.getTimerCount()).toBe(0);
  });
});
