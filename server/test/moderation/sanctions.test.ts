import type { Presence } from "@colyseus/core";
import type { AuditEntry, Sanction } from "@flower-war/protocol/operator";
import { pino } from "pino";
import { expect, test } from "vitest";
import { Sanctions } from "../../src/moderation/sanctions.ts";
import { AuditChain } from "../../src/moderation/store/audit-chain.ts";
import { ModerationStore } from "../../src/moderation/store/moderation-store.ts";
import { FakeTime } from "../support/fake-time.ts";
import { memoryDatabase } from "../support/memory-journal.ts";

const PRESENCE = { subscribe: async () => {}, publish: () => {} } as unknown as Presence;
const entryOf = ({ id, operator, reason, createdAt }: Sanction): AuditEntry => ({
  id,
  operator,
  account: null,
  act: "ban",
  target: id,
  reason,
  until: null,
  createdAt,
});

const banOf = (player: string, now: number): Sanction => ({
  id: `ban-${player}`,
  kind: "ban",
  player,
  addresses: null,
  reason: "insults",
  operator: "Itzel",
  createdAt: now,
  until: now + 1000,
});

/** A store whose answers can be held back, or lost. */
class SlowModeration extends ModerationStore {
  /** What the next answer waits for. */
  held: Promise<void> | null = null;
  losesNext = false;

  override async listSanctions(at: number): Promise<Sanction[]> {
    const sanctions = await super.listSanctions(at);
    const { held } = this;
    this.held = null;
    await held;
    if (this.losesNext) {
      this.losesNext = false;
      throw new Error("the answer was lost");
    }
    return sanctions;
  }
}

async function openSanctions() {
  const time = new FakeTime();
  const database = memoryDatabase();
  const store = new SlowModeration(database, new AuditChain(database, "secret", { info: () => {} }));
  const sanctions = new Sanctions({ store, presence: PRESENCE, time, log: pino({ level: "silent" }) });
  await sanctions.open({ bansChanged: () => {}, announced: () => {} });
  return { time, store, sanctions };
}

test("a ban holds a second later though the answer was lost that had it", async () => {
  const { time, store, sanctions } = await openSanctions();
  const ban = banOf("first", time.now());
  await store.addSanction({ ...ban, until: time.now() + 60_000 }, entryOf(ban));
  store.losesNext = true;
  await sanctions.apply();
  const find = () => sanctions.findBan({ player: "first", address: "" });
  expect(find()).toBeNull();
  await time.pass(1_000);
  await expect.poll(find).not.toBeNull();
  sanctions.close();
});

test("a ban holds though what was read before it arrives later", async () => {
  const { time, store, sanctions } = await openSanctions();
  const [first, second] = [banOf("first", time.now()), banOf("second", time.now())];
  await store.addSanction(first, entryOf(first));
  const slow = Promise.withResolvers<void>();
  store.held = slow.promise;
  const applied = [sanctions.apply()];
  await store.addSanction(second, entryOf(second));
  applied.push(sanctions.apply());
  // A store in between answers in any order.
  setImmediate(() => slow.resolve());
  await Promise.all(applied);
  expect(sanctions.findBan({ player: "first", address: "" })).not.toBeNull();
  expect(sanctions.findBan({ player: "second", address: "" })).not.toBeNull();
  sanctions.close();
});
