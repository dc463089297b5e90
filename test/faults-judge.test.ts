/** A judge comes once and acts once, whenever the server is killed (docs/protocol.md, "A judge"). */
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/rules";
import { expect, onTestFinished, test } from "vitest";
import { killsAtChanges, killUntilDone, RECONNECT_FAST } from "./support/faults/changes.ts";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

const FAULTS = killsAtChanges(8, [4, 5, 6]);

async function openTable(url: string) {
  const client = (name: string) => new FlowerWar(url, { name, ...RECONNECT_FAST });
  const host = client("Citlali");
  const first = await host.create({
    game: "tieqchieq",
    private: true,
    judges: true,
    pauses: 3_600,
    clock: { profile: "relaxed" },
  });
  const invitation = first.invitation ?? "";
  const second = (await client("Tenoch").join(invitation)) as Match<"tieqchieq">;
  const watcher = (await client("Izel").spectate(invitation)) as Match<"tieqchieq">;
  const matches = [first, second, watcher] as const;
  for (const match of matches) onTestFinished(() => match.leave());
  await until(() => matches.every(({ status }) => status === "playing"), "the match to begin");
  return { host, first, second, watcher, matches };
}

type Table = Awaited<ReturnType<typeof openTable>>;

/** The judge is sought, comes, and pauses the match. Returns their secret. */
async function judgeAndPause({ first, watcher }: Table): Promise<string> {
  const token = (await first.seekJudge()) ?? "";
  const secret = await watcher.takeJudge(token, "Izel");
  await watcher.judge(secret, { act: "pause", seconds: 3_000 });
  return secret;
}

/** The judge lets the match go on; the players end it, and its record has each of the judge's acts once. */
async function expectJudgedOnce(
  { host, first, second, watcher, matches }: Table,
  secret: string,
): Promise<void> {
  await until(() => matches.every(({ details }) => details.paused !== null), "the pause");
  for (const { details } of matches) expect(details.judge).toEqual({ seat: first.seat, name: "Izel" });
  await watcher.judge(secret, { act: "resume" });
  await until(() => matches.every(({ details }) => details.paused === null), "the match to go on");
  await first.makeOffer("draw");
  await until(() => second.offer !== null, "the question");
  if (second.offer !== null) await second.acceptOffer(second.offer);
  await until(() => matches.every(({ status }) => status === "over"), "the end");
  const record = await host.record(first.id);
  const types = record
    .split("\n")
    .filter((line) => line.includes('"table-'))
    .map((line) => (JSON.parse(line) as { command: { type: string } }).command.type);
  expect(types).toEqual(["table-seek-judge", "table-name-judge", "table-pause", "table-resume"]);
  for (const match of matches)
    expect(verifyRecord(record, await match.witness())).toMatchObject({ ok: true });
}

test("a judge is named, comes and pauses once though the server is killed at its changes", async () => {
  const { server } = await startLoneServer();
  const table = await openTable(server.url);
  await server.kill();
  const judged = judgeAndPause(table);
  expect(await killUntilDone(server, FAULTS, judged)).toBeGreaterThan(0);
  const secret = await judged;
  const { matches } = table;
  await server.kill();
  await until(
    () => matches.every(({ connection }) => connection !== "connected"),
    "the connections to be lost",
  );
  await server.start();
  await until(() => matches.every(({ connection }) => connection === "connected"), "all to be back");
  await expectJudgedOnce(table, secret);
}, 300_000);

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "a judge stays one at the other server when theirs is killed",
  async () => {
    const { url, servers } = await startFirstOfTwo();
    await servers[1].start();
    const table = await openTable(url);
    const secret = await judgeAndPause(table);
    await servers[0].kill();
    await until(() => table.matches.every(({ connection }) => connection === "connected"), "all to be back");
    await table.first.here();
    await expectJudgedOnce(table, secret);
  },
  300_000,
);
