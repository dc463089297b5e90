/** Servers that choose dice after they know what the players add (docs/fair-dice.md, "What a rigged server can try"). */
import type { AnyMatch, Match, Refusal, Witness } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/client-sdk/verify";
import { memoryWitnessStore, storedWitness } from "@flower-war/client-sdk/witness";
import { readDetails } from "@flower-war/protocol";
import { writeDetails } from "@flower-war/protocol/server";
import { type PublicHeader, type RecordedSeat, seedOf } from "@flower-war/rules";
import { canonical, sealOf } from "@flower-war/rules/witness";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type RunningServer, startServer } from "../server/src/app.ts";
import type * as NewMatch from "../server/src/match/new-match.ts";
import type { Begun, Player } from "../server/src/storage/journal/facts.ts";
import { TestClient } from "../server/test/support/client.ts";
import { requestSeat } from "../server/test/support/post.ts";
import {
  clientOf,
  expectCaught,
  GAME,
  noPython,
  playOut,
  seatTwo,
  untilBegun,
} from "./support/cheated-tables.ts";
import { chosenBeginning, fortuneOf, type Forgery, replayed, worstNonce } from "./support/cheating-server.ts";
import { verifyInPython } from "./support/python-verifier.ts";

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

/** The players of a match that begins, in which one seat is another. */
const withPlayer = (players: readonly Player[], at: number, change: Partial<Player>): readonly Player[] =>
  players.map((player, i) => {
    const { seal, key, ...rest } = { ...player, ...change };
    return i === at ? { ...rest, ...(seal && { seal }), ...(key && { key }) } : player;
  });

const rigBegin = (change: (players: readonly Player[], secret: string) => readonly Player[]) => {
  rig.begin = (begun, secret) => chosenBeginning(begun, secret, change(begun.players, secret));
};

/** Resolves with the refusal with which a client ends its match. */
const refusalOf = (match: Pick<AnyMatch, "on">): Promise<Refusal> =>
  new Promise((resolve) => match.on("dropped", ({ refusal }) => refusal && resolve(refusal)));

/** A table that its victim, red, starts: against a bot, a player, or one who gives an open nonce. */
async function seatVictim(other: "bot" | "player" | "open" | "silent") {
  const store = memoryWitnessStore();
  const victim = await clientOf(server.url, undefined, { witnessStore: store }).create({
    game: GAME,
    seats: 2,
    options: { first: "red" },
    start: "host",
    openNonces: other === "open",
    bots: other === "bot" ? 1 : 0,
  });
  await expect.poll(() => victim.details.seals).toHaveProperty("red");
  const refused = refusalOf(victim);
  if (other === "player") await clientOf(server.url).join(victim.id);
  if (other === "open" || other === "silent") {
    const reserved = await requestSeat(server.url, victim.id, { name: "Tenoch" });
    if (other === "open") await TestClient.joinOpenly(server.url, reserved, "shown");
    else await TestClient.watch(server.url, reserved);
  }
  const isReady = () => Object.keys(victim.details.seals).length + Number(other !== "player") === 2;
  await expect.poll(() => isReady()).toBe(true);
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

/** Coins that fall face up for the victim in their first tosses, at most, when the server has tried 300 nonces. On average 5 do. */
const MOST_OF_300 = 3;

const CHOSEN_SEAL = { nonce: "chosen", seal: sealOf("chosen") };

describe("a server that chooses the dice is refused before the first move", () => {
  test("when it tries nonces for a bot until the dice please it, and calls the bot a person", async () => {
    server = await startServer();
    const bot = { seat: "yellow", kind: "human", from: "player", nonce: "" } as const;
    let chosen = "";
    let fortunes = { honest: 0, chosen: 0 };
    rigBegin((players, secret) => {
      const [own = "", honest = ""] = players.map(({ nonce }) => nonce);
      chosen = worstNonce(secret, [own, ""], "red", 300);
      const fortuneWith = (nonce: string) => fortuneOf("red", seedOf(secret, [own, nonce]));
      fortunes = { honest: fortuneWith(honest), chosen: fortuneWith(chosen) };
      return withPlayer(players, 1, { ...bot, nonce: chosen });
    });
    const { victim, refused, witness } = await seatVictim("bot");
    await victim.start();
    expect(await refused).toMatchObject({ code: "fairness-broken", field: "seats.yellow" });
    expect(fortunes.chosen, JSON.stringify(fortunes)).toBeLessThanOrEqual(MOST_OF_300);
    const record = forgedRecord(await witness(), ({ seats: [own], ...header }) => ({
      ...header,
      seats: [own as RecordedSeat, { ...bot, nonce: chosen }],
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
  ])("and gets no nonce, when its terms have %s", async (_, change) => {
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
    const victim = (await clientOf(server.url, forgery).create({
      game: GAME,
      seats: 2,
      bots: 1,
      start: "host",
    })) as Match;
    await expect.poll(() => victim.details.seals).toHaveProperty("red");
    const refused = refusalOf(victim);
    await victim.start();
    expect(await refused).toMatchObject({ code: "fairness-broken", field: "header" });
  });

  test("when it shows two players different terms", async () => {
    server = await startServer();
    const red = await clientOf(server.url).create({ game: GAME, seats: 2, options: { first: "red" } });
    const forgery: Forgery = {
      state: (state) => {
        const details = readDetails(String(Reflect.get(state, "details")));
        const terms = details.terms.replace('"first":"red"', '"first":"yellow"');
        return Object.assign(state, { details: writeDetails({ ...details, terms }) });
      },
    };
    const yellow = await clientOf(server.url, forgery).join(red.id);
    expect(await refusalOf(yellow)).toMatchObject({ code: "fairness-broken", field: "header" });
    await expect.poll(() => red.status).toBe("playing");
  });
});

describe("the verdict says of a server that it could", () => {
  test("not have chosen the dice, to each player who sealed a nonce and was shown the terms", async () => {
    server = await startServer();
    const { record, witnesses } = await playOut(server.url, await seatTwo(server.url));
    for (const witness of Object.values(witnesses)) {
      expect(verifyRecord(record, witness)).toMatchObject({ ok: true, grade: { code: "nobody" } });
      if (noPython) continue;
      const { said } = await verifyInPython(record, JSON.stringify(witness));
      expect(said[0]).toMatch(/^nobody could have chosen these dice/);
    }
    expect(verifyRecord(record)).toMatchObject({ grade: { code: "server", reason: { code: "no-witness" } } });
  });

  test("have chosen them alone, when it showed no terms, as one of version 0.3", async () => {
    server = await startServer();
    rig.terms = () => "";
    rig.begin = (begun) => ({ ...begun, format: 2 });
    const { record, witnesses } = await playOut(server.url, await seatTwo(server.url));
    expect(verifyRecord(record, witnesses.red)).toMatchObject({
      ok: true,
      format: "flower-war-record-2",
      grade: { code: "server", reason: { code: "old-format" } },
    });
  });

  test("have chosen them, when it began anew after a reveal, as if the dice had not pleased it", async () => {
    server = await startServer();
    const red = await clientOf(server.url).create({ game: GAME, seats: 2, options: { first: "red" } });
    const accomplice = await TestClient.watch(
      server.url,
      await requestSeat(server.url, red.id, { name: "Tenoch" }),
    );
    await accomplice.seal();
    await expect.poll(() => red.state.seats.get("red")?.nonce).not.toBe("");
    await accomplice.leave();
    await expect.poll(() => red.details.revealing).toBe(false);
    // Not who withheld, but another player.
    const yellow = (await clientOf(server.url, undefined, { name: "Izel", player: true }).join(
      red.id,
    )) as Match<typeof GAME>;
    await untilBegun({ red, yellow });
    const { record, witnesses } = await playOut(server.url, { red, yellow });
    expect(witnesses.red.voided).toBe(1);
    expect(verifyRecord(record, witnesses.red)).toMatchObject({
      grade: { code: "server", reason: { code: "voided" } },
    });
    // Who came later has revealed once.
    expect(verifyRecord(record, witnesses.yellow)).toMatchObject({ grade: { code: "nobody" } });
  });
});
