import { Client } from "@colyseus/sdk";
import {
  CODES,
  type Enrolled,
  type Fault,
  PATHS,
  ROOMS,
  type TempleList,
} from "@flower-war/client-sdk/protocol";
import type { BeadClaim, TemplesRequests, TempleTable } from "@flower-war/client-sdk/temple";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type RunningServer, startServer } from "../src/app.ts";
import { bead, ledgerOf } from "./support/beads.ts";
import { TestBridge } from "./support/bridge.ts";
import type { TestClient } from "./support/client.ts";
import { from, post } from "./support/post.ts";
import { sitDown } from "./support/table.ts";
import { awaitedOf, someCommand } from "./support/truth.ts";
import { until } from "./support/until.ts";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

let enrolled = 0;
let addresses = 0;

/** Enrols a temple of a new id. */
async function enrol(): Promise<Enrolled> {
  enrolled += 1;
  return (await askToEnrol(`templo-${enrolled}`)).body as Enrolled;
}

function askToEnrol(templeId: unknown, password = server.config.adminPassword) {
  const authorization = `Bearer ${password}`;
  return post<Enrolled | Fault>(server.url, PATHS.temples, { templeId }, { authorization });
}

async function askToRevoke(templeId: string, password = server.config.adminPassword) {
  const response = await fetch(server.url + PATHS.temple.replace(":id", templeId), {
    method: "DELETE",
    headers: { authorization: `Bearer ${password}` },
  });
  return { status: response.status, body: (await response.json()) as Fault | Record<string, never> };
}

async function newBridge(name?: string): Promise<TestBridge> {
  const bridge = await TestBridge.join(server, name);
  onTestFinished(async () => {
    if (bridge.room.connection.isOpen) await bridge.leave();
  });
  return bridge;
}

/** A bridge that serves a new temple, and two people at a match, who come from an address of their own. */
async function scene() {
  const bridge = await newBridge();
  const { templeId } = await enrol();
  await bridge.ask("temple-online", { templeId });
  const people = await sitDown(server.url, { seats: 2 }, from(`192.0.2.${++addresses}`));
  const [east, west] = people.players;
  if (!east || !west) throw new Error("two sit here");
  onTestFinished(() => Promise.all(people.players.map((player) => player.leave())).then(() => undefined));

  return {
    ...people,
    bridge,
    templeId,
    east,
    west,
    code: async () => (await bridge.ask("code", { templeId })).code,
    judge: async (claim: BeadClaim) => {
      const { ledger } = await bridge.ask("temple-online", { templeId });
      return bridge.ask("judge", { templeId, ledger: ledger ?? ledgerOf(), beads: [claim] });
    },
    table: async () => {
      const { table } = await bridge.ask("temple-online", { templeId });
      if (!table) throw new Error("not bound");
      return table;
    },
  };
}

/** Plays until a seat may sacrifice and has a skull. */
async function playUntilOpen(players: TestClient[], table: () => Promise<TempleTable>): Promise<TempleTable> {
  for (;;) {
    const now = await table();
    if (now.open.t) return now;
    const n = await awaitedOf(players).play(someCommand(awaitedOf(players), 0));
    for (const player of players) await player.reached(n);
  }
}

function stampedWith({ mark }: TempleTable, n: number): BeadClaim {
  return bead("t", n, { stamp: { mark, base: { h: 0, t: n - 1 } } });
}

describe("P-1: POST /api/temples", () => {
  test("refuses what it does not understand: bad-request", async () => {
    const bridge = await newBridge();
    expect(await bridge.refusal("nonsense", {})).toMatchObject({ code: "bad-request", field: "type" });
  });

  test("revokes one (A-1): its secret, code and binding end, its bridge is told, and no other is touched", async () => {
    const { bridge, templeId, east } = await scene();
    const other = await enrol();
    const { code } = await bridge.ask("code", { templeId });
    await east.ask("pair-temple", { code });
    await bridge.hears("bound", templeId);
    expect(await askToRevoke(templeId)).toEqual({ status: 200, body: {} });
    await bridge.hears("revoked", templeId);
    const names = bridge.told.filter(({ message }) => message.templeId === templeId).map(({ name }) => name);
    expect(names.slice(-2)).toEqual(["unbound", "revoked"]);
    await until(() => east.state.seats.get("east")?.temple === "", "the seat to be local no more");
    expect((await east.refusal(east.ask("pair-temple", { code }))).code).toBe("bad-code");
    expect((await bridge.refusal("code", { templeId })).code).toBe("unknown-temple");
    expect(await bridge.ask("verify", other)).toEqual({ ok: true });
  });

  test("enrols a revoked one anew, with another secret", async () => {
    const bridge = await newBridge();
    const old = await enrol();
    await askToRevoke(old.templeId);
    expect(await bridge.ask("verify", old)).toEqual({ ok: false });
    const { status, body } = await askToEnrol(old.templeId);
    expect(status).toBe(201);
    expect(await bridge.ask("verify", old)).toEqual({ ok: false });
    expect(await bridge.ask("verify", body as Enrolled)).toEqual({ ok: true });
  });

  test("lists all temples to the admin alone: who is online, and in which match", async () => {
    const { bridge, templeId, east, code } = await scene();
    await east.ask("pair-temple", { code: await code() });
    const ask = async (password: string) => {
      const headers = { authorization: `Bearer ${password}` };
      return fetch(server.url + PATHS.temples, { headers });
    };
    const listed = async () => {
      const { temples } = (await (await ask(server.config.adminPassword ?? "")).json()) as TempleList;
      return temples.find((temple) => temple.templeId === templeId);
    };
    const seen = { templeId, enrolledAt: expect.any(Number), online: true, match: east.state.id };
    expect(await listed()).toEqual(seen);
    await bridge.ask("temple-offline", { templeId });
    expect(await listed()).toEqual({ ...seen, online: false });
    expect((await ask("wrong")).status).toBe(401);
  });

  test("revokes nothing for anybody but the admin, and no temple that it does not know", async () => {
    const bridge = await newBridge();
    const one = await enrol();
    for (const password of [null, "wrong", server.config.bridgeToken]) {
      expect(await askToRevoke(one.templeId, password)).toMatchObject({
        status: 401,
        body: { code: "unauthorized" },
      });
    }
    expect(await bridge.ask("verify", one)).toEqual({ ok: true });
    expect(await askToRevoke("templo-none")).toMatchObject({ status: 404, body: { code: "unknown-temple" } });
  });

  test("enrols a temple: its secret is told once, and verify knows it", async () => {
    const { status, body } = await askToEnrol("templo-mayor");
    expect(status).toBe(201);
    expect(body).toEqual({ templeId: "templo-mayor", secret: expect.stringMatching(/^[\w-]{43}$/) });
    const bridge = await newBridge();
    expect(await bridge.ask("verify", body as Enrolled)).toEqual({ ok: true });
  });

  test("A-1: each secret opens its own temple only, and is needed whole", async () => {
    const [one, two] = [await enrol(), await enrol()];
    const bridge = await newBridge();
    const ok = async (templeId: string, secret: string) =>
      (await bridge.ask("verify", { templeId, secret })).ok;
    expect(await ok(one.templeId, one.secret)).toBe(true);
    expect(await ok(one.templeId, two.secret)).toBe(false);
    expect(await ok(one.templeId, one.secret.slice(0, -1))).toBe(false);
    expect(await ok(one.templeId, "")).toBe(false);
    expect(await ok("templo-nobody", one.secret)).toBe(false);
    expect(await ok("../../etc", one.secret)).toBe(false);
  });

  test.each([
    ["T-1: a bad id", "Templo 1", 400, "bad-temple-id"],
    ["T-1: a short id", "abc", 400, "bad-temple-id"],
    ["no id", 7, 400, "bad-request"],
  ])("%s: %j is answered %i %s", async (_title, templeId, status, code) => {
    expect(await askToEnrol(templeId)).toMatchObject({ status, body: { code } });
  });

  test("a known temple: 409 temple-known, and its secret stays", async () => {
    const { templeId, secret } = await enrol();
    expect(await askToEnrol(templeId)).toMatchObject({ status: 409, body: { code: "temple-known" } });
    const bridge = await newBridge();
    expect(await bridge.ask("verify", { templeId, secret })).toEqual({ ok: true });
  });

  test("a wrong admin password: 401 unauthorized", async () => {
    expect(await askToEnrol("templo-x", "guess")).toMatchObject({
      status: 401,
      body: { code: "unauthorized" },
    });
  });
});

describe("the room temples", () => {
  test("is entered with the bridges' token only", async () => {
    const wrong = { authorization: "Bearer guess" };
    const { status, body } = await post(server.url, PATHS.bridges, { bridge: "bridge-1" }, wrong);
    expect({ status, body }).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  });

  test("is closed to the framework's own ways in", async () => {
    const bridge = await newBridge();
    const stranger = new Client(server.url);
    await expect(stranger.joinOrCreate(ROOMS.temples)).rejects.toThrow();
    await expect(stranger.create(ROOMS.temples, { bridge: "bridge-1" })).rejects.toThrow();
    await expect(stranger.join(ROOMS.temples)).rejects.toThrow();
    await expect(stranger.joinById(bridge.room.roomId)).rejects.toThrow();
  });

  const judging = (differing: object) => ({
    templeId: "templo-1",
    ledger: ledgerOf(),
    beads: [],
    ...differing,
  });

  test.each<[string, keyof TemplesRequests, unknown, string]>([
    ["verify without a temple", "verify", {}, "templeId"],
    ["verify with a number for a secret", "verify", { templeId: "templo-1", secret: 7 }, "secret"],
    ["temple-online of a bad id", "temple-online", { templeId: "Templo 1" }, "templeId"],
    ["temple-online of nothing", "temple-online", null, ""],
    ["temple-offline of a list", "temple-offline", [], ""],
    ["code for an object", "code", { templeId: { $ne: "" } }, "templeId"],
    ["unpair of a string", "unpair", "templo-1", ""],
    ["judge without a ledger", "judge", judging({ ledger: null }), "ledger"],
    ["judge by half a ledger", "judge", judging({ ledger: ledgerOf({ conn: -1 }) }), "ledger.conn"],
    [
      "judge half a stamp",
      "judge",
      judging({ beads: [{ ...bead("h", 1), stamp: {} }] }),
      "beads.0.stamp.mark",
    ],
    ["judge bead 0", "judge", judging({ beads: [bead("h", 0)] }), "beads.0.name.n"],
    ["judge 13 beads", "judge", judging({ beads: Array(13).fill(bead("h", 1)) }), "beads"],
  ])("refuses to %s: bad-request, and stays", async (_title, name, payload, field) => {
    const bridge = await newBridge();
    const { code, message, ...rest } = await bridge.refusal(name, payload);
    expect({ code, message }).toEqual({ code: "bad-request", message: CODES["bad-request"] });
    expect(rest.field ?? "").toBe(field);
    expect(await bridge.ask("verify", { templeId: "nobody", secret: "" })).toEqual({ ok: false });
  });

  test("refuses a temple that is not enrolled: unknown-temple", async () => {
    const bridge = await newBridge();
    const fault = await bridge.refusal("temple-online", { templeId: "templo-nobody" });
    expect(fault).toMatchObject({ code: "unknown-temple" });
  });

  test("lets a bridge ask more often than a player", async () => {
    const bridge = await newBridge();
    const asked = Array.from({ length: 300 }, () => bridge.ask("verify", { templeId: "nobody", secret: "" }));
    expect(await Promise.all(asked)).toHaveLength(300);
  });
});

describe("a temple in a match", () => {
  test("P-3: pairing makes the seat local for all to see, and tells the bridge", async () => {
    const { bridge, templeId, east, west, code, table } = await scene();
    const asLower = (await code()).toLowerCase();
    expect(await east.ask("pair-temple", { code: asLower })).toEqual({ templeId });
    await until(() => west.state.seats.get("east")?.temple === templeId, "west to see it");
    expect(west.state.seats.get("east")).toMatchObject({ templeOnline: true });
    const bound = () => bridge.told.find(({ name }) => name === "bound");
    await until(() => bound() !== undefined, "the bridge to hear of it");
    expect(bound()?.message).toMatchObject({ templeId, table: { match: east.state.code } });
    expect(await table()).toMatchObject({
      phase: "playing",
      turn: 1,
      seat: { id: "east", name: "Citlali", local: true },
      step: "roll",
      open: { h: false, t: false },
      left: 0,
    });
  });

  test("J-9: a bead in the open window is the sacrifice of the awaited seat, the very next entry", async () => {
    const { bridge, templeId, players, east, west, code, table, judge } = await scene();
    const shown = await code();
    await east.ask("pair-temple", { code: shown });
    await west.ask("pair-temple", { code: shown });
    const open = await playUntilOpen(players, table);
    const n = east.state.n;

    const { judgements } = await judge(stampedWith(open, 1));

    expect(judgements).toMatchObject([{ verdict: "accepted", reason: "ok" }]);
    await east.reached(n + 1);
    expect(east.entries.at(-1)).toMatchObject({ n: n + 1, seat: open.seat?.id });
    expect(east.entries.at(-1)?.events[0]).toEqual({
      type: "sacrificed",
      seat: open.seat?.id,
      god: "tlaloc",
      free: false,
    });
    await bridge.hears("table", templeId, (told) => told.table.offerings.t === open.offerings.t + 1);
  });

  test("B4, J-5: a bead stamped in one window offers nothing in the next, though that is local and open", async () => {
    const { players, east, west, code, table, judge } = await scene();
    const shown = await code();
    await east.ask("pair-temple", { code: shown });
    await west.ask("pair-temple", { code: shown });
    const first = await playUntilOpen(players, table);
    const n = await awaitedOf(players).play({ type: "end-turn" });
    await Promise.all(players.map((player) => player.reached(n)));
    const second = await playUntilOpen(players, table);
    expect(second.mark).not.toBe(first.mark);

    const late = await judge(stampedWith(first, 1));

    expect(late.judgements).toMatchObject([{ verdict: "rejected", reason: "late" }]);
    expect(late.ledger).toMatchObject({ judged: { h: 0, t: 1 }, fix: { h: 0, t: -1 } });
    expect((await table()).offerings).toEqual(second.offerings);
    expect((await judge(stampedWith(second, 2))).judgements).toMatchObject([{ verdict: "accepted" }]);
  });

  test("J-7, J-8: out of turn and out of phase a bead is rejected, and the match stays as it is", async () => {
    const { east, west, code, table, judge } = await scene();
    const shown = await code();
    await west.ask("pair-temple", { code: shown });
    const notYours = await judge(stampedWith(await table(), 1));
    expect(notYours.judgements).toMatchObject([{ verdict: "rejected", reason: "not-your-decision" }]);
    await east.ask("pair-temple", { code: shown });
    const wrongPhase = await judge(stampedWith(await table(), 2));
    expect(wrongPhase.judgements).toMatchObject([{ verdict: "rejected", reason: "wrong-phase" }]);
    expect(wrongPhase.ledger.fix).toEqual({ h: 0, t: -2 });
    expect(east.state.n).toBe(0);
  });

  test("J-0: a bead asked for again is accepted again, and offered once", async () => {
    const { players, east, west, code, table, judge } = await scene();
    const shown = await code();
    await east.ask("pair-temple", { code: shown });
    await west.ask("pair-temple", { code: shown });
    const open = await playUntilOpen(players, table);
    const claim = stampedWith(open, 1);
    const answers = await Promise.all([judge(claim), judge(claim), judge(claim)]);
    expect(answers.map(({ judgements }) => judgements[0]?.verdict)).toEqual([
      "accepted",
      "accepted",
      "accepted",
    ]);
    expect((await table()).offerings.t).toBe(open.offerings.t + 1);
  });

  test("P-3: wrong codes are bad-code, and the sixth too-many-codes with a wait", async () => {
    const { east, west } = await scene();
    for (let i = 0; i < 5; i += 1) {
      expect(await east.refusal(east.ask("pair-temple", { code: "2222" }))).toMatchObject({
        code: "bad-code",
      });
    }
    // Seats are free to have: who comes from the same address is the same client.
    for (const seat of [east, west]) {
      const silenced = await seat.refusal(seat.ask("pair-temple", { code: "2222" }));
      expect(silenced).toMatchObject({ code: "too-many-codes", wait: expect.any(Number) });
    }
  });

  test("P-3: a temple in one match is elsewhere for another", async () => {
    const one = await scene();
    const two = await scene();
    const shown = await one.code();
    await one.east.ask("pair-temple", { code: shown });
    const fault = await two.east.refusal(two.east.ask("pair-temple", { code: shown }));
    expect(fault).toMatchObject({ code: "temple-elsewhere" });
    expect(two.east.state.seats.get("east")?.temple).toBe("");
  });

  test("P-5: unpaired by its player the seat is local no more, and the temple is free", async () => {
    const { bridge, templeId, east, code } = await scene();
    await east.ask("pair-temple", { code: await code() });
    expect(await east.ask("unpair-temple")).toEqual({});
    await bridge.hears("unbound", templeId);
    await until(() => east.state.seats.get("east")?.temple === "", "the seat to be free");
    expect(await bridge.ask("temple-online", { templeId })).toMatchObject({ table: null });
  });

  test("P-5: the temple's button frees all its seats", async () => {
    const { bridge, templeId, east, west, code } = await scene();
    const shown = await code();
    await east.ask("pair-temple", { code: shown });
    await west.ask("pair-temple", { code: shown });
    await bridge.ask("unpair", { templeId });
    await bridge.hears("unbound", templeId);
    await until(() => [...east.state.seats.entries()].every(([, seat]) => seat.temple === ""), "free seats");
  });

  test("P-5: the last local seat leaves, and the binding ends", async () => {
    const { bridge, templeId, east, code } = await scene();
    await east.ask("pair-temple", { code: await code() });
    await east.leave();
    await bridge.hears("unbound", templeId);
  });

  test("N-9: its seats show whether it is there; a bridge that is lost takes it along", async () => {
    const { bridge, templeId, east, west, code } = await scene();
    await east.ask("pair-temple", { code: await code() });
    await bridge.ask("temple-offline", { templeId });
    await until(() => west.state.seats.get("east")?.templeOnline === false, "it to be gone");
    await bridge.ask("temple-online", { templeId });
    await until(() => west.state.seats.get("east")?.templeOnline === true, "it to be back");
    await bridge.leave();
    await until(() => west.state.seats.get("east")?.templeOnline === false, "it to be gone with its bridge");
    const next = await newBridge("bridge-2");
    expect(await next.ask("temple-online", { templeId })).toMatchObject({ table: { seat: { local: true } } });
    await until(() => west.state.seats.get("east")?.templeOnline === true, "it to be back with another");
  });

  test("S-1: of two bridges one serves a temple, and the other when that one has left", async () => {
    const { bridge, templeId, east, code } = await scene();
    const second = await newBridge("bridge-2");
    expect(await second.ask("temple-online", { templeId })).toMatchObject({ owned: false });
    await east.ask("pair-temple", { code: await code() });
    await bridge.leave();
    await until(() => east.state.seats.get("east")?.templeOnline === false, "it to be gone with its bridge");
    expect(await second.ask("temple-online", { templeId })).toMatchObject({ owned: true });
    await east.play({ type: "roll" });
    const changed = ({ table }: { table: TempleTable }) => table.step !== "roll" || table.turn !== 1;
    await second.hears("table", templeId, changed);
  });
});
