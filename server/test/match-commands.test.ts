import { isDeepStrictEqual } from "node:util";
import { CODES, type WireEntry } from "@flower-war/client-sdk/protocol";
import { REFUSALS } from "@flower-war/rules/flower-war";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { MemoryJournal } from "../src/journal/memory-journal.ts";
import { TestClient } from "./support/client.ts";
import { askForSeat, createMatch } from "./support/post.ts";
import { type People, sitDown } from "./support/table.ts";
import { awaitedOf, someCommand, Truth } from "./support/truth.ts";
import { until } from "./support/until.ts";

const journal = new MemoryJournal();
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ journal });
});
afterAll(() => server.stop());

/** Two people of whom east is asked to roll. */
async function begin(): Promise<People & { east: TestClient; west: TestClient }> {
  const people = await sitDown(server.url, { seats: 2 });
  const [east, west] = people.players;
  if (!east || !west) throw new Error("two sit here");
  return { ...people, east, west };
}

/** Plays until a skull is offered to Tlaloc; the number of that entry. */
async function playUntilSacrifice(players: TestClient[]): Promise<number> {
  for (let n = 1; ; n++) {
    const awaited = awaitedOf(players);
    const { commands } = await awaited.ask("legal");
    const offering = { type: "sacrifice", god: "tlaloc" };
    const offers = commands.some((command) => isDeepStrictEqual(command, offering));
    await awaited.play(offers ? offering : someCommand(awaited, 0));
    if (offers) return n;
    for (const player of players) await player.reached(n);
  }
}

describe("a command", () => {
  test("is in the journal, then in everybody's state, then told as an entry, then answered", async () => {
    const { match, east, west } = await begin();
    const order: string[] = [];
    east.room.onStateChange(() => void order.push(`state ${east.state.n}`));
    east.room.onMessage("entry", ([n]: WireEntry) => void order.push(`entry ${n}`));
    order.push(`answer ${await east.play({ type: "roll" })}`);
    expect(order).toEqual(["state 1", "entry 1", "answer 1"]);
    await west.reached(1);
    const { entries } = await new Truth(journal, match).record();
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ n: 1, seat: "east", command: { type: "roll" } });
  });

  test("tells in its entry as much as each viewer may see", async () => {
    const { match, players } = await begin();
    const watcher = await TestClient.join(
      server.url,
      await askForSeat(server.url, match, { spectate: true }),
    );
    const n = await playUntilSacrifice(players);
    const drawnFor = (client: TestClient) =>
      client.entries.find((entry) => entry.n === n)?.events.find(({ type }) => type === "card-drawn");
    for (const client of [...players, watcher]) await until(() => client.entries.length === n, `entry ${n}`);
    const told = { type: "card-drawn", seat: expect.any(String), deck: "rain" };
    const owner = players.find(({ seat }) => seat === watcher.entries[n - 1]?.seat);
    for (const client of [...players, watcher]) {
      const expected =
        client === owner ? { ...told, held: { id: expect.any(String), card: expect.any(String) } } : told;
      expect(drawnFor(client)).toEqual(expected);
    }
  });

  test("that comes again by its id gets its first answer and does nothing twice", async () => {
    const { match, east } = await begin();
    const first = await east.play({ type: "roll" }, "mine");
    expect(await east.play({ type: "roll" }, "mine")).toBe(first);
    expect(await east.play({ type: "end-turn" }, "mine")).toBe(first);
    expect((await new Truth(journal, match).record()).entries).toHaveLength(1);
  });

  test("that comes twice at once does nothing twice", async () => {
    const { match, east } = await begin();
    const asked = [1, 2, 3].map(() => east.play({ type: "roll" }, "same"));
    expect(await Promise.all(asked)).toEqual([1, 1, 1]);
    expect((await new Truth(journal, match).record()).entries).toHaveLength(1);
  });

  test("that was refused may be tried again by its id", async () => {
    const { east, west } = await begin();
    const early = await west.refusal(west.play({ type: "roll" }, "again"));
    expect(early.code).toBe("not-your-decision");
    await east.play({ type: "concede" });
    expect((await west.refusal(west.play({ type: "roll" }, "again"))).code).toBe("match-over");
  });

  test("of one seat has nothing to do with another's of the same id", async () => {
    const { east, west } = await begin();
    await east.play({ type: "roll" }, "1");
    const { code } = await west.refusal(west.play({ type: "end-turn" }, "1"));
    expect(["not-your-decision", "wrong-phase"], "a roll may bring the turn to its end").toContain(code);
  });
});

describe("a refusal changes nothing and says why", () => {
  test.each([
    ["an unknown command", { type: "dance" }, "malformed"],
    ["a field of the wrong type", { type: "sacrifice", god: 7 }, "malformed"],
    ["a command without a type", {}, "malformed"],
    ["the wrong phase", { type: "end-turn" }, "wrong-phase"],
  ])("%s", async (_, command, code) => {
    const { match, east, west } = await begin();
    expect(await east.refusal(east.play(command))).toMatchObject({ code, message: expect.any(String) });
    await new Truth(journal, match).seenBy([east, west], 0);
    expect((await new Truth(journal, match).record()).entries).toEqual([]);
  });

  test.each([
    ["no id", { command: { type: "roll" } }, "id"],
    ["an id with other characters than its alphabet's", { id: "a:b", command: { type: "roll" } }, "id"],
    ["an id of 65 characters", { id: "x".repeat(65), command: { type: "roll" } }, "id"],
    ["a command that is no object", { id: "x", command: "roll" }, "command"],
    ["no object at all", [1, 2], ""],
  ])("%s: bad-request", async (_, payload, field) => {
    const { east } = await begin();
    const fault = await east.refusal(east.ask("command", payload));
    expect(fault.code).toBe("bad-request");
    expect(fault.field ?? "").toBe(field);
    expect(await east.play({ type: "roll" })).toBe(1);
  });

  test("out of turn", async () => {
    const { west } = await begin();
    expect((await west.refusal(west.play({ type: "roll" }))).code).toBe("not-your-decision");
  });

  test("from a spectator", async () => {
    const { match } = await begin();
    const watcher = await TestClient.join(
      server.url,
      await askForSeat(server.url, match, { spectate: true }),
    );
    expect((await watcher.refusal(watcher.play({ type: "roll" }))).code).toBe("not-seated");
    expect((await watcher.refusal(watcher.ask("pair-temple", { code: "ABCD" }))).code).toBe("not-seated");
    expect(await watcher.ask("legal")).toEqual({ commands: [] });
  });

  test("pairing a temple where the game is played through none", async () => {
    const first = await TestClient.join(
      server.url,
      await createMatch(server.url, { game: "tieqchieq", seats: 2 }),
    );
    expect((await first.refusal(first.ask("pair-temple", { code: "ABCD" }))).code).toBe("no-temples");
  });

  test("before all seats are taken", async () => {
    const first = await TestClient.join(server.url, await createMatch(server.url));
    expect((await first.refusal(first.play({ type: "roll" }))).code).toBe("match-not-started");
    expect(await first.ask("legal")).toEqual({ commands: [] });
  });

  test("with a code that is the rules' or of the catalogue", () => {
    expect(REFUSALS.filter((code) => code in CODES)).toEqual([]);
  });
});

describe("the request legal", () => {
  test("lists what the seat may do now, for clients without our rules", async () => {
    const { east, west } = await begin();
    expect(await east.ask("legal")).toEqual({ commands: [{ type: "roll" }, { type: "concede" }] });
    expect(await west.ask("legal")).toEqual({ commands: [{ type: "concede" }] });
  });

  test("takes no payload as well as an empty one", async () => {
    const { east } = await begin();
    expect(await east.ask("legal", undefined)).toEqual(await east.ask("legal", {}));
  });
});

describe("what no room understands", () => {
  test("as a request is refused and disturbs nobody", async () => {
    const { east, west } = await begin();
    for (const type of ["nonsense", "toString", "__proto__", "", 7]) {
      const fault = await east.refusal(east.room.request(type as never, {}));
      expect(fault, String(type)).toMatchObject({ code: "bad-request", field: "type" });
    }
    expect(await east.play({ type: "roll" })).toBe(1);
    await west.reached(1);
  });

  test("as a message closes its sender alone, who comes back by the token", async () => {
    const { match, east, west } = await begin();
    east.room.send("nonsense" as never, {});
    await until(() => east.closed !== null, "the sender's closing");
    const { token } = east.reserved;
    const again = await TestClient.join(server.url, await askForSeat(server.url, match, { token }));
    expect(await again.play({ type: "roll" })).toBe(1);
    await west.reached(1);
  });
});
