/** A holiday is begun and ended once, whenever its server is killed (docs/protocol.md, "Holidays"). */
import { FlowerWar, type Match } from "@flower-war/client-sdk";
import { verifyRecord } from "@flower-war/rules";
import { expect, onTestFinished, test } from "vitest";
import { untilBack } from "./support/faults/back.ts";
import { killsAtChanges, killUntilAnswered, RECONNECT_FAST } from "./support/faults/changes.ts";
import { startLoneServer } from "./support/faults/servers.ts";
import { until } from "./support/until.ts";

async function openTable(url: string) {
  const client = (name: string) => new FlowerWar(url, { name, ...RECONNECT_FAST });
  const host = client("Citlali");
  const settings = { private: true, holidays: 3, clock: { profile: "days" } } as const;
  const first = await host.create({ game: "tieqchieq", ...settings });
  const second = (await client("Tenoch").join(first.invitation ?? "")) as Match<"tieqchieq">;
  const matches = [first, second] as const;
  for (const match of matches) onTestFinished(() => match.leave());
  await until(() => matches.every(({ status }) => status === "playing"), "the match to begin");
  return { host, first, second, matches };
}

test("a holiday is begun and ended once though the server is killed at its changes, and costs no time", async () => {
  const { server } = await startLoneServer();
  const { host, first, second, matches } = await openTable(server.url);
  const awaited = matches.find((match) => match.awaiting.some(({ seat }) => seat === match.seat)) ?? first;
  const other = awaited === first ? second : first;
  const seat = awaited.seat ?? "red";
  const left = () => other.clock?.seats.get(seat)?.stopped;
  let faults = killsAtChanges(12, [6, 7]);
  for (const days of [2, 0]) {
    const kills = await killUntilAnswered(server, faults, () => awaited.takeHoliday(days));
    expect(kills).toBeGreaterThan(0);
    // Its first changes are made at its start.
    faults = faults.slice(Math.floor(kills / 2));
    await untilBack(matches);
    const isSettled = () => (other.details.onHoliday === null) === (days === 0);
    await until(isSettled, "the other to know of it");
    if (days === 0) break;
    const { onHoliday } = other.details;
    const before = left();
    expect(Object.keys(onHoliday ?? {})).toEqual([seat]);
    expect(before).toBeGreaterThan(0);
    await server.kill();
    await server.start();
    await untilBack(matches);
    expect([other.details.onHoliday, left()]).toEqual([onHoliday, before]);
  }
  await first.makeOffer("draw");
  await until(() => second.offer !== null, "the question");
  if (second.offer !== null) await second.acceptOffer(second.offer);
  await until(() => matches.every(({ status }) => status === "over"), "the end");
  const record = await host.record(first.id);
  for (const type of ["table-holiday-taken", "table-holiday-ended"])
    expect(record.split("\n").filter((line) => line.includes(`"${type}"`))).toHaveLength(1);
  for (const match of matches)
    expect(verifyRecord(record, await match.witness())).toMatchObject({ ok: true, entries: 2 });
}, 120_000);
