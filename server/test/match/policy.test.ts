/** What a table's host sets for strangers (docs/protocol.md, "The host's policy"). */
import {
  CLOSE,
  LIMITS,
  type MatchSummary,
  PATHS,
  type RefusalBody,
  type SeatReservation,
  type TablePage,
} from "@flower-war/protocol";
import { SERVER_LIMITS } from "@flower-war/protocol/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { Gathering } from "../../src/match/gathering/gathering.ts";
import { bearer, createAccount, createGuest } from "../support/account.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { createMatch, fromAddress, post, requestSeat } from "../support/post.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

const FOE = fromAddress("2001:db8:1:1::1");
const FOES_OTHER_ADDRESS = fromAddress("2001:db8:1:1:ffff::7");
const FRIEND = fromAddress("2001:db8:1:2::1");

let time: FakeTime;
let journal: MemoryJournal;
let server: RunningServer;
const start = async () => {
  const authSecret = "auth-secret-that-outlives-the-server";
  server = await startOnFakeTime(time, {
    journal,
    authSecret,
    trustProxy: "loopback",
    seatsPerMinute: 10_000,
  });
};
beforeEach(async () => {
  time = new FakeTime();
  journal = new MemoryJournal(time);
  await start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

const join = async (reserved: SeatReservation) => {
  const client = await TestClient.join(server.url, reserved);
  client.room.onMessage("chat", () => {});
  return client;
};
const create = async (settings: object = {}) =>
  join(await createMatch(server.url, { start: "host", ...settings }));
const enter = async ({ reserved }: TestClient, body: object, headers = FOE) =>
  join(await requestSeat(server.url, reserved.invitation ?? reserved.match, body, headers));
const watch = (table: TestClient, headers = FOE) => enter(table, { spectate: true }, headers);
/** The answer to who asks for a place: a refusal's code, or `undefined`. */
const codeFor = async (name: string, body: object, headers: Record<string, string> = FOE) => {
  const asked = await post<RefusalBody>(server.url, PATHS.seats.replace(":id", name), body, headers);
  return asked.status === 200 ? undefined : asked.body.code;
};
const say = (client: TestClient, id: string, name?: string) =>
  client.request("say", { id, text: id, ...(name !== undefined && { name }) });
const comeBack = async ({ reserved: { match, token } }: TestClient) =>
  join(await requestSeat(server.url, match, { token }));

/** Begins the match of a table with those who sit, and returns when it is played. */
async function begin(host: TestClient): Promise<void> {
  await host.request("start");
  await until(() => host.state.status === "playing", "the match to begin");
}

describe("a guest who was kicked and blocked", () => {
  test("cannot sit down, watch or read the table by HTTP, as another guest or from another address of the network", async () => {
    const east = await create();
    const { match } = east.reserved;
    const foe = await enter(east, { name: "Foe" });
    await east.request("free-seat", { seat: "north", block: true });
    await until(() => foe.closeCode !== null, "the foe to be gone");
    expect(foe.closeCode).toBe(CLOSE.removed);
    expect(east.details.policy.blocked).toEqual(["Foe"]);
    const guest = bearer((await createGuest(server.url)).token);
    for (const headers of [FOE, FOES_OTHER_ADDRESS, { ...FOE, ...guest }]) {
      expect(await codeFor(match, { name: "Other" }, headers)).toBe("blocked");
      expect(await codeFor(match, { spectate: true }, headers)).toBe("blocked");
    }
    const view = await fetch(`${server.url}${PATHS.match.replace(":id", match)}/view`, { headers: FOE });
    expect(await view.json()).toMatchObject({ code: "blocked" });
    expect(await codeFor(match, { name: "Friend" }, FRIEND)).toBeUndefined();
  });

  test("is known by their player wherever they come from; an account in their network is let in", async () => {
    const east = await create();
    const { match } = east.reserved;
    const foe = bearer((await createAccount(server.url)).token);
    await enter(east, { name: "Foe" }, { ...FOE, ...foe });
    await east.request("free-seat", { seat: "north", block: true });
    expect(await codeFor(match, { name: "Foe" }, { ...FRIEND, ...foe })).toBe("blocked");
    const neighbour = bearer((await createAccount(server.url)).token);
    expect(await codeFor(match, { name: "Ana" }, { ...FOE, ...neighbour })).toBeUndefined();
  });

  test("stays blocked when the server starts again, and comes back when the host lets them", async () => {
    const east = await create();
    await enter(east, { name: "Foe" });
    await east.request("free-seat", { seat: "north", block: true });
    const stored = await journal.read(east.reserved.match);
    expect(JSON.stringify(stored?.facts)).not.toContain("2001:db8");
    await server.stop();
    await start();
    expect(await codeFor(east.reserved.match, { name: "Foe" })).toBe("blocked");
    const back = await comeBack(east);
    expect(back.details.policy.blocked).toEqual(["Foe"]);
    await back.request("lift", { how: "blocked", name: "Foe" });
    expect(await codeFor(east.reserved.match, { name: "Foe" })).toBeUndefined();
  });

  test("is kept out though they never connected to the seat", async () => {
    const east = await create({ private: true });
    const invitation = east.reserved.invitation ?? "";
    await requestSeat(server.url, invitation, { name: "Foe" }, FOE);
    await east.request("free-seat", { seat: "north", block: true });
    for (const headers of [FOE, FOES_OTHER_ADDRESS])
      expect(await codeFor(invitation, { name: "Other" }, headers)).toBe("blocked");
    expect(await codeFor(invitation, { name: "Friend" }, FRIEND)).toBeUndefined();
  });

  test("a late press frees no seat that another guest has taken meanwhile", async () => {
    const east = await create();
    const foe = await enter(east, { name: "Foe" });
    await foe.room.leave();
    await until(() => east.state.seats.get("north")?.name === "", "the seat to be open");
    const ana = await enter(east, { name: "Ana" }, FRIEND);
    await east.request("free-seat", { seat: "north", name: "Foe", block: true });
    expect(east.state.seats.get("north")?.name).toBe("Ana");
    expect(east.details.policy.blocked).toEqual([]);
    await east.request("free-seat", { seat: "north", name: "Ana" });
    await until(() => ana.closeCode === CLOSE.removed, "the guest to be gone");
  });

  test("who was only kicked may come back", async () => {
    const east = await create();
    await enter(east, { name: "B" });
    await east.request("free-seat", { seat: "north" });
    expect(await codeFor(east.reserved.match, { name: "B" })).toBeUndefined();
  });

  test("the host blocks as many as the limit says", async () => {
    const east = await create();
    for (let i = 0; i < LIMITS.barred; i++) {
      await enter(east, { name: "Foe" }, fromAddress(`198.51.100.${i}`));
      await east.request("free-seat", { seat: "north", block: true });
    }
    expect(new Set(east.details.policy.blocked).size).toBe(LIMITS.barred);
    await enter(east, { name: "Foe" });
    const more = east.request("free-seat", { seat: "north", block: true });
    expect(await expectRefusal(more)).toMatchObject({ code: "too-many-barred" });
  });
});

describe("a spectator", () => {
  test("who is blocked while the match is played is disconnected, and comes back no more", async () => {
    const east = await create({ seats: 2 });
    await enter(east, { name: "B" }, FRIEND);
    await begin(east);
    const [foe, friend] = [await watch(east), await watch(east, FRIEND)];
    const { n } = await say(foe, "1", "Foe");
    await say(friend, "1", "Ana");
    await east.request("block", { n });
    await until(() => foe.closeCode === CLOSE.removed, "the foe to be gone");
    expect(await codeFor(east.reserved.match, { spectate: true })).toBe("blocked");
    expect(friend.closeCode).toBeNull();
    expect(east.details.policy.blocked).toEqual(["Foe"]);
  });

  test("who is silenced watches, and talks no more under any name", async () => {
    const east = await create();
    const [foe, friend] = [await watch(east), await watch(east, FRIEND)];
    const { n } = await say(foe, "1", "Foe");
    await east.request("silence", { n });
    await east.request("silence", { n });
    for (const client of [foe, await watch(east, FOES_OTHER_ADDRESS)])
      expect(await expectRefusal(say(client, "2", "Other"))).toMatchObject({ code: "silenced" });
    await say(friend, "2", "Ana");
    await say(east, "1");
    expect(foe.details.policy.silenced).toEqual(["Foe"]);
    await east.request("lift", { how: "silenced", name: "Foe" });
    await say(foe, "3", "Foe");
  });

  test("talks at no quiet table; players do", async () => {
    const east = await create();
    const ana = await watch(east, FRIEND);
    await east.request("set-policy", { quiet: true });
    await until(() => ana.details.policy.quiet, "the policy");
    expect(await expectRefusal(say(ana, "1", "Ana"))).toMatchObject({ code: "silenced" });
    const reaction = ana.request("react", { id: "2", name: "Ana", reaction: "bravo" });
    expect(await expectRefusal(reaction)).toMatchObject({ code: "silenced" });
    await say(east, "1");
  });

  test("is not found by a player's line, or by one that nobody said", async () => {
    const east = await create();
    const { n } = await say(east, "1");
    for (const line of [n, n + 1])
      expect(await expectRefusal(east.request("silence", { n: line }))).toMatchObject({
        code: "unknown-speaker",
        field: "n",
      });
  });
});

test("in slow mode each sender waits between two lines, the host too", async () => {
  const east = await create();
  const ana = await watch(east, FRIEND);
  await east.request("set-policy", { slow: 30 });
  for (const [client, name] of [[east], [ana, "Ana"]] as const) {
    await say(client, "a", name);
    expect(await expectRefusal(say(client, "b", name))).toMatchObject({
      code: "too-many-lines",
      wait: 30_000,
    });
  }
  await time.pass(30_000);
  await say(ana, "b", "Ana");
  await east.request("set-policy", { slow: 0 });
  await say(ana, "c", "Ana");
  for (const slow of [-1, 1.5, LIMITS.slow / 1000 + 1])
    expect(await expectRefusal(east.request("set-policy", { slow }))).toMatchObject({ code: "bad-request" });
});

describe("in slow mode", () => {
  test("a line that was said and is sent again gets the first answer, also later", async () => {
    const east = await create();
    const ana = await watch(east, FRIEND);
    await east.request("set-policy", { slow: LIMITS.slow / 1000 });
    for (const [client, name] of [[east], [ana, "Ana"]] as const) {
      const said = await say(client, "a", name);
      await time.pass(20_000);
      expect(await say(client, "a", name)).toEqual(said);
      expect(await expectRefusal(say(client, "b", name))).toMatchObject({ code: "too-many-lines" });
    }
  });

  test("a line that is refused takes no time", async () => {
    const east = await create();
    const ana = await watch(east, FRIEND);
    await east.request("set-policy", { slow: 30 });
    for (const [client, name] of [[east], [ana, "Ana"]] as const) {
      const named = { ...(name !== undefined && { name }) };
      const long = client.request("say", { id: "long", text: "x".repeat(201), ...named });
      expect(await expectRefusal(long)).toMatchObject({ code: "text-too-long" });
      await say(client, "a", name);
      expect(await expectRefusal(say(client, "b", name))).toMatchObject({ wait: 30_000 });
    }
  });

  test("a player who moves to another seat waits on", async () => {
    const east = await create();
    const foe = await enter(east, { name: "Foe" });
    await east.request("set-policy", { slow: 30 });
    await say(foe, "a");
    // The connection may be closed before the answer comes.
    await Promise.allSettled([foe.request("move-seat", { seat: "west" })]);
    await until(() => east.state.seats.get("west")?.name === "Foe", "the move");
    expect(await expectRefusal(say(await comeBack(foe), "b"))).toMatchObject({
      code: "too-many-lines",
      wait: 30_000,
    });
  });
});

describe("who may sit down", () => {
  test("with `accounts`: players with an account; others watch", async () => {
    const east = await create();
    const { match } = east.reserved;
    await east.request("set-policy", { admission: "accounts" });
    const guest = bearer((await createGuest(server.url)).token);
    for (const headers of [FOE, { ...FOE, ...guest }])
      expect(await codeFor(match, { name: "B" }, headers)).toBe("accounts-only");
    expect(await codeFor(match, { spectate: true })).toBeUndefined();
    const account = bearer((await createAccount(server.url)).token);
    expect(await codeFor(match, { name: "B" }, { ...FOE, ...account })).toBeUndefined();
  });

  test("with `invited`: who has the invitation, which spectators are not told; quick play finds another table", async () => {
    const east = await create();
    const { match, code } = east.reserved;
    const { invitation } = await east.request("set-policy", { admission: "invited" });
    expect(invitation).toMatch(new RegExp(`^${match}-[A-Za-z0-9_-]{22}$`));
    for (const name of [match, code]) expect(await codeFor(name, { name: "B" })).toBe("invitation-only");
    const wrong = `${match}-${"A".repeat(22)}`;
    expect(await codeFor(wrong, { name: "B" })).toBe("invitation-only");
    expect((await watch(east)).reserved.invitation).toBeNull();
    const quick = await post<SeatReservation>(
      server.url,
      PATHS.quickPlay,
      { game: "flower-war", name: "Q" },
      FOE,
    );
    expect(quick.body.match).not.toBe(match);
    const seat = await requestSeat(server.url, invitation ?? "", { name: "B" }, FOE);
    expect(seat).toMatchObject({ match, seat: "north", invitation });
    const again = await comeBack(east);
    expect(again.reserved.invitation).toBe(invitation);
    expect(await again.request("set-policy", { admission: "anyone" })).toEqual({ invitation: null });
    expect(await codeFor(match, { name: "C" })).toBeUndefined();
  });

  test("a private table goes on by its own invitation, no longer by its code", async () => {
    const east = await create({ private: true });
    const { code, invitation } = east.reserved;
    await east.request("show-code", { shown: true });
    expect(await east.request("set-policy", { admission: "invited" })).toEqual({ invitation });
    expect(await codeFor(code, { name: "B" })).toBe("invitation-only");
    const spectator = (by: string | null) => requestSeat(server.url, by ?? "", { spectate: true }, FOE);
    expect((await spectator(code)).invitation).toBeNull();
    expect((await spectator(invitation)).invitation).toBe(invitation);
    expect(await codeFor(invitation ?? "", { name: "B" })).toBeUndefined();
  });

  test.each([
    ["accounts", "accounts-only"],
    ["invited", "invitation-only"],
  ])("is said when the table is created, with `%s`", async (admission, refused) => {
    const east = await create({ admission });
    const { match, invitation } = east.reserved;
    expect(await codeFor(match, { name: "B" })).toBe(refused);
    expect(east.details.policy.admission).toBe(admission);
    expect(invitation === null).toBe(admission === "accounts");
    if (invitation !== null) expect(await codeFor(invitation, { name: "B" })).toBeUndefined();
    const wrong = await post<RefusalBody>(server.url, PATHS.matches, {
      game: "flower-war",
      name: "A",
      admission: "no",
    });
    expect(wrong.body).toMatchObject({ code: "bad-request", field: "admission" });
  });

  test("with `invited`, a private table has one invitation", async () => {
    const { reserved } = await create({ private: true, admission: "invited" });
    expect(await codeFor(reserved.invitation ?? "", { name: "B" })).toBeUndefined();
  });

  test("is listed, and quick play passes by a table that does not let the player in", async () => {
    const east = await create({ admission: "accounts" });
    const quick = async (headers: Record<string, string>) => {
      const wanted = { game: "flower-war", name: "Q" };
      return (await post<SeatReservation>(server.url, PATHS.quickPlay, wanted, headers)).body.match;
    };
    const lobby = await fetch(server.url + PATHS.lobby);
    expect(((await lobby.json()) as TablePage).tables).toMatchObject([{ admission: "accounts", open: 3 }]);
    const account = bearer((await createAccount(server.url)).token);
    expect(await quick({ ...FRIEND, ...account })).toBe(east.reserved.match);
    const takeSeat = vi.spyOn(Gathering.prototype, "takeSeat");
    expect(await quick(FOE)).not.toBe(east.reserved.match);
    expect(takeSeat).not.toHaveBeenCalled();
  });

  test("counts as soon as the host is told that it is in force", async () => {
    const east = await create();
    const append = journal.append.bind(journal);
    const takeSeat = vi.spyOn(Gathering.prototype, "takeSeat");
    let asked: Promise<string | undefined> | undefined;
    vi.spyOn(journal, "append").mockImplementationOnce(async (...facts) => {
      // The stranger's request comes while the policy is written.
      asked = codeFor(east.reserved.match, { name: "Foe" });
      await until(() => takeSeat.mock.calls.length > 0, "the request to wait for the match");
      return append(...facts);
    });
    await east.request("set-policy", { admission: "accounts" });
    expect(await asked).toBe("accounts-only");
  });

  test("the summary of the table says it before anyone asks", async () => {
    const east = await create();
    await east.request("set-policy", { admission: "accounts" });
    const response = await fetch(server.url + PATHS.match.replace(":id", east.reserved.match));
    expect(((await response.json()) as MatchSummary).table).toMatchObject({ admission: "accounts" });
  });
});

test("a rematch keeps what the host set and whom they barred, also the rematch of that", async () => {
  const east = await create({ seats: 2 });
  const west = await enter(east, { name: "B" }, FRIEND);
  await begin(east);
  const { n } = await say(await watch(east), "1", "Foe");
  await east.request("block", { n });
  await east.request("set-policy", { admission: "invited", slow: 30 });
  const rejoin = async ({ reserved: { match, token } }: TestClient) =>
    join((await post<SeatReservation>(server.url, PATHS.rematch.replace(":id", match), { token })).body);
  let [host, guest] = [east, west];
  for (let i = 0; i < 2; i++) {
    await host.request("command", { id: "1", command: { type: "concede" } });
    await until(() => host.state.status === "over", "the end");
    [host, guest] = [await rejoin(host), await rejoin(guest)];
    const { match, invitation } = host.reserved;
    expect(host.details.policy).toMatchObject({ admission: "invited", slow: 30, blocked: ["Foe"] });
    for (const headers of [FOE, FOES_OTHER_ADDRESS])
      expect(await codeFor(match, { spectate: true }, headers)).toBe("blocked");
    expect(await codeFor(match, { spectate: true }, FRIEND)).toBeUndefined();
    expect(invitation).toMatch(new RegExp(`^${match}-`));
    await begin(host);
  }
});

describe("the tools are the host's", () => {
  test("other players and spectators are refused", async () => {
    const east = await create();
    const north = await enter(east, { name: "B" }, FRIEND);
    const ana = await watch(east);
    const { n } = await say(ana, "1", "Ana");
    for (const [type, payload] of [
      ["set-policy", { quiet: true }],
      ["block", { n }],
      ["silence", { n }],
      ["lift", { how: "silenced", name: "Ana" }],
    ] as const) {
      expect(await expectRefusal(north.request(type, payload))).toMatchObject({ code: "not-host" });
      expect(await expectRefusal(ana.request(type, payload))).toMatchObject({ code: "not-seated" });
    }
  });

  test("and are used so often in a minute, at one table", async () => {
    const east = await create();
    for (let i = 0; i < SERVER_LIMITS.moderations; i++) {
      await east.request("set-policy", { quiet: i % 2 === 0 });
      await time.pass(100);
    }
    const { length: before } = (await journal.read(east.reserved.match))?.facts ?? [];
    for (const [type, payload] of [
      ["set-policy", { quiet: true }],
      ["lift", { how: "silenced", name: "Ana" }],
    ] as const)
      expect(await expectRefusal(east.request(type, payload))).toMatchObject({
        code: "too-many-changes",
        wait: expect.any(Number),
      });
    expect((await journal.read(east.reserved.match))?.facts).toHaveLength(before);
  });

  test("and end with the match", async () => {
    const east = await create({ seats: 2 });
    const ana = await watch(east, FRIEND);
    await enter(east, { name: "B" }, FRIEND);
    await begin(east);
    const { n } = await say(ana, "1", "Ana");
    await east.request("set-policy", { quiet: true });
    await east.request("command", { id: "1", command: { type: "concede" } });
    await until(() => east.state.status === "over", "the end");
    const { length: before } = (await journal.read(east.reserved.match))?.facts ?? [];
    for (const [type, payload] of [
      ["set-policy", { quiet: false }],
      ["block", { n }],
      ["silence", { n }],
    ] as const)
      expect(await expectRefusal(east.request(type, payload))).toMatchObject({ code: "match-over" });
    await east.request("set-policy", { quiet: true });
    expect((await journal.read(east.reserved.match))?.facts).toHaveLength(before);
  });

  test("the next host has them when the host leaves a table that gathers", async () => {
    const east = await create();
    const north = await enter(east, { name: "B" }, FRIEND);
    await east.request("set-policy", { slow: 5, admission: "invited" });
    await east.room.leave();
    await until(() => north.state.seats.get("north")?.host === true, "the next host");
    expect(north.details.policy).toMatchObject({ slow: 5, admission: "invited" });
    await north.request("set-policy", { slow: 0 });
  });

  test("the host of a match that is played keeps them while away", async () => {
    const east = await create({ seats: 2 });
    const west = await enter(east, { name: "B" }, FRIEND);
    await begin(east);
    await east.room.leave();
    await until(() => west.state.seats.get("east")?.connected === false, "the host to be away");
    await time.pass(LIMITS.absence);
    expect(await expectRefusal(west.request("set-policy", { quiet: true }))).toMatchObject({
      code: "not-host",
    });
    await (await comeBack(east)).request("set-policy", { quiet: true });
  });
});
