/** Streams and requests by plain HTTP, asked of any of several servers (docs/json-api.md). */
import type { CommandAnswer, SeatReservation } from "@flower-war/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { TestCluster } from "../support/cluster.ts";
import { requestSeat } from "../support/post.ts";
import { askMatch, TestStream } from "../support/stream.ts";
import { until, untilRead } from "../support/until.ts";

/** ms in which servers find out that another one is gone, and take its matches over. */
const TAKEOVER = 60_000;

describe.skipIf(lacks("redis", "postgres"))("a match in one of two servers", () => {
  let cluster: TestCluster;
  beforeEach(async () => {
    cluster = await TestCluster.start();
  });
  afterEach(() => cluster?.stop());

  /** Begins a match in `b` of two players, each with a stream by `a`. */
  async function begin() {
    const { a, b } = cluster;
    const first = await cluster.createMatchIn(b, { seats: 2, clock: { profile: "none" }, openNonces: true });
    const second = await requestSeat(a.url, first.match, { name: "Tlacaelel" });
    const open = ({ match, token }: SeatReservation) => TestStream.open(a.url, match, { token });
    const [east, west] = await Promise.all([open(first), open(second)]);
    for (const { match, token } of [first, second])
      await askMatch(a.url, match, "nonce", { token, body: { nonce: "n" } });
    await east.waitForEntry(0);
    return { match: first.match, first, second, east, west };
  }

  /** Plays a command for whoever is awaited, asking this server. Returns its answer. */
  async function playOne(url: string, seats: readonly SeatReservation[], stream: TestStream, id: string) {
    const awaited = stream.known.awaiting?.[0]?.seat;
    const player = seats.find(({ seat }) => seat === awaited);
    if (!player) throw new Error(`${awaited} is not here`);
    const { match, token } = player;
    const { body: legal } = await askMatch<{ commands: { type: string }[] }>(url, match, "legal", { token });
    const command = legal.commands.find(({ type }) => type !== "concede");
    const body = { id, command };
    return { player, command, ...(await askMatch<CommandAnswer>(url, match, "commands", { token, body })) };
  }

  test("is played and read at the other as at its own", async () => {
    const { a, b } = cluster;
    const { match, first, second, east, west } = await begin();
    const own = await TestStream.open(b.url, match);
    for (let n = 1; n <= 12; n++) {
      const url = n % 2 === 0 ? a.url : b.url;
      const { body } = await playOne(url, [first, second], own, `c${n}`);
      expect(body.n).toBe(n);
      for (const stream of [east, west, own]) await stream.waitForEntry(n);
    }
    const numbers = Array.from({ length: 12 }, (_, i) => i + 1);
    for (const stream of [east, west, own]) expect(stream.numbers).toEqual(numbers);
    expect(east.known.seats).toEqual(own.known.seats);
    expect(east.known.seats?.map(({ connected }) => connected)).toEqual([true, true]);
    const again = await TestStream.open(b.url, match, { token: first.token });
    await east.waitForEnd();
    expect(east.last).toEqual({ type: "end", code: "replaced", resume: false });
    west.close();
    await until(() => again.known.seats?.[1]?.connected === false, "west to be gone", TAKEOVER);
    const bad = await askMatch(a.url, match, "view", { token: "rubbish" });
    expect([bad.status, bad.body]).toMatchObject([403, { code: "bad-token" }]);
  });

  test("that is killed goes on in the other: streams end, and go on after their last entry, without a gap or a repetition", async () => {
    const { a, b } = cluster;
    const { match, first, second, east, west } = await begin();
    for (let n = 1; n <= 3; n++) {
      await playOne(a.url, [first, second], east, `c${n}`);
      await Promise.all([east.waitForEntry(n), west.waitForEntry(n)]);
    }
    const last = await playOne(b.url, [first, second], east, "last");
    await b.stop("SIGKILL");
    for (const stream of [east, west]) {
      await until(() => stream.isOver, "the end of the stream", TAKEOVER);
      expect(stream.last).toEqual({ type: "end", code: "moved", resume: true });
    }
    const seen = east.numbers.at(-1) ?? 0;
    const resume = () => TestStream.open(a.url, match, { token: first.token, after: seen }).catch(() => null);
    const back = await untilRead(
      resume,
      (stream) => stream !== null,
      "the match in the other server",
      TAKEOVER,
    );
    if (!back) throw new Error("the match is there");
    const { token } = last.player;
    const body = { id: "last", command: last.command };
    const repeated = await askMatch<CommandAnswer>(a.url, match, "commands", { token, body });
    expect(repeated.body.n).toBe(4);
    await playOne(a.url, [first, second], back, "c5");
    await back.waitForEntry(5);
    expect([...east.numbers, ...back.numbers]).toEqual([1, 2, 3, 4, 5]);
  });

  test("notices that the server with its streams was killed", async () => {
    const { a, b } = cluster;
    const { match } = await begin();
    const own = await TestStream.open(b.url, match);
    await a.stop("SIGKILL");
    const isConnected = () => own.known.seats?.some(({ connected }) => connected);
    await until(() => isConnected() === false, "both players to be gone", TAKEOVER);
  });

  test("whose lines Redis loses ends the streams that miss them", async () => {
    const { b } = cluster;
    const { match, first, second, east } = await begin();
    const own = await TestStream.open(b.url, match);
    await cluster.redis.kill();
    await playOne(b.url, [first, second], own, "c1");
    await own.waitForEntry(1);
    await cluster.redis.restart();
    await until(() => east.isOver, "the end of the stream", TAKEOVER + 20_000);
    expect(east.numbers).toEqual([]);
    expect(east.last).toEqual({ type: "end", code: "moved", resume: true });
    const resume = () =>
      TestStream.open(cluster.a.url, match, { token: first.token, after: 0 }).catch(() => null);
    const back = await untilRead(resume, (stream) => stream !== null, "the stream again", TAKEOVER);
    await until(() => back?.numbers.length === 1, "the entry");
    expect(own.isOver).toBe(false);
  });
});
