/** A seat is handed over once, whenever its server is killed (docs/protocol.md, "Handing a seat over"). */
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/rules";
import { expect, onTestFinished, test } from "vitest";
import { untilBack } from "./support/faults/back.ts";
import { killsAtChanges, killUntilDone, RECONNECT_FAST } from "./support/faults/changes.ts";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

const FAULTS = killsAtChanges(12, [3, 4]);

async function openTable(url: string) {
  const [host, guest, friend] = ["Citlali", "Tenoch", "Izel"].map(
    (name) => new FlowerWar(url, { name, ...RECONNECT_FAST }),
  );
  if (host === undefined || guest === undefined || friend === undefined) throw new Error("three people");
  const first = await host.create({ game: "tieqchieq", private: true, handOvers: "yes" });
  const second = (await guest.join(first.invitation ?? "")) as Match<"tieqchieq">;
  for (const match of [first, second]) onTestFinished(() => match.leave());
  await until(() => first.status === "playing" && second.status === "playing", "the match to begin");
  return { host, friend, first, second };
}

type Table = Awaited<ReturnType<typeof openTable>>;

/** Tries until it succeeds, whatever the server does meanwhile. */
async function insist<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act();
    } catch {
      await new Promise(setImmediate);
    }
  }
}

/** Takes the seat over, or again if it was and the connection was lost. */
async function takeOver({ friend, first }: Table, token: string): Promise<Match<"tieqchieq">> {
  const [own] = await friend.resume();
  const seat = own === undefined ? { token, takesOver: true as const } : { token: own.token };
  return (await friend.join(first.id, seat)) as Match<"tieqchieq">;
}

/** Ends the match, and checks that the seat was offered and handed over once, and that the witnesses of all fit. */
async function expectHandedOnce(table: Table, third: Match<"tieqchieq">): Promise<void> {
  const { host, first, second } = table;
  await until(() => first.connection === "gone", "the former player to be told");
  const seat = first.seat ?? "red";
  // A connection is there before the state that it brings.
  await until(
    () => second.seats.find((each) => each.seat === seat)?.name === "Izel",
    "the other player to see the new one",
  );
  expect(third.seat).toBe(seat);
  await third.makeOffer("draw");
  await until(() => second.offer !== null, "the offer");
  if (second.offer !== null) await second.acceptOffer(second.offer);
  await until(() => third.status === "over" && second.status === "over", "the end");
  const record = await host.record(first.id);
  for (const type of ["table-seat-offered", "table-seat-handed"])
    expect(record.split("\n").filter((line) => line.includes(`"${type}"`))).toHaveLength(1);
  for (const match of [first, second, third]) {
    const verdict = verifyRecord(record, await match.witness());
    expect(verdict).toMatchObject({ ok: true, entries: 2 });
    expect(verdict.ok && verdict.open.map(({ code }) => code)).toContain("handed-over");
  }
}

test("a seat is offered and taken over once though the server is killed at its changes", async () => {
  const { server } = await startLoneServer();
  const table = await openTable(server.url);
  await server.kill();
  const handed = insist(async () => {
    const token = await table.first.offerSeat();
    if (token === null) throw new Error("no token");
    return token;
  }).then((token) => insist(() => takeOver(table, token)));
  expect(await killUntilDone(server, FAULTS, handed)).toBeGreaterThan(0);
  const third = await handed;
  onTestFinished(() => third.leave());
  await server.kill();
  await server.start();
  await untilBack([table.second, third]);
  await expectHandedOnce(table, third);
}, 300_000);

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "a seat that is offered at one server is taken over at the other when its own is killed, and stays so",
  async () => {
    const { url, servers } = await startFirstOfTwo();
    await servers[1].start();
    const table = await openTable(url);
    const token = (await table.first.offerSeat()) ?? "";
    await servers[0].kill();
    const third = await insist(() => takeOver(table, token));
    onTestFinished(() => third.leave());
    await servers[0].start();
    await servers[1].kill();
    await untilBack([table.second, third]);
    await expectHandedOnce(table, third);
    await servers[1].start();
  },
  300_000,
);
