/** An act is taken back once, whenever a server is killed, on SQLite and on two servers with PostgreSQL (docs/protocol.md, "Taking back"). */
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/rules";
import { randomFrom } from "@flower-war/rules/bots";
import { expect, onTestFinished, test } from "vitest";
import { untilBack } from "./support/faults/back.ts";
import { killsAtChanges, killUntilAnswered, RECONNECT_FAST } from "./support/faults/changes.ts";
import { startFirstOfTwo, startLoneServer } from "./support/faults/servers.ts";
import { lacks } from "./support/programs.ts";
import { until } from "./support/until.ts";

const FAULTS = killsAtChanges(12, [3, 4]);

interface Table {
  readonly host: FlowerWar;
  readonly matches: readonly Match<"tieqchieq">[];
}

async function openTable(url: string): Promise<Table> {
  const [host, guest] = ["Citlali", "Tenoch"].map((name) => new FlowerWar(url, { name, ...RECONNECT_FAST }));
  if (host === undefined || guest === undefined) throw new Error("two players");
  const first = await host.create({ game: "tieqchieq", private: true, takeBacks: true });
  const second = (await guest.join(first.invitation ?? "")) as Match<"tieqchieq">;
  const matches = [first, second];
  for (const match of matches) onTestFinished(() => match.leave());
  await until(() => matches.every(({ status }) => status === "playing"), "the match to begin");
  return { host, matches };
}

/** Plays until an act can be taken back at once, or only by agreement. @returns who can */
async function playUntilTakeable({ matches }: Table, byAgreement: boolean): Promise<Match<"tieqchieq">> {
  const random = randomFrom("5eed".repeat(16));
  for (let turn = 0; turn < 300; turn += 1) {
    const awaited = matches.find((match) => match.awaiting.some(({ seat }) => seat === match.seat));
    if (awaited === undefined) throw new Error("no seat is awaited");
    const actor = matches.find(({ seat, details }) => details.takeBack?.seat === seat);
    if (actor !== undefined && (actor !== awaited) === byAgreement) return actor;
    const commands = awaited.legal().filter(({ type }) => type !== "concede");
    const command = commands[random(commands.length)];
    if (command === undefined) throw new Error("no command is legal");
    const { n } = await awaited.send(command);
    await until(() => matches.every(({ state }) => state.n === n), "all to see it");
  }
  throw new Error("no act can be taken back");
}

/** Ends the match, and checks that the act was taken back once: by its record, and what each seat saw. */
async function expectTakenBack({ host, matches }: Table, n: number): Promise<void> {
  const [first, second] = matches;
  if (first === undefined || second === undefined) throw new Error("two players");
  await until(() => matches.every(({ state }) => state.n === n + 1), "all to see that it is taken back");
  expect(first.view?.table).toEqual(second.view?.table);
  await first.makeOffer("draw");
  await until(() => second.offer !== null, "the offer");
  if (second.offer !== null) await second.acceptOffer(second.offer);
  await until(() => matches.every(({ status }) => status === "over"), "the end");
  const record = await host.record(first.id);
  const entries = record.split("\n").filter((line) => line.includes('"taken-back"'));
  expect(entries).toHaveLength(1);
  for (const match of matches) {
    const verdict = verifyRecord(record, await match.witness());
    expect(verdict).toMatchObject({ ok: true, format: "flower-war-record-4", entries: n + 1 });
  }
}

test("an act is taken back once though the server is killed at its changes, and verifies", async () => {
  const { server } = await startLoneServer();
  const table = await openTable(server.url);
  const actor = await playUntilTakeable(table, false);
  const n = actor.details.takeBack?.n ?? 0;
  expect(await killUntilAnswered(server, FAULTS, () => actor.takeBack())).toBeGreaterThan(0);
  await expectTakenBack(table, n);
}, 300_000);

test.skipIf(lacks("redis", "postgres", "nginx"))(
  "an act is taken back by agreement at one of two servers, the other goes on from there when that is killed, and the record verifies",
  async () => {
    const { url, servers } = await startFirstOfTwo();
    await servers[1].start();
    const table = await openTable(url);
    const actor = await playUntilTakeable(table, true);
    const n = actor.details.takeBack?.n ?? 0;
    const other = table.matches.find((match) => match !== actor);
    await actor.takeBack();
    await until(() => other?.offer !== null && other?.offer !== undefined, "the question");
    expect(other?.offer).toMatchObject({ what: "take-back", n });
    if (other?.offer) await other.acceptOffer(other.offer);
    await until(() => table.matches.every(({ state }) => state.n === n + 1), "the entry");
    const before = JSON.stringify(actor.view);
    for (const server of servers) {
      await server.kill();
      await untilBack(table.matches);
      expect(JSON.stringify(actor.view)).toBe(before);
      await server.start();
    }
    await expectTakenBack(table, n);
  },
  300_000,
);
