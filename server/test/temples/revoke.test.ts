/** Revoking a temple whose match, or store, is away for a moment (docs/temple-protocol.md, A-1). */
import { LocalPresence } from "@colyseus/core";
import { pino } from "pino";
import { expect, test } from "vitest";
import { LocalLocks } from "../../src/cluster/locks.ts";
import type { CallMatch } from "../../src/match/temples/contract.ts";
import { systemRandom } from "../../src/random.ts";
import { refuse } from "../../src/refusal.ts";
import { openTemples } from "../../src/temples/index.ts";
import { openDatabase } from "../support/database.ts";
import { FakeTime } from "../support/fake-time.ts";
import { openTempleStore } from "../support/memory-temples.ts";
import { openQuotas } from "../support/quotas.ts";

test("[A-1] a revocation that failed after the secret was removed is completed by another", async () => {
  const [time, random] = [new FakeTime(), systemRandom];
  const database = await openDatabase();
  const { bindings } = openTempleStore(time, random, database);
  let isAway = true;
  const called: unknown[][] = [];
  const callMatch: CallMatch = async (match, method, ...args) => {
    if (isAway) throw refuse("unavailable");
    called.push([match, method, ...args]);
    return undefined as never;
  };
  const temples = await openTemples({
    database,
    cluster: {
      presence: new LocalPresence(),
      locks: new LocalLocks(),
      redis: null,
      isAlive: async () => true,
    },
    quotas: openQuotas(),
    callMatch,
    nearbyPairing: false,
    processId: "process",
    time,
    random,
    log: pino({ level: "silent" }),
  });
  await temples.enrol("templo-1");
  await bindings.save({ before: null, after: { templeId: "templo-1", match: "m1", seats: ["east"] } });
  await expect(temples.revoke("templo-1")).rejects.toMatchObject({ body: { code: "unavailable" } });
  expect(await temples.list()).toEqual([]);
  isAway = false;
  await temples.revoke("templo-1");
  expect(await bindings.find("templo-1")).toBeNull();
  expect(called).toEqual([["m1", "unbindTemple", "templo-1"]]);
  await expect(temples.revoke("templo-1")).rejects.toMatchObject({ body: { code: "unknown-temple" } });
  await temples.close();
});
