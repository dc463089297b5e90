/** Servers that cheat with the dice (docs/fair-dice.md): what each client has seen gives them away, to every verifier. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  FlowerWar,
  type FlowerWarOptions,
  type Match,
  type Refusal,
  type Witness,
} from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/client-sdk/verify";
import { memoryWitnessStore, storedWitness } from "@flower-war/client-sdk/witness";
import { type PublicHeader, seedOf } from "@flower-war/rules";
import { randomFrom } from "@flower-war/rules/bots";
import { canonical, sealOf } from "@flower-war/rules/witness";
import { afterEach, describe, expect, test, vi } from "vitest";
import { playEasily } from "../client-sdk/test/support/players.ts";
import { type RunningServer, startServer } from "../server/src/app.ts";
import type * as NewMatch from "../server/src/match/new-match.ts";
import type { Begun, Player } from "../server/src/storage/journal/facts.ts";
import { TestClient } from "../server/test/support/client.ts";
import { requestSeat } from "../server/test/support/post.ts";
import {
  chosenBeginning,
  cutAfter,
  fortuneOf,
  type Forgery,
  forgedConnection,
  linesOf,
  replayed,
  riggedGames,
  swapped,
  worstNonce,
} from "./support/cheating-server.ts";
import { lacks } from "./support/programs.ts";
import { verifyInPython } from "./support/python-verifier.ts";
import { ROOT } from "./support/root.ts";
import { makeTempFolder } from "./support/temp-folder.ts";

const GAME = "tieqchieq";
const noPython = lacks("python3");

/** How the server is rigged: what it does with a match that begins, and with its terms, if anything. */
interface Rig {
  begin?: (begun: Begun, secret: string) => Begun;
  terms?: (terms: string) => string;
  /** The secret of the match that began last. */
  secret?: string;
}

const rig = vi.hoisted((): Rig => ({}));
vi.mock("../server/src/match/new-match.ts", async (load) => {
  const honest = await load<typeof NewMatch>();
  return {
    ...honest,
    beginMatch: (...args: Parameters<typeof NewMatch.beginMatch>) => {
      const begun = honest.beginMatch(...args);
      rig.secret = args[0];
      return rig.begin?.(begun, args[0]) ?? begun;
    },
    termsOf: (...args: Parameters<typeof NewMatch.termsOf>) => {
      const terms = honest.termsOf(...args);
      return terms === "" ? "" : (rig.terms?.(terms) ?? terms);
    },
  };
});

/** A process can have one server at a time. */
let server: RunningServer;
afterEach(async () => {
  delete rig.begin;
  delete rig.terms;
  await server.stop();
});

/** A client whose line to the server is forged, if `forgery` is given. */
function clientOf(forgery?: Forgery, options: FlowerWarOptions = {}) {
  const line = forgery === undefined ? {} : forgedConnection(server.url, GAME, forgery);
  return new FlowerWar(server.url, { witnessStore: memoryWitnessStore(), ...line, ...options });
}

/** Seats two people. */
async function seatTwo(forgery?: Forgery, store = memoryWitnessStore()) {
  const red = await clientOf(undefined, { witnessStore: store }).create({
    game: GAME,
    seats: 2,
    options: { first: "red" },
  });
  const yellow = (await clientOf(forgery).join(red.id)) as Match<typeof GAME>;
  await vi.waitFor(() => expect([red.status, yellow.status]).toEqual(["playing", "playing"]), 10_000);
  return { red, yellow };
}

/** Plays to the end. Resolves with the true record, and what both have seen. */
async function playOut({ red, yellow }: Awaited<ReturnType<typeof seatTwo>>) {
  await Promise.all([
    playEasily(red, randomFrom("ed".repeat(32))),
    playEasily(yellow, randomFrom("ee".repeat(32))),
  ]);
  const witnesses = { red: await red.witness(), yellow: await yellow.witness() };
  return { record: await new FlowerWar(server.url).record(red.id), witnesses };
}

/** Expects that every verifier names the same line of a record. */
async function expectCaught(record: string, witness: Witness, line: number | "header", reason: RegExp) {
  expect(verifyRecord(record), "the record alone").toMatchObject({ ok: true });
  expect(verifyRecord(record, witness)).toMatchObject({
    ok: false,
    entry: line,
    reason: expect.stringMatching(reason),
  });
  const folder = makeTempFolder();
  const [match, seen] = [join(folder, "match.jsonl"), join(folder, "witness.json")];
  await writeFile(match, record);
  await writeFile(seen, JSON.stringify(witness));
  const args = ["verify", match, "--json", "--witness", seen];
  const { stdout } = await promisify(execFile)(join(ROOT, "node_modules/.bin/flower-war"), args).catch(
    (failure: unknown) => failure as { stdout: string },
  );
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, entry: line, reason: expect.stringMatching(reason) });
  if (noPython) return;
  const { exitCode, printed } = await verifyInPython(record, JSON.stringify(witness));
  expect(exitCode).toBe(1);
  expect(printed).toMatch(new RegExp(`^no: ${line}: `));
}

/** The players of a match that begins, in which one seat is another. */
const withPlayer = (players: readonly Player[], at: number, change: Partial<Player>): readonly Player[] =>
  players.map((player, i) => {
    const { seal, key, ...rest } = { ...player, ...change };
    return i === at ? { ...rest, ...(seal && { seal }), ...(key && { key }) } : player;
  });

const rigBegin = (change: (players: readonly Player[], secret: string) => readonly Player[]) => {
  rig.begin = (begun, secret) => chosenBeginning(begun, secret, change(begun.players, secret));
};

/** A table that its victim, red, starts: against a bot, a player, or one who gives an open nonce. */
async function seatVictim(other: "bot" | "player" | "open" | "silent") {
  const store = memoryWitnessStore();
  const victim = await clientOf(undefined, { witnessStore: store }).create({
    game: GAME,
    seats: 2,
    options: { first: "red" },
    start: "host",
    openNonces: other === "open",
    bots: other === "bot" ? 1 : 0,
  });
  await vi.waitFor(() => expect(victim.details.seals).toHaveProperty("red"));
  const refused = new Promise<Refusal>((resolve) => {
    victim.on("dropped", ({ refusal }) => refusal && resolve(refusal));
  });
  if (other === "player") await clientOf().join(victim.id);
  if (other === "open" || other === "silent") {
    const reserved = await requestSeat(server.url, victim.id, { name: "Tenoch" });
    if (other === "open") await TestClient.joinOpenly(server.url, reserved, "shown");
    else await TestClient.watch(server.url, reserved);
  }
  const isReady = () => Object.keys(victim.details.seals).length + Number(other !== "player") === 2;
  await vi.waitFor(() => expect(isReady()).toBe(true));
  const witness = async () => (await storedWitness(server.url, victim.id, store)) as Witness;
  return { victim, refused, witness };
}

/** The record that a rigged server writes of a match: right by itself. */
function forgedRecord(
  { terms = "", nonce = "" }: Witness,
  change: (header: PublicHeader) => PublicHeader,
): string {
  const header = JSON.parse(terms) as PublicHeader;
  const seats = header.seats.map((seat) => (seat.nonce === "" ? { ...seat, nonce } : seat));
  const end = { secret: rig.secret ?? "", seed: "", outcome: {} };
  return replayed({ header: change({ ...header, seats }), entries: [], end });
}

const CHOSEN_SEAL = { nonce: "chosen", seal: sealOf("chosen") };

describe("a server that chooses the dice is refused before the first move", { timeout: 120_000 }, () => {
  test("when it tries nonces for a bot until the dice please, and calls the bot a person", async () => {
    server = await startServer();
    rigBegin((players, secret) => {
      const [own = "", bot = ""] = players.map(({ nonce }) => nonce);
      const nonce = worstNonce(secret, [own, ""], "red", 300);
      expect(fortuneOf("red", seedOf(secret, [own, nonce]))).toBeLessThan(
        fortuneOf("red", seedOf(secret, [own, bot])) + 1,
      );
      return withPlayer(players, 1, { kind: "human", from: "player", nonce });
    });
    const { victim, refused, witness } = await seatVictim("bot");
    await victim.start();
    expect(await refused).toMatchObject({ code: "fairness-broken", field: "seats.yellow" });
    const record = forgedRecord(await witness(), (header) => ({
      ...header,
      seats: header.seats.map((seat, i) =>
        i === 1 ? { seat: "yellow", kind: "human", from: "player", nonce: "chosen-7" } : seat,
      ),
    }));
    await expectCaught(record, await witness(), "header", /^other-terms$/);
  });

  test("when it shows one open nonce before the victim reveals, and uses another", async () => {
    server = await startServer();
    rigBegin((players) => withPlayer(players, 1, { nonce: "chosen" }));
    const { victim, refused, witness } = await seatVictim("open");
    await victim.start();
    expect(await refused).toMatchObject({ code: "fairness-broken", field: "seats.yellow" });
    const record = forgedRecord(await witness(), (header) => ({
      ...header,
      seats: header.seats.map((seat, i) => (i === 1 ? { ...seat, nonce: "chosen" } : seat)),
    }));
    await expectCaught(record, await witness(), "header", /^other-terms$/);
  });

  test.each<[string, Parameters<typeof seatVictim>[0], Parameters<typeof withPlayer>[2], string]>([
    ["a bot's nonce", "bot", { nonce: "chosen" }, "seats.yellow"],
    ["another player's nonce, with its seal", "player", CHOSEN_SEAL, "seats.yellow"],
    [
      "a stand-in for a nonce that was sealed",
      "player",
      { from: "stand-in", nonce: "yellow", seal: "", key: "" },
      "seats.yellow",
    ],
    ["another player's key", "player", { key: "ab".repeat(32) }, "seats.yellow"],
    ["a nonce for who gave none", "silent", { from: "player", nonce: "chosen" }, "seats.yellow"],
    ["a bot for a player", "silent", { kind: "bot", from: "bot" }, "seats.yellow"],
  ])("when it chooses %s after the reveal", async (_, other, change, field) => {
    server = await startServer();
    rigBegin((players) => withPlayer(players, 1, change));
    const { victim, refused, witness } = await seatVictim(other);
    await victim.start();
    expect(await refused).toMatchObject({ code: "fairness-broken", field });
    const { terms = "", header } = await witness();
    expect([JSON.parse(terms).match, header]).toEqual([victim.id, null]);
  });

  test.each<[string, Partial<Player>, string]>([
    ["nonce", CHOSEN_SEAL, "nonce"],
    ["nonce by the seat's id", { from: "stand-in", nonce: "red", seal: "", key: "" }, "nonce"],
    ["key", { key: "ab".repeat(32) }, "key"],
  ])("when it replaces the victim's own %s", async (_, change, field) => {
    server = await startServer();
    rigBegin((players) => withPlayer(players, 0, change));
    const { victim, refused } = await seatVictim("bot");
    await victim.start();
    expect(await refused).toMatchObject({ code: "fairness-broken", field });
  });

  test.each<[string, (terms: PublicHeader) => object]>([
    [
      "a person with an open nonce where a bot sits",
      (terms) => ({
        ...terms,
        seats: [terms.seats[0], { seat: "yellow", kind: "human", from: "player", nonce: "known" }],
      }),
    ],
    ["a seat less than the table", (terms) => ({ ...terms, seats: terms.seats.slice(0, 1) })],
  ])("by who does not reveal then, when its terms have %s", async (_, change) => {
    server = await startServer();
    rig.terms = (terms) => canonical(change(JSON.parse(terms)));
    const { victim, refused, witness } = await seatVictim("bot");
    await victim.start();
    expect((await refused).code).toBe("fairness-broken");
    expect(victim.state.seats.get("red")?.nonce).toBe("");
    expect((await witness()).terms).toBeUndefined();
  });

  test.each<[string, (header: PublicHeader) => object]>([
    ["options", (header) => ({ ...header, options: { first: "yellow" } })],
    ["version of the rules", (header) => ({ ...header, rules: 2 })],
    ["format", (header) => ({ ...header, format: "flower-war-record-2" })],
    ["number of seats", (header) => ({ ...header, seats: header.seats.slice(0, 1) })],
  ])("when it begins with another %s than it showed", async (_, change) => {
    server = await startServer();
    const forgery: Forgery = {
      answer: (type, answer) => {
        if (type !== "header") return answer;
        const { header } = answer as { header: string };
        return { header: canonical(change(JSON.parse(header))) };
      },
    };
    const victim = (await clientOf(forgery).create({
      game: GAME,
      seats: 2,
      bots: 1,
      start: "host",
    })) as Match;
    await vi.waitFor(() => expect(victim.details.seals).toHaveProperty("red"));
    const refused = new Promise<Refusal>((resolve) => {
      victim.on("dropped", ({ refusal }) => refusal && resolve(refusal));
    });
    await victim.start();
    expect(await refused).toMatchObject({ code: "fairness-broken", field: "header" });
  });
});

describe("a server that could have chosen the dice is said to", { timeout: 120_000 }, () => {
  test("be none, by everybody who sealed a nonce and was shown the terms", async () => {
    server = await startServer();
    const { record, witnesses } = await playOut(await seatTwo());
    for (const witness of Object.values(witnesses)) {
      expect(verifyRecord(record, witness)).toMatchObject({ ok: true, grade: { code: "nobody" } });
      if (noPython) continue;
      const { said } = await verifyInPython(record, JSON.stringify(witness));
      expect(said[0]).toMatch(/^nobody could have chosen these dice/);
    }
    expect(verifyRecord(record)).toMatchObject({ grade: { code: "server", reason: { code: "no-witness" } } });
  });

  test("have done it alone when it shows no terms, as one of version 0.3", async () => {
    server = await startServer();
    rig.terms = () => "";
    rig.begin = (begun) => ({ ...begun, format: 2 });
    const { record, witnesses } = await playOut(await seatTwo());
    expect(verifyRecord(record, witnesses.red)).toMatchObject({
      ok: true,
      format: "flower-war-record-2",
      grade: { code: "server", reason: { code: "old-format" } },
    });
  });

  test("have done it when it begins anew after a reveal, because the dice did not please", async () => {
    server = await startServer();
    const red = await clientOf().create({ game: GAME, seats: 2, options: { first: "red" } });
    const accomplice = await TestClient.watch(
      server.url,
      await requestSeat(server.url, red.id, { name: "Tenoch" }),
    );
    await accomplice.seal();
    await vi.waitFor(() => expect(red.state.seats.get("red")?.nonce).not.toBe(""));
    await accomplice.leave();
    await vi.waitFor(() => expect(red.details.revealing).toBe(false));
    // Not who withheld, but another player.
    const yellow = (await clientOf(undefined, { name: "Izel", player: true }).join(red.id)) as Match<
      typeof GAME
    >;
    await vi.waitFor(() => expect([red.status, yellow.status]).toEqual(["playing", "playing"]), 10_000);
    const { record, witnesses } = await playOut({ red, yellow });
    expect(witnesses.red.voided).toBe(1);
    expect(verifyRecord(record, witnesses.red)).toMatchObject({
      grade: { code: "server", reason: { code: "voided" } },
    });
    // Who came later has revealed once.
    expect(verifyRecord(record, witnesses.yellow)).toMatchObject({ grade: { code: "nobody" } });
  });
});

describe("a server that cheats with the dice is caught", { timeout: 120_000 }, () => {
  test("when it chooses them while people play, and publishes another play under the same secret", async () => {
    server = await startServer({ games: riggedGames() });
    const { record, witnesses } = await playOut(await seatTwo());
    expect(verifyRecord(record), "what was really played").toMatchObject({ ok: false });
    const played = linesOf(record);
    const forged = replayed(played);
    const first = linesOf(forged).entries.findIndex(
      ({ events }, i) => JSON.stringify(events) !== JSON.stringify(played.entries[i]?.events),
    );
    for (const witness of Object.values(witnesses))
      await expectCaught(forged, witness, first + 1, /^other-entry$/);
  });

  test("when it swaps secret and nonce over a reload", async () => {
    server = await startServer();
    const store = memoryWitnessStore();
    const table = await seatTwo(undefined, store);
    const { id } = table.red;
    const { token } = table.red;
    const { record } = await playOut(table);
    const { commitment, header } = (await storedWitness(server.url, id, store)) ?? {};
    const other = swapped(linesOf(record), "red");
    const line = replayed(other).split("\n")[0];
    for (const forgery of [
      {
        state: (state: { commitment: string }) =>
          Object.assign(state, { commitment: other.header.commitment }),
      },
      { answer: (type: string, answer: unknown) => (type === "header" ? { header: line } : answer) },
    ]) {
      const reloaded = clientOf(forgery, { witnessStore: store });
      await expect(reloaded.join(id, { token: token ?? "" })).rejects.toMatchObject({
        code: "fairness-broken",
      });
    }
    const kept = (await storedWitness(server.url, id, store)) as Witness;
    expect(kept).toMatchObject({ commitment, header });
    await expectCaught(replayed(other), kept, "header", /^other-(commitment|nonce|header)$/);
  });

  test("when it drops an entry", async () => {
    server = await startServer();
    const { record, witnesses } = await playOut(await seatTwo());
    const lines = linesOf(record);
    const n = lines.entries.length - 3;
    await expectCaught(cutAfter(lines, n), witnesses.red, n + 1, /^missing-entry$/);
  });

  test("when it answers two seats differently", async () => {
    server = await startServer();
    let told = 0;
    const { record, witnesses } = await playOut(
      await seatTwo({
        entry: (entry) => {
          const tossed = entry.events.find(({ type }) => type === "tossed");
          if (told > 0 || tossed === undefined) return entry;
          told = entry.n;
          const coins = (Reflect.get(tossed, "coins") as number[]).map((coin) => 1 - coin);
          return {
            ...entry,
            events: entry.events.map((each) => (each === tossed ? { ...each, coins } : each)),
          };
        },
      }),
    );
    expect(told).toBeGreaterThan(0);
    const verdict = verifyRecord(record, witnesses.red);
    expect(verdict).toMatchObject({ ok: true });
    // What yellow signed is not in the record: it would not be true.
    expect(verdict.ok && verdict.signatures.find(({ seat }) => seat === "yellow")?.signed).toEqual([]);
    await expectCaught(record, witnesses.yellow, told, /^other-entry$/);
  });
});
