/** The requests `command` and `legal` of a match's room (docs/protocol.md, "The match room"). */
import { isDeepStrictEqual } from "node:util";
import { REFUSAL_CODES, type WireEntry } from "@flower-war/protocol";
import { REFUSALS } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { systemTime } from "../../src/time.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { ExpectedViews, findAwaited, pickCommand, readRecord } from "../support/expected-views.ts";
import { createMatch, requestSeat } from "../support/post.ts";
import { type SeatedMatch, seatTwo } from "../support/seated-match.ts";
import { until } from "../support/until.ts";

const journal = new MemoryJournal(systemTime);
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

/** Begins a match of two in which east must roll. */
async function begin(): Promise<SeatedMatch & { east: TestClient; west: TestClient }> {
  const { first: east, second: west, ...seated } = await seatTwo(server.url);
  return { ...seated, east, west };
}

/** Plays until a skull is sacrificed to Tlaloc. Returns the number of that entry. */
async function playUntilSacrifice(players: TestClient[]): Promise<number> {
  for (let n = 1; ; n++) {
    const awaited = findAwaited(players);
    const { commands } = await awaited.request("legal");
    const sacrifice = { type: "sacrifice", god: "tlaloc" };
    const isLegal = commands.some((command) => isDeepStrictEqual(command, sacrifice));
    await awaited.play(isLegal ? sacrifice : pickCommand(awaited, 0));
    if (isLegal) return n;
    for (const player of players) await player.waitForEntry(n);
  }
}

describe("a command", () => {
  test("is journaled, then shown in the synced state, then sent as an entry, then answered", async () => {
    const { match, east, west } = await begin();
    const order: string[] = [];
    east.room.onStateChange(() => void order.push(`state ${east.state.n}`));
    east.room.onMessage("entry", ([n]: WireEntry) => void order.push(`entry ${n}`));
    order.push(`answer ${await east.play({ type: "roll" })}`);
    expect(order).toEqual(["state 1", "entry 1", "answer 1"]);
    await west.waitForEntry(1);
    const { entries } = await readRecord(journal, match);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ n: 1, seat: "east", command: { type: "roll" } });
  });

  test("becomes an entry that shows each client only what it may see", async () => {
    const { match, players } = await begin();
    const watcher = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { spectate: true }),
    );
    const n = await playUntilSacrifice(players);
    const drawnFor = (client: TestClient) =>
      client.entries.find((entry) => entry.n === n)?.events.find(({ type }) => type === "card-drawn");
    for (const client of [...players, watcher]) await until(() => client.entries.length === n, `entry ${n}`);
    const shown = { type: "card-drawn", seat: expect.any(String), deck: "rain" };
    const owner = players.find(({ seat }) => seat === watcher.entries[n - 1]?.seat);
    for (const client of [...players, watcher]) {
      const expected =
        client === owner ? { ...shown, held: { id: expect.any(String), card: expect.any(String) } } : shown;
      expect(drawnFor(client)).toEqual(expected);
    }
  });

  test("with an id that was played before gets the first answer and changes nothing", async () => {
    const { match, east } = await begin();
    const first = await east.play({ type: "roll" }, "mine");
    expect(await east.play({ type: "roll" }, "mine")).toBe(first);
    expect(await east.play({ type: "end-turn" }, "mine")).toBe(first);
    expect((await readRecord(journal, match)).entries).toHaveLength(1);
  });

  test("that is sent three times at once is played once", async () => {
    const { match, east } = await begin();
    const answers = [1, 2, 3].map(() => east.play({ type: "roll" }, "same"));
    expect(await Promise.all(answers)).toEqual([1, 1, 1]);
    expect((await readRecord(journal, match)).entries).toHaveLength(1);
  });

  test("is answered with what its sender may send next, also when it is repeated later", async () => {
    const { east, west } = await begin();
    const roll = { id: "mine", command: { type: "roll" } };
    const first = await east.request("command", roll);
    expect(first.legal).toEqual((await east.request("legal")).commands);
    expect(first.legal).toContainEqual({ type: "concede" });
    await west.play({ type: "concede" });
    expect(await east.request("command", roll)).toEqual({ n: first.n, legal: [] });
  });

  test.each([
    { without: ["legal"], has: false },
    { without: ["legal", "known later"], has: false },
    { without: ["another"], has: true },
    { without: [], has: true },
  ])(
    "is answered with them or not, as its sender's reservation says: without $without",
    async ({ without, has }) => {
      const settings = { seats: 2, bots: 1, options: { rackSize: 4 } };
      const reserved = await createMatch(server.url, { ...settings, without });
      const first = await TestClient.join(server.url, reserved);
      await first.waitForEntry(0);
      const answer = await first.request("command", { id: "mine", command: { type: "concede" } });
      expect("legal" in answer).toBe(has);
      const back = await requestSeat(server.url, reserved.match, {
        token: reserved.token,
        without: ["legal"],
      });
      const again = await TestClient.join(server.url, back);
      expect(await again.request("command", { id: "mine", command: { type: "concede" } })).toEqual({
        n: answer.n,
      });
    },
  );

  test("that was refused may be sent again with its id", async () => {
    const { east, west } = await begin();
    const early = await expectRefusal(west.play({ type: "roll" }, "again"));
    expect(early.code).toBe("not-your-decision");
    await east.play({ type: "concede" });
    expect((await expectRefusal(west.play({ type: "roll" }, "again"))).code).toBe("match-over");
  });

  test("of one seat is not confused with another seat's of the same id", async () => {
    const { east, west } = await begin();
    await east.play({ type: "roll" }, "1");
    const { code } = await expectRefusal(west.play({ type: "end-turn" }, "1"));
    expect(["not-your-decision", "wrong-phase"], "a roll may end the turn").toContain(code);
  });
});

describe("a refused command changes nothing and gets a code", () => {
  test.each([
    ["an unknown command", { type: "dance" }, "malformed"],
    ["a field of the wrong type", { type: "sacrifice", god: 7 }, "malformed"],
    ["a command without a type", {}, "malformed"],
    ["the wrong phase", { type: "end-turn" }, "wrong-phase"],
  ])("%s", async (_, command, code) => {
    const { match, east, west } = await begin();
    expect(await expectRefusal(east.play(command))).toMatchObject({ code, message: expect.any(String) });
    await new ExpectedViews(journal, match).expectShownTo([east, west], 0);
    expect((await readRecord(journal, match)).entries).toEqual([]);
  });

  test.each([
    ["no id", { command: { type: "roll" } }, "id"],
    ["an id with a character outside its alphabet", { id: "a:b", command: { type: "roll" } }, "id"],
    ["an id of 65 characters", { id: "x".repeat(65), command: { type: "roll" } }, "id"],
    ["a command that is not an object", { id: "x", command: "roll" }, "command"],
    ["a payload that is not an object", [1, 2], ""],
  ])("%s: bad-request", async (_, payload, field) => {
    const { east } = await begin();
    const refusal = await expectRefusal(east.request("command", payload));
    expect(refusal.code).toBe("bad-request");
    expect(refusal.field ?? "").toBe(field);
    expect(await east.play({ type: "roll" })).toBe(1);
  });

  test("out of turn: not-your-decision", async () => {
    const { west } = await begin();
    expect((await expectRefusal(west.play({ type: "roll" }))).code).toBe("not-your-decision");
  });

  test("from a spectator: not-seated", async () => {
    const { match } = await begin();
    const watcher = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { spectate: true }),
    );
    expect((await expectRefusal(watcher.play({ type: "roll" }))).code).toBe("not-seated");
    expect((await expectRefusal(watcher.request("pair-temple", { code: "ABCD" }))).code).toBe("not-seated");
    expect((await expectRefusal(watcher.request("nearby-temples"))).code).toBe("not-seated");
    expect((await expectRefusal(watcher.request("pair-nearby", { templeId: "templo-1" }))).code).toBe(
      "not-seated",
    );
    expect(await watcher.request("legal")).toEqual({ commands: [] });
  });

  test("pairing a temple in a game without temples: no-temples", async () => {
    const first = await TestClient.join(
      server.url,
      await createMatch(server.url, { game: "tieqchieq", seats: 2 }),
    );
    expect((await expectRefusal(first.request("pair-temple", { code: "ABCD" }))).code).toBe("no-temples");
    expect((await expectRefusal(first.request("nearby-temples"))).code).toBe("no-temples");
  });

  test("before all seats are taken: match-not-started", async () => {
    const first = await TestClient.join(server.url, await createMatch(server.url));
    expect((await expectRefusal(first.play({ type: "roll" }))).code).toBe("match-not-started");
    expect(await first.request("legal")).toEqual({ commands: [] });
  });

  test("with a code of the rules or of the protocol, never of both", () => {
    expect(REFUSALS.filter((code) => code in REFUSAL_CODES)).toEqual([]);
  });
});

describe("the request legal", () => {
  test("returns the commands that the seat may play now", async () => {
    const { east, west } = await begin();
    expect(await east.request("legal")).toEqual({ commands: [{ type: "roll" }, { type: "concede" }] });
    expect(await west.request("legal")).toEqual({ commands: [{ type: "concede" }] });
  });

  test("accepts a missing payload like an empty one", async () => {
    const { east } = await begin();
    expect(await east.request("legal", undefined)).toEqual(await east.request("legal", {}));
  });
});

describe("a message type that the room does not know", () => {
  test("is refused bad-request as a request, and disturbs no other client", async () => {
    const { east, west } = await begin();
    for (const type of ["nonsense", "toString", "__proto__", "", 7]) {
      const refusal = await expectRefusal(east.room.request(type as never, {}));
      expect(refusal, String(type)).toMatchObject({ code: "bad-request", field: "type" });
    }
    expect(await east.play({ type: "roll" })).toBe(1);
    await west.waitForEntry(1);
  });

  test("closes the sender only as a plain message; the player rejoins with the token", async () => {
    const { match, east, west } = await begin();
    east.room.send("nonsense" as never, {});
    await until(() => east.closeCode !== null, "the sender to be disconnected");
    const { token } = east.reserved;
    const again = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
    expect(await again.play({ type: "roll" })).toBe(1);
    await west.waitForEntry(1);
  });
});
