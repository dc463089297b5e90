import { canonical, isSignedBy, readWitness, sealOf } from "@flower-war/rules/witness";
import { describe, expect, it, vi } from "vitest";
import { CLOSE, type FlowerWarOptions } from "../src/index.ts";
import { Refusal } from "../src/refusal.ts";
import { memoryWitnessStore, storedWitness, webWitnessStore } from "../src/witness/index.ts";
import type { StoredWitness } from "../src/witness/stored-witness.ts";
import { fakeHost, RECONNECT_DELAY } from "./support/fake-host.ts";
import { RESERVED_SEAT } from "./support/fake-match.ts";
import { fakeStorage } from "./support/fake-storage.ts";
import { flowerWarMatch } from "./support/players.ts";
import { WitnessedMatch } from "./support/witnessed-match.ts";

/** Returns terms with other fields of a seat. */
function changeSeat(terms: { seats: object[] }, at: number, fields: object): object {
  return { ...terms, seats: terms.seats.map((seat, i) => (i === at ? { ...seat, ...fields } : seat)) };
}

const until = (condition: () => boolean) =>
  vi.waitFor(() => expect(condition()).toBe(true), { interval: 1, timeout: 60_000 });

/** Joins a match as east, or as `reserved` says. */
async function join(
  server: WitnessedMatch,
  { reserved = RESERVED_SEAT, ...options }: FlowerWarOptions & { reserved?: object } = {},
) {
  const { host, rooms, time } = fakeHost(() => ({ body: reserved }), options);
  server.serve(rooms);
  const match = flowerWarMatch(await host.join("m1"));
  return { match, rooms, time };
}

/** Joins a match that has begun, east's part of the dice included. */
async function joinBegun(options: FlowerWarOptions = {}, server = new WitnessedMatch()) {
  const joined = await join(server, options);
  await server.start(until);
  return { server, ...joined };
}

const SPECTATOR = { ...RESERVED_SEAT, seat: null, token: null };

/** Returns what a client has seen, once it has asked for what it can. */
async function witnessOf({ match, time }: Pick<Awaited<ReturnType<typeof join>>, "match" | "time">) {
  const witness = match.witness();
  await time.pass(3000);
  return witness;
}

/** Closes a program: its page is left without a word. */
const crash = ({ rooms }: { rooms: { last: { close(code: number): void } } }) =>
  rooms.last.close(CLOSE.replaced);

describe("a seat's part of the dice", () => {
  it("is sealed while the match gathers, and revealed when the seals are fixed", async () => {
    const server = new WitnessedMatch();
    const { match } = await join(server);
    const given = server.seal;
    expect(server.requests).toEqual([{ type: "seal", payload: given }]);
    server.fix();
    await until(() => server.nonce !== "");
    expect(sealOf(server.nonce)).toBe(given?.seal);
    expect(await match.witness()).toMatchObject({ nonce: server.nonce, seal: given?.seal, key: given?.key });
  });

  it("is another one after who sits has changed", async () => {
    const server = new WitnessedMatch();
    await join(server);
    const first = server.seal;
    server.fix();
    await until(() => server.nonce !== "");
    const revealed = server.nonce;
    server.reopen();
    await until(() => server.seal !== null);
    expect(server.seal?.seal).not.toBe(first?.seal);
    server.fix();
    await until(() => server.nonce !== "");
    expect(server.nonce).not.toBe(revealed);
  });

  it("is kept with the terms under which it is revealed, also if the match then does not begin", async () => {
    const server = new WitnessedMatch();
    const options = { witnessStore: memoryWitnessStore() };
    const { match } = await join(server, options);
    server.refused.set("nonce", new Refusal({ code: "unavailable", message: "" }));
    server.fix();
    await until(() => server.requests.some(({ type }) => type === "nonce"));
    const stored = await storedWitness("http://host.test:2567/", "m1", options.witnessStore);
    expect(stored?.terms).toBe(JSON.parse(server.state.details).terms);
    expect((await match.witness()).terms).toBe(stored?.terms);
    server.refused.clear();
    server.reopen();
    await until(() => server.seal !== null);
    const { terms, voided } = await match.witness();
    expect([terms, voided]).toEqual([undefined, 1]);
  });

  it("is the same after a reload", async () => {
    const server = new WitnessedMatch();
    const options = { witnessStore: memoryWitnessStore() };
    crash(await join(server, options));
    const sealed = server.seal?.seal;
    await join(server, options);
    server.fix();
    await until(() => server.nonce !== "");
    expect(sealOf(server.nonce)).toBe(sealed);
  });

  it("is not given by another device, which watches and signs nothing", async () => {
    const { server, rooms } = await joinBegun();
    rooms.last.close(CLOSE.replaced);
    const { match } = await join(server);
    server.finish();
    const witness = await match.witness();
    expect(witness).toMatchObject({ n: server.entries.length, head: server.heads("east").at(-1) });
    expect(witness.key).toBeUndefined();
    expect(server.signatures).toEqual([]);
  });

  it("is the seat's id if it was not revealed in time to a server up to 0.3", async () => {
    const server = new WitnessedMatch();
    server.terms = "";
    server.refused.set("nonce", new Refusal({ code: "unavailable", message: "" }));
    const { match } = await join(server);
    const { seal = "", key = "" } = server.seal ?? {};
    server.recorded = { seat: "east", kind: "human", from: "withheld", nonce: "east", seal, key };
    server.fix();
    server.begin();
    server.finish();
    const witness = await match.witness();
    expect(witness).toMatchObject({ seal, key, n: server.entries.length });
    expect(witness.nonce).toBeUndefined();
    expect(match.connection).toBe("connected");
  });
});

describe("the chain of what a client was shown", () => {
  it("is that of the record, for a seat whose entries others play", async () => {
    const { server, match } = await joinBegun();
    server.finish();
    const witness = await match.witness();
    expect(witness.n).toBe(server.entries.length);
    expect(witness.head).toBe(server.heads("east").at(-1));
    expect(witness.live).toEqual([[1, witness.n]]);
    expect(readWitness(witness)).toEqual({ witness });
  });

  it("is that of the record for a spectator, who comes late", async () => {
    const server = new WitnessedMatch();
    server.viewer = "public";
    server.begin();
    server.play(5, { quietly: true });
    const { match } = await join(server, { reserved: SPECTATOR });
    server.finish();
    const witness = await match.witness();
    expect(witness).toMatchObject({ seat: "public", head: server.heads("public").at(-1) });
    expect(witness.live).toEqual([[6, server.entries.length]]);
  });

  it("has the commands that this client sent", async () => {
    const { server, match } = await joinBegun();
    await match.send({ type: "roll" });
    server.play(3);
    const witness = await match.witness();
    expect(server.entries.map(({ by }) => by)).toContain(undefined);
    expect(witness.head).toBe(server.heads("east").at(-1));
  });

  it("has them as the rules read them, also if they were sent otherwise", async () => {
    const { server, match } = await joinBegun();
    await match.send({ type: "roll", loudly: true } as never);
    expect((await match.witness()).head).toBe(server.heads("east").at(-1));
  });

  it("waits for the header", async () => {
    const server = new WitnessedMatch();
    const { promise, resolve } = Promise.withResolvers<void>();
    server.holds = promise;
    const { match } = await joinBegun({}, server);
    server.play(7);
    resolve();
    expect(await match.witness()).toMatchObject({ n: 7, live: [[1, 7]], head: server.heads("east").at(-1) });
  });

  it("goes on after a lost connection with what the log tells, and says so", async () => {
    const { server, match, rooms, time } = await joinBegun();
    server.play(4);
    await witnessOf({ match, time });
    server.play(9, { quietly: true });
    rooms.last.close(1006);
    await time.pass(RECONNECT_DELAY);
    server.play(12);
    const witness = await witnessOf({ match, time });
    expect(witness.live).toEqual([
      [1, 4],
      [10, 12],
    ]);
    expect(witness.head).toBe(server.heads("east").at(-1));
  });

  it("goes on after a reload", async () => {
    const options = { witnessStore: webWitnessStore(fakeStorage()) };
    const first = await joinBegun(options);
    const { server } = first;
    await first.match.send({ type: "roll" });
    server.play(8);
    await witnessOf(first);
    crash(first);
    server.play(11, { quietly: true });
    const second = await join(server, options);
    server.play(20);
    const witness = await witnessOf(second);
    expect(witness).toMatchObject({ n: 20, head: server.heads("east").at(-1) });
    expect(witness.live).toEqual([
      [1, 8],
      [12, 20],
    ]);
  });

  it("ends before an entry with something that this version does not know", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { server, match, rooms } = await joinBegun();
    server.play(3);
    await match.witness();
    server.state.n = 4;
    rooms.last.patch(server.state);
    rooms.last.message("entry", [4, "west", [999, "what"]]);
    expect(await match.witness()).toMatchObject({ n: 3, head: server.heads("east").at(-1) });
    expect(warn).toHaveBeenCalledWith(expect.stringContaining("entry 4"));
    warn.mockRestore();
  });
});

describe("signatures", () => {
  it("are given after each 64th entry and the last, and prove the heads", async () => {
    const { server, match } = await joinBegun();
    server.finish();
    const { n, key = "" } = await match.witness();
    const due = Array.from({ length: n }, (_, i) => i + 1).filter((each) => each % 64 === 0 || each === n);
    await until(() => server.signatures.length === due.length);
    expect(server.signatures.map((each) => each.n)).toEqual(due);
    for (const { signature, ...signed } of server.signatures) {
      expect(signed.head).toBe(server.heads("east")[signed.n]);
      expect(isSignedBy(key, { match: "m1", seat: "east", ...signed }, signature)).toBe(true);
    }
    expect((await match.witness()).signed).toEqual(
      Object.fromEntries(server.signatures.map((each) => [each.n, each.signature])),
    );
  });

  it("are given later if the server could not take them, also after a reload", async () => {
    const options = { witnessStore: memoryWitnessStore() };
    const server = new WitnessedMatch();
    server.refused.set("witness", new Refusal({ code: "unavailable", message: "" }));
    const first = await joinBegun(options, server);
    server.play(64);
    await first.match.witness();
    await until(() => server.requests.some(({ type }) => type === "witness"));
    await first.match.leave();
    expect(server.signatures).toEqual([]);
    server.refused.clear();
    await join(server, options);
    await until(() => server.signatures.length === 1);
    expect(server.signatures[0]?.head).toBe(server.heads("east")[64]);
  });

  it("that the server refuses block nothing", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const server = new WitnessedMatch();
    server.refused.set("witness", new Refusal({ code: "bad-signature", message: "" }));
    const { match } = await joinBegun({}, server);
    server.finish();
    expect(await match.witness()).toMatchObject({ n: server.entries.length });
    await until(() => warn.mock.calls.length > 0);
    expect(match.connection).toBe("connected");
    warn.mockRestore();
  });
});

describe("a server that changes its word is refused as `fairness-broken`", () => {
  const BROKEN = { code: "fairness-broken" };

  it.each([
    [
      "the commitment",
      "commitment",
      (server: WitnessedMatch) => void (server.state.commitment = "f0".repeat(32)),
    ],
    [
      "the header",
      "header",
      (server: WitnessedMatch) =>
        void (server.header = server.header?.replace('"rules":1', '"rules":2') ?? null),
    ],
    [
      "that it has one",
      "header",
      (server: WitnessedMatch) =>
        void server.refused.set("header", new Refusal({ code: "no-header", message: "" })),
    ],
  ])("after a reload: %s", async (_, field, change) => {
    const options = { witnessStore: memoryWitnessStore() };
    const first = await joinBegun(options);
    const { server } = first;
    server.play(5);
    const seen = await first.match.witness();
    crash(first);
    change(server);
    await expect(join(server, options)).rejects.toMatchObject({ ...BROKEN, field });
    expect(await storedWitness("http://host.test:2567/", "m1", options.witnessStore)).toEqual(seen);
  });

  it("after a reload: the commitment of the reservation", async () => {
    const options = { witnessStore: memoryWitnessStore() };
    const first = await joinBegun(options);
    crash(first);
    const commitment = "f0".repeat(32);
    first.server.state.commitment = commitment;
    const reserved = { ...RESERVED_SEAT, commitment };
    await expect(join(first.server, { ...options, reserved })).rejects.toMatchObject({
      ...BROKEN,
      field: "commitment",
    });
  });

  it.each([
    ["nonce", (own: object) => ({ ...own, nonce: "chosen" })],
    ["nonce", (own: object) => ({ ...own, from: "withheld", nonce: "east" })],
    ["seal", (own: object) => ({ ...own, seal: undefined, key: undefined })],
    ["key", (own: object) => ({ ...own, key: "ab".repeat(32) })],
  ])("when the match begins with another %s", async (field, change) => {
    const server = new WitnessedMatch();
    const { match } = await join(server);
    const dropped = vi.fn();
    match.on("dropped", dropped);
    server.fix();
    await until(() => server.nonce !== "");
    const { seal = "", key = "" } = server.seal ?? {};
    const own = { seat: "east", kind: "human", from: "player", nonce: server.nonce, seal, key };
    server.recorded = JSON.parse(JSON.stringify(change(own)));
    server.begin();
    await until(() => match.connection === "gone");
    expect(dropped).toHaveBeenCalledWith(
      expect.objectContaining({ gone: true, refusal: expect.objectContaining({ ...BROKEN, field }) }),
    );
  });

  it.each<[string, string, (terms: { seats: object[] } & Record<string, unknown>) => object]>([
    ["another match", "terms", (terms) => ({ ...terms, match: "AAAAAAAAAAAA" })],
    ["another game", "terms", (terms) => ({ ...terms, game: "mexica" })],
    ["an unknown format", "terms", (terms) => ({ ...terms, format: "flower-war-record-9" })],
    ["another commitment", "commitment", (terms) => ({ ...terms, commitment: "f0".repeat(32) })],
    ["a seat less", "terms", (terms) => ({ ...terms, seats: terms.seats.slice(0, 1) })],
    ["another seal of its own", "seal", (terms) => changeSeat(terms, 0, { seal: "ab".repeat(32) })],
    ["another key of its own", "key", (terms) => changeSeat(terms, 0, { key: "ab".repeat(32) })],
    [
      "a person where a bot sits",
      "seats.west",
      (terms) => changeSeat(terms, 1, { kind: "bot", from: "bot" }),
    ],
    ["a nonce for a seat that gave none", "seats.west", (terms) => changeSeat(terms, 1, { nonce: "chosen" })],
    [
      "a nonce that is not sealed",
      "seats.west",
      (terms) => changeSeat(terms, 1, { from: "player", nonce: "" }),
    ],
  ])("before it reveals its nonce, when the terms have %s", async (_, field, change) => {
    const server = new WitnessedMatch();
    const { match } = await join(server);
    const dropped = vi.fn();
    match.on("dropped", dropped);
    await until(() => server.seal !== null);
    server.terms = canonical(change(JSON.parse(server.trueTerms)));
    server.fix();
    await until(() => match.connection === "gone");
    expect(dropped).toHaveBeenCalledWith(
      expect.objectContaining({ gone: true, refusal: expect.objectContaining({ ...BROKEN, field }) }),
    );
    expect(server.nonce).toBe("");
  });

  it("when the terms change after it revealed its nonce", async () => {
    const server = new WitnessedMatch();
    const { match } = await join(server);
    server.fix();
    await until(() => server.nonce !== "");
    server.terms = JSON.parse(server.state.details).terms.replace('"rules":1', '"rules":2');
    server.fix();
    await until(() => match.connection === "gone");
  });

  it("when a seal is swapped while the match gathers", async () => {
    const server = new WitnessedMatch();
    const { match } = await join(server);
    server.seal = { seal: "ab".repeat(32), key: "" };
    server.fix();
    await until(() => match.connection === "gone");
    expect(server.nonce).toBe("");
  });

  it("when a patch brings another commitment", async () => {
    const { server, match, rooms } = await joinBegun();
    server.state.commitment = "f0".repeat(32);
    rooms.last.patch(server.state);
    await until(() => match.connection === "gone");
  });

  it("when two tabs of a spectator were shown different entries", async () => {
    const options = { witnessStore: memoryWitnessStore(), reserved: SPECTATOR };
    const servers = [new WitnessedMatch(), new WitnessedMatch()] as const;
    for (const server of servers) {
      server.viewer = "public";
      server.begin();
    }
    const [one, other] = [await join(servers[0], options), await join(servers[1], options)];
    await Promise.all([one.match.witness(), other.match.witness()]);
    servers[0].play(5);
    one.rooms.last.message("entry", [1, "east"]);
    servers[1].state.n = 1;
    other.rooms.last.patch(servers[1].state);
    other.rooms.last.message("entry", [1, "west"]);
    await other.match.witness();
    await one.match.witness();
    await one.time.pass(3000);
    await other.time.pass(3000);
    await until(() => [one, other].some(({ match }) => match.connection === "gone"));
  });
});

describe("the store of witnesses", () => {
  it("keeps the newest 40 matches", async () => {
    const witnessStore = webWitnessStore(fakeStorage());
    const { server } = await joinBegun({ witnessStore });
    await until(() => server.requests.some(({ type }) => type === "header"));
    const [stored] = await witnessStore.list();
    for (let i = 0; i < 45; i++) {
      const { at, witness } = stored as StoredWitness;
      await witnessStore.save({
        ...(stored as StoredWitness),
        at: at - 1000 - i,
        witness: { ...witness, match: `old${i}` },
      });
    }
    await joinBegun({ witnessStore, reserved: { ...RESERVED_SEAT } } as never, new WitnessedMatch()).catch(
      () => {},
    );
    await vi.waitFor(async () => {
      const matches = (await witnessStore.list()).map(({ witness }) => witness.match);
      expect(matches).toHaveLength(40);
      expect(matches).toContain("m1");
      expect(matches).toContain("old0");
      expect(matches).not.toContain("old44");
    }, 60_000);
  });

  it("that fails costs the evidence after a reload, and nothing else", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const full = { ...memoryWitnessStore(), save: async () => Promise.reject(new Error("full")) };
    const { server, match } = await joinBegun({ witnessStore: full });
    server.finish();
    expect(await match.witness()).toMatchObject({ n: server.entries.length });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining("witness store"),
      expect.any(Error),
    );
    error.mockRestore();
  });

  it("makes room when it is full", async () => {
    const items = memoryWitnessStore();
    const { server } = await joinBegun({ witnessStore: items });
    await until(() => server.requests.some(({ type }) => type === "header"));
    const [stored] = (await items.list()) as [StoredWitness];
    for (let i = 0; i < 30; i++)
      await items.save({ ...stored, at: i, witness: { ...stored.witness, match: `old${i}` } });
    await items.delete({ server: stored.server, match: "m1", seat: "east" });
    const small = {
      ...items,
      save: async (each: StoredWitness) =>
        (await items.list()).length > 20 ? Promise.reject(new Error("full")) : items.save(each),
    };
    const { match } = await joinBegun({ witnessStore: small });
    await match.witness();
    expect((await items.list()).map(({ witness }) => witness.match)).toContain("m1");
  });
});
