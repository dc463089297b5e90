/** A match is paused once, whenever its server is killed, and stays so until its end (docs/protocol.md, "Pauses and extra time"). */
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/rules";
import { expect, onTestFinished, test } from "vitest";
import { untilBack } from "./support/faults/back.ts";
import { killsAtChanges, killUntilDone, RECONNECT_FAST } from "./support/faults/changes.ts";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

const FAULTS = killsAtChanges(12, [4, 5]);

async function openTable(url: string) {
  const [host, guest] = ["Citlali", "Tenoch"].map((name) => new FlowerWar(url, { name, ...RECONNECT_FAST }));
  if (host === undefined || guest === undefined) throw new Error("two players");
  const first = await host.create({
    game: "tieqchieq",
    private: true,
    pauses: 3_600,
    clock: { profile: "relaxed" },
  });
  const second = (await guest.join(first.invitation ?? "")) as Match<"tieqchieq">;
  const matches = [first, second] as const;
  for (const match of matches) onTestFinished(() => match.leave());
  await until(() => matches.every(({ status }) => status === "playing"), "the match to begin");
  return { host, first, second, matches };
}

type Table = Awaited<ReturnType<typeof openTable>>;

async function agree({ first, second }: Table): Promise<void> {
  await until(() => second.offer !== null, "the question");
  if (second.offer !== null) await second.acceptOffer(second.offer);
  await until(() => first.offer === null, "the answer");
}

/** What each awaited seat has left, which stands still. */
const leftOf = ({ clock }: Match<"tieqchieq">) =>
  [...(clock?.seats ?? [])].map(([seat, { stopped, reserve }]) => [seat, stopped ?? reserve]);

/** Ends the match, and checks that it was paused and went on once. */
async function expectPausedOnce(table: Table): Promise<void> {
  const { host, first, matches } = table;
  await first.makeOffer("draw");
  await agree(table);
  await until(() => matches.every(({ status }) => status === "over"), "the end");
  const record = await host.record(first.id);
  for (const type of ["table-paused", "table-resumed"])
    expect(record.split("\n").filter((line) => line.includes(`"${type}"`))).toHaveLength(1);
  for (const match of matches)
    expect(verifyRecord(record, await match.witness())).toMatchObject({ ok: true, entries: 2 });
}

test("a pause is agreed, kept and ended once though the server is killed at its changes", async () => {
  const { server } = await startLoneServer();
  const table = await openTable(server.url);
  const { first, second } = table;
  await first.pause(3_000);
  await until(() => second.offer !== null, "the question");
  await server.kill();
  // An offer is lost with its server: it is made again.
  const paused = async () => {
    while (first.details.paused === null) {
      await first.pause(3_000).catch(() => {});
      await until(() => second.offer !== null || first.details.paused !== null, "the question");
      if (second.offer !== null) await second.acceptOffer(second.offer).catch(() => {});
    }
  };
  expect(await killUntilDone(server, FAULTS, paused())).toBeGreaterThan(0);
  const { paused: pause } = first.details;
  const left = leftOf(first);
  await server.kill();
  await server.start();
  await untilBack(table.matches);
  expect(first.details.paused).toEqual(pause);
  expect(leftOf(first)).toEqual(left);
  await second.resume();
  await until(() => first.details.paused === null, "the match to go on");
  await expectPausedOnce(table);
}, 300_000);

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "a paused match goes on paused at the other server when its own is killed, with the same end and no time lost",
  async () => {
    const { url, servers } = await startFirstOfTwo();
    await servers[1].start();
    const table = await openTable(url);
    const { first, second, matches } = table;
    await first.pause(3_000);
    await agree(table);
    await until(() => matches.every(({ details }) => details.paused !== null), "the pause");
    const { paused } = first.details;
    const left = leftOf(first);
    for (const server of servers) {
      await server.kill();
      await untilBack(matches);
      expect(first.details.paused).toEqual(paused);
      expect(leftOf(first)).toEqual(left);
      await server.start();
    }
    await second.resume();
    await until(() => first.details.paused === null, "the match to go on");
    await expectPausedOnce(table);
  },
  300_000,
);
