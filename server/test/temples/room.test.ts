/** Temples over HTTP and the room `temples`, with a real server (docs/temple-protocol.md). */
import { Client } from "@colyseus/sdk";
import { REFUSAL_CODES, type RefusalBody, ROOMS } from "@flower-war/protocol";
import {
  type Enrolled,
  type KnownTempleBroker,
  type TempleList,
  OPERATOR_PATHS,
} from "@flower-war/protocol/operator";
import type { BeadClaim, TemplesRequests, TempleTable } from "@flower-war/protocol/temple";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type RunningServer, startServer } from "../../src/app.ts";
import { bead, ledgerOf } from "../support/beads.ts";
import { TestBridge } from "../support/bridge.ts";
import { expectRefusal, type TestClient } from "../support/client.ts";
import { findAwaited, pickCommand } from "../support/expected-views.ts";
import { fromAddress, post } from "../support/post.ts";
import { seatPlayers } from "../support/seated-match.ts";
import { until, untilRead } from "../support/until.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let enrolled = 0;
let addresses = 0;

/** Enrols a temple with a new id. */
async function enrol(): Promise<Enrolled> {
  enrolled += 1;
  return (await postTemple(`templo-${enrolled}`)).body as Enrolled;
}

function postTemple(templeId: unknown, password = server.config.adminPassword) {
  const authorization = `Bearer ${password}`;
  return post<Enrolled | RefusalBody>(
    server.operatorUrl,
    OPERATOR_PATHS.temples,
    { templeId },
    { authorization },
  );
}

async function deleteTemple(templeId: string, password = server.config.adminPassword) {
  const response = await fetch(server.operatorUrl + OPERATOR_PATHS.temple.replace(":id", templeId), {
    method: "DELETE",
    headers: { authorization: `Bearer ${password}` },
  });
  return { status: response.status, body: (await response.json()) as RefusalBody | Record<string, never> };
}

/** Connects a bridge, which leaves when the test ends. */
async function connectBridge(id?: string): Promise<TestBridge> {
  const bridge = await TestBridge.join(server, id);
  onTestFinished(async () => {
    if (bridge.room.connection.isOpen) await bridge.leave();
  });
  return bridge;
}

/** Brings a new temple online, and begins a match of two players, who have an address of their own. */
async function beginMatch() {
  const bridge = await connectBridge();
  const { templeId } = await enrol();
  await bridge.request("temple-online", { templeId });
  const seated = await seatPlayers(server.url, { seats: 2 }, fromAddress(`192.0.2.${++addresses}`));
  const [east, west] = seated.players;
  if (!east || !west) throw new Error("the match has two players");
  onTestFinished(() => Promise.all(seated.players.map((player) => player.leave())).then(() => undefined));

  return {
    ...seated,
    bridge,
    templeId,
    east,
    west,
    getCode: async () => (await bridge.request("code", { templeId })).code,
    judge: async (claim: BeadClaim) => {
      const { ledger } = await bridge.request("temple-online", { templeId });
      return bridge.request("judge", { templeId, ledger: ledger ?? ledgerOf(), beads: [claim] });
    },
    readTable: async () => {
      const { table } = await bridge.request("temple-online", { templeId });
      if (!table) throw new Error("not bound");
      return table;
    },
  };
}

/** Plays until a seat may sacrifice and has a skull. */
async function playUntilOpen(
  players: TestClient[],
  readTable: () => Promise<TempleTable>,
): Promise<TempleTable> {
  for (;;) {
    const table = await readTable();
    if (table.open.t) return table;
    const awaited = findAwaited(players);
    const n = await awaited.play(pickCommand(awaited, 0));
    for (const player of players) await player.waitForEntry(n);
  }
}

/** Builds a bead for Tlaloc that was stamped with the mark of this table. */
function stampedWith({ mark }: TempleTable, n: number): BeadClaim {
  return bead("t", n, { stamp: { mark, base: { h: 0, t: n - 1 } } });
}

describe("[P-1] temples over HTTP", () => {
  test("[A-1] revoking one ends its secret, code and binding, notifies its bridge and touches no other", async () => {
    const { bridge, templeId, east } = await beginMatch();
    const other = await enrol();
    const { code } = await bridge.request("code", { templeId });
    await east.request("pair-temple", { code });
    await bridge.waitForMessage("bound", templeId);
    expect(await deleteTemple(templeId)).toEqual({ status: 200, body: {} });
    await bridge.waitForMessage("revoked", templeId);
    const names = bridge.received
      .filter(({ message }) => message.templeId === templeId)
      .map(({ name }) => name);
    expect(names.slice(-2)).toEqual(["unbound", "revoked"]);
    await until(() => east.state.seats.get("east")?.temple === "", "the seat to be local to no temple");
    expect((await expectRefusal(east.request("pair-temple", { code }))).code).toBe("bad-code");
    expect((await bridge.expectRefusal("code", { templeId })).code).toBe("unknown-temple");
    expect(await bridge.request("verify", other)).toEqual({ ok: true });
  });

  test("a revoked one can be enrolled again, with another secret", async () => {
    const bridge = await connectBridge();
    const old = await enrol();
    await deleteTemple(old.templeId);
    expect(await bridge.request("verify", old)).toEqual({ ok: false });
    const { status, body } = await postTemple(old.templeId);
    expect(status).toBe(201);
    expect(await bridge.request("verify", old)).toEqual({ ok: false });
    expect(await bridge.request("verify", body as Enrolled)).toEqual({ ok: true });
  });

  test("are listed for the admin only, with whether they are online and in which match", async () => {
    const { bridge, templeId, east, getCode } = await beginMatch();
    await east.request("pair-temple", { code: await getCode() });
    const getTemples = async (password: string) => {
      const headers = { authorization: `Bearer ${password}` };
      return fetch(server.operatorUrl + OPERATOR_PATHS.temples, { headers });
    };
    const findListed = async () => {
      const { temples } = (await (await getTemples(server.config.adminPassword ?? "")).json()) as TempleList;
      return temples.find((temple) => temple.templeId === templeId);
    };
    const listed = {
      templeId,
      enrolledAt: expect.any(Number),
      online: true,
      match: east.state.id,
      health: null,
    };
    expect(await findListed()).toEqual(listed);
    const health = { fw: "templo 1", rssi: -67, up: 5_000, reset: "power-on", count: { h: 1, t: 0 } };
    await bridge.request("health", { templeId, health });
    const said = { ...listed, health: { ...health, at: expect.any(Number) } };
    expect(await findListed()).toEqual(said);
    await bridge.request("temple-offline", { templeId });
    expect(await findListed()).toEqual({ ...said, online: false });
    const asked = { templeIds: [templeId, "templo-nobody"] };
    expect(await bridge.request("enrolled", asked)).toEqual({ enrolled: [templeId] });
    expect((await getTemples("wrong")).status).toBe(401);
  });

  test("reach the broker as a connected bridge says, whose newest connection counts", async () => {
    const findBroker = async () => {
      const headers = { authorization: `Bearer ${server.config.adminPassword}` };
      const response = await fetch(server.operatorUrl + OPERATOR_PATHS.templeBroker, { headers });
      return ((await response.json()) as KnownTempleBroker).broker;
    };
    const said = (host: string) => ({ url: `mqtts://${host}.example:8883`, pin: "0".repeat(64) });
    const silent = await TestBridge.join(server, "bridge-0");
    expect(await findBroker()).toBeNull();
    const old = await TestBridge.join(server, "bridge-1", said("old"));
    expect(await findBroker()).toEqual(said("old"));
    const other = await TestBridge.join(server, "bridge-2", said("other"));
    const again = await TestBridge.join(server, "bridge-1", said("again"));
    expect(await findBroker()).toEqual(said("again"));
    await Promise.all([old.leave(), silent.leave()]);
    expect(await findBroker()).toEqual(said("again"));
    await again.leave();
    await untilRead(findBroker, (broker) => broker?.url === said("other").url, "the other bridge's broker");
    await other.leave();
    await untilRead(findBroker, (broker) => broker === null, "the broker to be unknown");
  });

  test("are revoked by the admin only; an unknown one is refused", async () => {
    const bridge = await connectBridge();
    const one = await enrol();
    for (const password of [null, "wrong", server.config.bridgeToken]) {
      expect(await deleteTemple(one.templeId, password)).toMatchObject({
        status: 401,
        body: { code: "unauthorized" },
      });
    }
    expect(await bridge.request("verify", one)).toEqual({ ok: true });
    expect(await deleteTemple("templo-none")).toMatchObject({
      status: 404,
      body: { code: "unknown-temple" },
    });
  });

  test("get a secret when they are enrolled, which verify accepts", async () => {
    const { status, body } = await postTemple("templo-mayor");
    expect(status).toBe(201);
    expect(body).toEqual({ templeId: "templo-mayor", secret: expect.stringMatching(/^[\w-]{43}$/) });
    const bridge = await connectBridge();
    expect(await bridge.request("verify", body as Enrolled)).toEqual({ ok: true });
  });

  test("[A-1] are verified by their own whole secret only", async () => {
    const [one, two] = [await enrol(), await enrol()];
    const bridge = await connectBridge();
    const verify = async (templeId: string, secret: string) =>
      (await bridge.request("verify", { templeId, secret })).ok;
    expect(await verify(one.templeId, one.secret)).toBe(true);
    expect(await verify(one.templeId, two.secret)).toBe(false);
    expect(await verify(one.templeId, one.secret.slice(0, -1))).toBe(false);
    expect(await verify(one.templeId, "")).toBe(false);
    expect(await verify("templo-nobody", one.secret)).toBe(false);
    expect(await verify("../../etc", one.secret)).toBe(false);
  });

  test.each([
    ["[T-1] a bad id", "Templo 1", 400, "bad-temple-id"],
    ["[T-1] a short id", "abc", 400, "bad-temple-id"],
    ["no id", 7, 400, "bad-request"],
  ])("%s, %j, is refused with %i %s", async (_title, templeId, status, code) => {
    expect(await postTemple(templeId)).toMatchObject({ status, body: { code } });
  });

  test("an enrolled one is refused with 409 temple-known, and keeps its secret", async () => {
    const { templeId, secret } = await enrol();
    expect(await postTemple(templeId)).toMatchObject({ status: 409, body: { code: "temple-known" } });
    const bridge = await connectBridge();
    expect(await bridge.request("verify", { templeId, secret })).toEqual({ ok: true });
  });

  test("a wrong admin password is refused with 401 unauthorized", async () => {
    expect(await postTemple("templo-x", "guess")).toMatchObject({
      status: 401,
      body: { code: "unauthorized" },
    });
  });
});

describe("the room temples", () => {
  test("gives reservations only for the bridge token", async () => {
    const wrong = { authorization: "Bearer guess" };
    const { status, body } = await post(
      server.operatorUrl,
      OPERATOR_PATHS.bridges,
      { bridge: "bridge-1" },
      wrong,
    );
    expect({ status, body }).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  });

  test("cannot be joined without a reservation", async () => {
    const bridge = await connectBridge();
    const stranger = new Client(server.url);
    await expect(stranger.joinOrCreate(ROOMS.temples)).rejects.toThrow();
    await expect(stranger.create(ROOMS.temples, { bridge: "bridge-1" })).rejects.toThrow();
    await expect(stranger.join(ROOMS.temples)).rejects.toThrow();
    await expect(stranger.joinById(bridge.room.roomId)).rejects.toThrow();
  });

  const judgePayload = (overrides: object) => ({
    templeId: "templo-1",
    ledger: ledgerOf(),
    beads: [],
    ...overrides,
  });

  test.each<[string, keyof TemplesRequests, unknown, string]>([
    ["verify without a temple", "verify", {}, "templeId"],
    ["verify with a number for a secret", "verify", { templeId: "templo-1", secret: 7 }, "secret"],
    ["temple-online of a bad id", "temple-online", { templeId: "Templo 1" }, "templeId"],
    ["temple-online of nothing", "temple-online", null, ""],
    ["temple-offline of a list", "temple-offline", [], ""],
    ["enrolled for one id", "enrolled", { templeIds: "templo-1" }, "templeIds"],
    ["health without a firmware", "health", { templeId: "templo-1", health: { up: 1 } }, "health.fw"],
    ["code for an object", "code", { templeId: { $ne: "" } }, "templeId"],
    ["unpair of a string", "unpair", "templo-1", ""],
    ["judge without a ledger", "judge", judgePayload({ ledger: null }), "ledger"],
    [
      "judge with an invalid ledger",
      "judge",
      judgePayload({ ledger: ledgerOf({ conn: -1 }) }),
      "ledger.conn",
    ],
    [
      "judge with half a stamp",
      "judge",
      judgePayload({ beads: [{ ...bead("h", 1), stamp: {} }] }),
      "beads.0.stamp.mark",
    ],
    ["judge bead 0", "judge", judgePayload({ beads: [bead("h", 0)] }), "beads.0.name.n"],
    ["judge 13 beads", "judge", judgePayload({ beads: Array(13).fill(bead("h", 1)) }), "beads"],
  ])("refuses to %s with bad-request, and stays open", async (_title, name, payload, field) => {
    const bridge = await connectBridge();
    const { code, message, ...rest } = await bridge.expectRefusal(name, payload);
    expect(code).toBe("bad-request");
    expect(message.startsWith(REFUSAL_CODES["bad-request"].message)).toBe(true);
    expect(rest.field ?? "").toBe(field);
    expect(await bridge.request("verify", { templeId: "nobody", secret: "" })).toEqual({ ok: false });
  });

  test("refuses unknown requests with bad-request", async () => {
    const bridge = await connectBridge();
    const refusal = await bridge.expectRefusal("nonsense", {});
    expect(refusal).toMatchObject({ code: "bad-request", field: "type" });
  });

  test("refuses a temple that is not enrolled with unknown-temple", async () => {
    const bridge = await connectBridge();
    const refusal = await bridge.expectRefusal("temple-online", { templeId: "templo-nobody" });
    expect(refusal).toMatchObject({ code: "unknown-temple" });
  });

  test("lets a bridge send more requests than a player", async () => {
    const bridge = await connectBridge();
    const answers = Array.from({ length: 300 }, () =>
      bridge.request("verify", { templeId: "nobody", secret: "" }),
    );
    expect(await Promise.all(answers)).toHaveLength(300);
  });
});

describe("a temple in a match", () => {
  test("[P-3] is shown to all clients and to the bridge when a seat is paired with it", async () => {
    const { bridge, templeId, east, west, getCode, readTable } = await beginMatch();
    const lowerCase = (await getCode()).toLowerCase();
    expect(await east.request("pair-temple", { code: lowerCase })).toEqual({ templeId });
    await until(() => west.state.seats.get("east")?.temple === templeId, "west to see it");
    expect(west.state.seats.get("east")).toMatchObject({ templeOnline: true });
    const bound = () => bridge.received.find(({ name }) => name === "bound");
    await until(() => bound() !== undefined, "the bridge to get `bound`");
    expect(bound()?.message).toMatchObject({ templeId, table: { match: east.state.code } });
    expect(await readTable()).toMatchObject({
      phase: "playing",
      turn: 1,
      seat: { id: "east", name: "Citlali", local: true },
      step: "roll",
      open: { h: false, t: false },
      left: 0,
    });
  });

  test("[J-9] makes the sacrifice of the awaited seat with a bead in an open window, as the next entry", async () => {
    const { bridge, templeId, players, east, west, getCode, readTable, judge } = await beginMatch();
    const code = await getCode();
    await east.request("pair-temple", { code });
    await west.request("pair-temple", { code });
    const open = await playUntilOpen(players, readTable);
    const n = east.state.n;

    const { judgements } = await judge(stampedWith(open, 1));

    expect(judgements).toMatchObject([{ verdict: "accepted", reason: "ok" }]);
    await east.waitForEntry(n + 1);
    expect(east.entries.at(-1)).toMatchObject({ n: n + 1, seat: open.seat?.id });
    expect(east.entries.at(-1)?.events[0]).toEqual({
      type: "sacrificed",
      seat: open.seat?.id,
      god: "tlaloc",
      free: false,
    });
    await bridge.waitForMessage(
      "table",
      templeId,
      (message) => message.table.offerings.t === open.offerings.t + 1,
    );
  });

  test("[B4, J-5] offers nothing with a bead stamped in an earlier window, although the current one is open", async () => {
    const { players, east, west, getCode, readTable, judge } = await beginMatch();
    const code = await getCode();
    await east.request("pair-temple", { code });
    await west.request("pair-temple", { code });
    const first = await playUntilOpen(players, readTable);
    const n = await findAwaited(players).play({ type: "end-turn" });
    await Promise.all(players.map((player) => player.waitForEntry(n)));
    const second = await playUntilOpen(players, readTable);
    expect(second.mark).not.toBe(first.mark);

    const late = await judge(stampedWith(first, 1));

    expect(late.judgements).toMatchObject([{ verdict: "rejected", reason: "late" }]);
    expect(late.ledger).toMatchObject({ judged: { h: 0, t: 1 }, fix: { h: 0, t: -1 } });
    expect((await readTable()).offerings).toEqual(second.offerings);
    expect((await judge(stampedWith(second, 2))).judgements).toMatchObject([{ verdict: "accepted" }]);
  });

  test("[J-7, J-8] changes nothing with a bead out of turn or out of phase", async () => {
    const { east, west, getCode, readTable, judge } = await beginMatch();
    const code = await getCode();
    await west.request("pair-temple", { code });
    const outOfTurn = await judge(stampedWith(await readTable(), 1));
    expect(outOfTurn.judgements).toMatchObject([{ verdict: "rejected", reason: "not-your-decision" }]);
    await east.request("pair-temple", { code });
    const outOfPhase = await judge(stampedWith(await readTable(), 2));
    expect(outOfPhase.judgements).toMatchObject([{ verdict: "rejected", reason: "wrong-phase" }]);
    expect(outOfPhase.ledger.fix).toEqual({ h: 0, t: -2 });
    expect(east.state.n).toBe(0);
  });

  test("[J-0] offers a bead once, however often its verdict is requested", async () => {
    const { players, east, west, getCode, readTable, judge } = await beginMatch();
    const code = await getCode();
    await east.request("pair-temple", { code });
    await west.request("pair-temple", { code });
    const open = await playUntilOpen(players, readTable);
    const claim = stampedWith(open, 1);
    const answers = await Promise.all([judge(claim), judge(claim), judge(claim)]);
    expect(answers.map(({ judgements }) => judgements[0]?.verdict)).toEqual([
      "accepted",
      "accepted",
      "accepted",
    ]);
    expect((await readTable()).offerings.t).toBe(open.offerings.t + 1);
  });

  test("[P-3] refuses wrong codes with bad-code, and the sixth with too-many-codes and a wait", async () => {
    const { east, west } = await beginMatch();
    for (let i = 0; i < 5; i += 1) {
      expect(await expectRefusal(east.request("pair-temple", { code: "2222" }))).toMatchObject({
        code: "bad-code",
      });
    }
    // A player can take several seats: clients are counted by address.
    for (const seat of [east, west]) {
      const refusal = await expectRefusal(seat.request("pair-temple", { code: "2222" }));
      expect(refusal).toMatchObject({ code: "too-many-codes", wait: expect.any(Number) });
    }
  });

  test("[P-3] is refused in another match with temple-elsewhere", async () => {
    const one = await beginMatch();
    const two = await beginMatch();
    const code = await one.getCode();
    await one.east.request("pair-temple", { code });
    const refusal = await expectRefusal(two.east.request("pair-temple", { code }));
    expect(refusal).toMatchObject({ code: "temple-elsewhere" });
    expect(two.east.state.seats.get("east")?.temple).toBe("");
  });

  test("[P-5] is unbound when the player unpairs its only seat", async () => {
    const { bridge, templeId, east, getCode } = await beginMatch();
    await east.request("pair-temple", { code: await getCode() });
    expect(await east.request("unpair-temple")).toEqual({});
    await bridge.waitForMessage("unbound", templeId);
    await until(() => east.state.seats.get("east")?.temple === "", "the seat to be local to no temple");
    expect(await bridge.request("temple-online", { templeId })).toMatchObject({ table: null });
  });

  test("[P-5] is unbound from all its seats by its button", async () => {
    const { bridge, templeId, east, west, getCode } = await beginMatch();
    const code = await getCode();
    await east.request("pair-temple", { code });
    await west.request("pair-temple", { code });
    await bridge.request("unpair", { templeId });
    await bridge.waitForMessage("unbound", templeId);
    await until(
      () => [...east.state.seats.entries()].every(([, seat]) => seat.temple === ""),
      "the seats to be local to no temple",
    );
  });

  test("[P-5] is unbound when the last local seat leaves", async () => {
    const { bridge, templeId, east, getCode } = await beginMatch();
    await east.request("pair-temple", { code: await getCode() });
    await east.leave();
    await bridge.waitForMessage("unbound", templeId);
  });

  test("[N-9] is shown as offline without a bridge, and online with the next one", async () => {
    const { bridge, templeId, east, west, getCode } = await beginMatch();
    await east.request("pair-temple", { code: await getCode() });
    await bridge.request("temple-offline", { templeId });
    await until(() => west.state.seats.get("east")?.templeOnline === false, "the temple to be offline");
    await bridge.request("temple-online", { templeId });
    await until(() => west.state.seats.get("east")?.templeOnline === true, "the temple to be online");
    await bridge.leave();
    await until(
      () => west.state.seats.get("east")?.templeOnline === false,
      "the temple to be offline with its bridge",
    );
    const next = await connectBridge("bridge-2");
    expect(await next.request("temple-online", { templeId })).toMatchObject({
      table: { seat: { local: true } },
    });
    await until(
      () => west.state.seats.get("east")?.templeOnline === true,
      "the temple to be online with another bridge",
    );
  });

  test("[S-1] is served by one of two bridges, and by the other when the first has left", async () => {
    const { bridge, templeId, east, getCode } = await beginMatch();
    const second = await connectBridge("bridge-2");
    expect(await second.request("temple-online", { templeId })).toMatchObject({ owned: false });
    await east.request("pair-temple", { code: await getCode() });
    await bridge.leave();
    await until(
      () => east.state.seats.get("east")?.templeOnline === false,
      "the temple to be offline with its bridge",
    );
    expect(await second.request("temple-online", { templeId })).toMatchObject({ owned: true });
    await east.play({ type: "roll" });
    const changed = ({ table }: { table: TempleTable }) => table.step !== "roll" || table.turn !== 1;
    await second.waitForMessage("table", templeId, changed);
  });
});
