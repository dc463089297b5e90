import { describe, expect, it, vi } from "vitest";
import { type Drop, Line, type LineListener, RESUME, type ResumePolicy } from "../src/line.ts";
import { CLOSE } from "../src/protocol.ts";
import { connectionRefusal, Refusal } from "../src/refusal.ts";
import { FakeRooms, RESERVATION } from "./support/fake-rooms.ts";

const QUICK: ResumePolicy = { attempts: 3, delay: 1, maxDelay: 2 };

/** A line into fake rooms, and what it told. */
async function openLine({ resume = QUICK, reserve = async () => RESERVATION } = {}) {
  const rooms = new FakeRooms();
  rooms.onConnect = (room, attempt) => room.patch({ attempt });
  const told: (string | Drop)[] = [];
  const listener: LineListener<string> = {
    changed: () => told.push("changed"),
    message: (type, payload) => told.push(`${type} ${payload}`),
    dropped: (drop) => told.push(drop),
    resumed: () => told.push("resumed"),
  };
  const line = new Line<{ attempt: number }, string>({ reserve, connect: rooms.connect, resume }, listener);
  await line.open(RESERVATION);
  return { line, rooms, listener, told, drops: () => told.filter((fact) => typeof fact === "object") };
}

const until = (check: () => void) => vi.waitFor(check, { interval: 1, timeout: 2000 });

describe("a line", () => {
  it("is open with the room's state once it has connected", async () => {
    const { line, told } = await openLine();
    expect(line.status).toBe("open");
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
    expect(line.status).toBe("resuming");
    expect(told.at(-1)).toEqual({ code: 1006, reason: "gone", resuming: true });
    await until(() => expect(line.status).toBe("open"));
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

  it("refuses requests with `closed` while it is resuming, and keeps none for later", async () => {
    const { line, rooms } = await openLine();
    rooms.last.close(1006);
    await expect(line.request("command", 1)).rejects.toMatchObject({ code: "closed" });
    await until(() => expect(line.status).toBe("open"));
    expect(rooms.last.requests).toEqual([]);
  });

  it("keeps the last state it saw while it is resuming", async () => {
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
    await until(() => expect(line.status).toBe("open"));
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

  it("gives up at a refusal that would be given again, and says which", async () => {
    const refusal = new Refusal({ code: "unknown-match", message: "no such match" });
    const reserve = vi.fn(async () => Promise.reject(refusal));
    const { line, rooms, drops } = await openLine({ reserve });
    rooms.last.close(1006, "gone");
    await until(() => expect(line.status).toBe("closed"));
    expect(reserve).toHaveBeenCalledOnce();
    expect(drops()).toEqual([
      { code: 1006, reason: "gone", resuming: true },
      { code: 1006, reason: "gone", resuming: false, refusal },
    ]);
  });

  it("gives up after the number of attempts it was given", async () => {
    const reserve = vi.fn(async () => Promise.reject(connectionRefusal("unreachable")));
    const { line, rooms, drops } = await openLine({ reserve });
    rooms.last.close(1006);
    await until(() => expect(line.status).toBe("closed"));
    expect(reserve).toHaveBeenCalledTimes(QUICK.attempts);
    expect(drops()).toHaveLength(2);
    expect(drops().at(-1)).toMatchObject({ resuming: false, refusal: { code: "unreachable" } });
  });

  it("spaces its attempts by doubling delays up to the longest, each shortened by up to half", async () => {
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
      await vi.runAllTimersAsync();
      expect(line.status).toBe("closed");
      const gaps = attempts.map((at, i) => at - (attempts[i - 1] ?? start));
      const middles = [250, 500, 1000, 2000, 4000, 8000, 8000, 8000];
      expect(gaps).toHaveLength(middles.length);
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
  ])("stays closed after %s", async (_, code) => {
    const reserve = vi.fn(async () => RESERVATION);
    const { line, rooms, drops } = await openLine({ reserve });
    rooms.last.close(code, "why");
    expect(line.status).toBe("closed");
    expect(drops()).toEqual([{ code, reason: "why", resuming: false }]);
    await expect(line.request("command", 1)).rejects.toMatchObject({ code: "closed" });
    expect(reserve).not.toHaveBeenCalled();
  });

  it("stays closed after any drop when it is given no attempts", async () => {
    const { line, rooms, drops } = await openLine({ resume: { ...QUICK, attempts: 0 } });
    rooms.last.close(1006);
    expect(line.status).toBe("closed");
    expect(drops()).toEqual([{ code: 1006, reason: "", resuming: false }]);
  });

  it("leaves without telling a drop", async () => {
    const { line, rooms, drops } = await openLine();
    await line.leave();
    await line.leave();
    expect(rooms.last.left).toBe(true);
    expect(line.status).toBe("closed");
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
    expect(line.status).toBe("closed");
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
    expect(line.status).toBe("closed");
    expect(told).not.toContain("resumed");
  });

  it("is dropped again by a room that closes while it is entered", async () => {
    const { line, rooms, told } = await openLine();
    rooms.onConnect = (room, attempt) => {
      room.patch({ attempt });
      if (attempt === 2) room.close(4002, "moved");
    };
    rooms.last.close(1006);
    await until(() => expect(line.status).toBe("open"));
    expect(line.state).toEqual({ attempt: 3 });
    const facts = told.map((fact) => (typeof fact === "object" ? fact.code : fact));
    expect(facts).toEqual(["changed", 1006, "changed", 4002, "changed", "resumed"]);
  });
});
