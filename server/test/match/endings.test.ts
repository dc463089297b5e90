/** How people end a match before its rules do (docs/protocol.md, "Ending a match"). */
import { LIMITS, type MatchSummary, PATHS, type RefusalBody } from "@flower-war/protocol";
import { verifyRecord } from "@flower-war/rules";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningServer } from "../../src/app.ts";
import { expectRefusal, TestClient } from "../support/client.ts";
import { FakeTime } from "../support/fake-time.ts";
import { requestSeat } from "../support/post.ts";
import { seatPlayers, seatTwo } from "../support/seated-match.ts";
import { MemoryJournal } from "../support/memory-journal.ts";
import { startOnFakeTime } from "../support/server.ts";
import { until } from "../support/until.ts";

let time: FakeTime;
let server: RunningServer;
beforeEach(async () => {
  time = new FakeTime();
  server = await startOnFakeTime(time);
});
afterEach(() => server.stop());

const offerOf = ({ details }: TestClient) => details.offer;
const seeOffer = async (client: TestClient): Promise<{ id: string }> => {
  await until(() => offerOf(client) !== null, "the offer to be shown");
  return { id: offerOf(client)?.id ?? "" };
};
const seeNoOffer = (client: TestClient) => until(() => offerOf(client) === null, "the offer to be closed");
const seeEnd = (...clients: TestClient[]) =>
  until(() => clients.every(({ state }) => state.status === "over"), "the end");
const codeOf = async (request: Promise<unknown>): Promise<string> => (await expectRefusal(request)).code;
const summaryOf = async (match: string): Promise<MatchSummary> =>
  (await (await fetch(server.url + PATHS.match.replace(":id", match))).json()) as MatchSummary;
const recordOf = async (match: string): Promise<string> =>
  (await fetch(server.url + PATHS.record.replace(":id", match))).text();

describe("a draw", () => {
  test("ends the match when all others accept it: no seat has won, and the record is verified", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 3 });
    const [east, north, west] = players as [TestClient, TestClient, TestClient];
    await east.request("offer", { what: "draw" });
    const offer = await seeOffer(north);
    expect(offerOf(north)).toMatchObject({
      what: "draw",
      by: "east",
      accepted: ["east"],
      asked: ["north", "west"],
      until: time.now() + LIMITS.offers.open,
    });
    await north.request("accept", offer);
    expect(east.state.status).toBe("playing");
    await west.request("accept", offer);
    await seeEnd(...players);
    expect(east.details).toMatchObject({ ending: "draw", offer: null, canAbort: false });
    expect(east.state.secret).toMatch(/^[0-9a-f]{64}$/);
    const outcome = { by: "draw", winner: null };
    expect(await summaryOf(match)).toMatchObject({ over: true, result: { outcome, entries: 0 } });
    expect(verifyRecord(await recordOf(match))).toMatchObject({ ok: true, outcome });
    expect(await codeOf(east.play({ type: "roll" }))).toBe("match-over");
    expect((await east.request("legal")).commands).toEqual([]);
  });

  test("that is asked for or accepted again after a lost answer changes nothing", async () => {
    const { first, second } = await seatTwo(server.url);
    await first.request("offer", { what: "draw" });
    await first.request("offer", { what: "draw" });
    const offer = await seeOffer(second);
    await Promise.all([second.request("accept", offer), second.request("accept", offer)]);
    await second.request("accept", offer);
    await first.request("offer", { what: "draw" });
    await seeEnd(first, second);
    expect(first.details.ending).toBe("draw");
  });

  test("that two accept at once ends the match once", async () => {
    const { players } = await seatPlayers(server.url, { seats: 3 });
    const [east, north, west] = players as [TestClient, TestClient, TestClient];
    await east.request("offer", { what: "draw" });
    const offer = await seeOffer(north);
    await Promise.all([north.request("accept", offer), west.request("accept", offer)]);
    await seeEnd(...players);
  });

  test("that is declined is closed, and its maker may offer again only later", async () => {
    const { first, second } = await seatTwo(server.url);
    await first.request("offer", { what: "draw" });
    const offer = await seeOffer(second);
    await second.request("decline", offer);
    await second.request("decline", offer);
    await seeNoOffer(first);
    expect(await codeOf(second.request("accept", offer))).toBe("no-offer");
    const refusal: RefusalBody = await expectRefusal(first.request("offer", { what: "draw" }));
    expect(refusal).toMatchObject({ code: "too-many-offers", wait: LIMITS.offers.pause });
    await second.request("offer", { what: "draw" });
    await second.request("decline", await seeOffer(second));
    await time.pass(LIMITS.offers.pause);
    await first.request("offer", { what: "draw" });
  });

  test("that is declined is followed by none to abort either, until later", async () => {
    const { first, second } = await seatTwo(server.url);
    await first.request("offer", { what: "draw" });
    await second.request("decline", await seeOffer(second));
    const refusal = await expectRefusal(first.request("offer", { what: "abort" }));
    expect(refusal).toMatchObject({ code: "too-many-offers", wait: LIMITS.offers.pause });
    await time.pass(LIMITS.offers.pause);
    await first.request("offer", { what: "abort" });
  });

  test("ends with its maker's next command, and with time", async () => {
    const { first, second } = await seatTwo(server.url);
    await first.request("offer", { what: "draw" });
    await seeOffer(second);
    await first.play({ type: "roll" });
    await seeNoOffer(second);
    await second.request("offer", { what: "draw" });
    await seeOffer(first);
    await time.pass(LIMITS.offers.open);
    await seeNoOffer(first);
  });

  test("is refused while another offer is open, to spectators, to who conceded, and alone among bots", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 3 });
    const [east, north, west] = players as [TestClient, TestClient, TestClient];
    await east.request("offer", { what: "draw" });
    expect(await codeOf(north.request("offer", { what: "abort" }))).toBe("offer-open");
    expect(await codeOf(east.request("offer", { what: "abort" }))).toBe("offer-open");
    expect(await codeOf(east.request("offer", { what: "peace" }))).toBe("bad-request");
    const watcher = await TestClient.join(
      server.url,
      await requestSeat(server.url, match, { spectate: true }),
    );
    expect(await codeOf(watcher.request("offer", { what: "draw" }))).toBe("not-seated");
    await north.play({ type: "concede" });
    expect(await codeOf(north.request("offer", { what: "draw" }))).toBe("not-seated");
    await west.request("offer", { what: "draw" });
    await east.request("accept", await seeOffer(east));
    await seeEnd(...players);
    const alone = await seatPlayers(server.url, { seats: 2, bots: 1 });
    expect(await codeOf(alone.players[0]?.request("offer", { what: "draw" }) ?? Promise.resolve())).toBe(
      "no-opponent",
    );
  });
});

describe("an abort", () => {
  test("of one person among bots ends the match at once; the match has no winner", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 3, bots: 2 });
    const [east] = players as [TestClient];
    expect(east.details.canAbort).toBe(true);
    await east.request("offer", { what: "abort" });
    await seeEnd(east);
    expect((await summaryOf(match)).result?.outcome).toEqual({ by: "abort", winner: null });
  });

  test("needs all people, not bots", async () => {
    const { players } = await seatPlayers(server.url, { seats: 3, bots: 1 });
    const [east, other] = players as [TestClient, TestClient];
    await east.request("offer", { what: "abort" });
    await other.request("accept", await seeOffer(other));
    await seeEnd(east, other);
    expect(east.details.ending).toBe("abort");
  });

  test("can be offered only before the third turn", async () => {
    const { first, second } = await seatTwo(server.url, { game: "tieqchieq" });
    expect(first.details.canAbort).toBe(true);
    const legalOf = async (player: TestClient) =>
      ((await player.request("legal")).commands as { type: string }[]).filter(
        ({ type }) => type !== "concede",
      );
    for (let left = 40; first.details.canAbort && left > 0; left -= 1) {
      for (const player of [first, second]) {
        const [command] = await legalOf(player);
        if (command && first.details.canAbort) await player.play(command);
      }
    }
    expect(first.details.canAbort).toBe(false);
    expect(await codeOf(first.request("offer", { what: "abort" }))).toBe("abort-too-late");
  });
});

describe("a claim", () => {
  const goAway = async (stays: TestClient, ...others: TestClient[]) => {
    await Promise.all(others.map(({ room }) => room.leave(false)));
    const seesAll = () => others.every(({ seat }) => stays.state.seats.get(seat ?? "")?.connected === false);
    await until(seesAll, "the others to be away");
  };

  test("of the one who stayed makes the others concede in turn order, and the rules say who has won", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 3 });
    const [east, north, west] = players as [TestClient, TestClient, TestClient];
    await goAway(east, north);
    expect(east.details.claimsAt).toBe(0);
    await time.pass(1000);
    await goAway(east, west);
    expect(east.details.claimsAt).toBe(time.now() + LIMITS.claim);
    await time.pass(LIMITS.claim - 1);
    expect(await codeOf(east.request("claim", { what: "win" }))).toBe("not-away");
    await time.pass(1);
    await Promise.all([east.request("claim", { what: "win" }), east.request("claim", { what: "win" })]);
    await east.request("claim", { what: "win" });
    await seeEnd(east);
    expect(east.entries.map(({ seat }) => seat)).toEqual(["north", "west"]);
    const outcome = { by: "last-tribe", winner: "east" };
    expect((await summaryOf(match)).result).toMatchObject({ outcome, entries: 2 });
    expect(verifyRecord(await recordOf(match))).toMatchObject({ ok: true, outcome });
  });

  test("may abort the match instead", async () => {
    const { first, second } = await seatTwo(server.url);
    await goAway(first, second);
    await time.pass(LIMITS.claim);
    await first.request("claim", { what: "abort" });
    await first.request("claim", { what: "abort" });
    await seeEnd(first);
    expect(first.details.ending).toBe("abort");
  });

  test("is possible for no player while all are away", async () => {
    const { match, players } = await seatPlayers(server.url, { seats: 2 });
    const [east, west] = players as [TestClient, TestClient];
    const watcher = await TestClient.watch(
      server.url,
      await requestSeat(server.url, match, { spectate: true }),
    );
    await goAway(watcher, east, west);
    await time.pass(LIMITS.claim);
    expect(watcher.details.claimsAt).toBe(0);
  });

  test("is over when a player comes back", async () => {
    const { first, second } = await seatTwo(server.url);
    await goAway(first, second);
    await time.pass(LIMITS.claim);
    const { match, token } = second.reserved;
    const back = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
    await until(() => first.details.claimsAt === 0, "the claim to be over");
    expect(await codeOf(first.request("claim", { what: "win" }))).toBe("not-away");
    expect(await codeOf(back.request("claim", { what: "abort" }))).toBe("not-away");
  });

  test("leaves the match to its bots", async () => {
    const { players } = await seatPlayers(server.url, { seats: 3, bots: 1 });
    const [east, other] = players as [TestClient, TestClient];
    await goAway(east, other);
    await time.pass(LIMITS.claim);
    await east.request("claim", { what: "win" });
    await east.request("claim", { what: "win" });
    expect(east.state.status).toBe("playing");
    expect(await codeOf(east.request("offer", { what: "draw" }))).toBe("no-opponent");
  });

  test("in a match with clocks waits until the clocks say that the others are away", async () => {
    const clock = { profile: "quick", turn: 1000, reserve: 0, warning: 0, awayAfter: 1 };
    const { players } = await seatPlayers(server.url, { seats: 2, clock });
    const [first, second] = players as [TestClient, TestClient];
    await goAway(second, first);
    await time.pass(1000);
    await until(() => second.state.clocks.get("east")?.away === true, "east to be away");
    await until(() => second.details.claimsAt === time.now(), "the claim to be possible");
    await second.request("claim", { what: "win" });
    await seeEnd(second);
    expect(second.state.table.outcome?.winner).toBe("west");
  });

  test("spares who is away a draw, which then asks only those who are there", async () => {
    const { players } = await seatPlayers(server.url, { seats: 3 });
    const [east, north, west] = players as [TestClient, TestClient, TestClient];
    await goAway(east, north);
    await time.pass(LIMITS.claim);
    await east.request("offer", { what: "draw" });
    await west.request("accept", await seeOffer(west));
    await seeEnd(east, west);
  });
});

test("what ended a match survives the server", async () => {
  const journal = new MemoryJournal(time);
  await server.stop();
  server = await startOnFakeTime(time, { journal, authSecret: "of two servers".padEnd(32) });
  const { match, first, second } = await seatTwo(server.url);
  await first.request("offer", { what: "draw" });
  await second.request("accept", await seeOffer(second));
  const before = await recordOf(match);
  await server.stop();
  server = await startOnFakeTime(time, { journal, authSecret: "of two servers".padEnd(32) });
  expect(await recordOf(match)).toBe(before);
  const { token } = first.reserved;
  const again = await TestClient.join(server.url, await requestSeat(server.url, match, { token }));
  expect(again.state.status).toBe("over");
  expect(again.details.ending).toBe("draw");
  expect(await codeOf(again.play({ type: "roll" }))).toBe("match-over");
  await again.request("accept", { id: "of before" });
});
