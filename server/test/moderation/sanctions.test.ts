import type { Presence } from "@colyseus/core";
import type { AuditEntry, Sanction } from "@flower-war/protocol";
import { pino } from "pino";
import { expect, test } from "vitest";
import { Sanctions } from "../../src/moderation/sanctions.ts";
import { MemoryModeration } from "../../src/moderation/store/memory-store.ts";
import { FakeTime } from "../support/fake-time.ts";

const PRESENCE = { subscribe: async () => {}, publish: () => {} } as unknown as Presence;
const ENTRY = {} as AuditEntry;

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

/** A store whose answers can be held back. */
class SlowModeration extends MemoryModeration {
  /** What the next answer waits for. */
  held: Promise<void> | null = null;

  override async listSanctions(at: number): Promise<Sanction[]> {
    const sanctions = await super.listSanctions(at);
    const { held } = this;
    this.held = null;
    await held;
    return sanctions;
  }
}

test("a ban holds though what was read before it arrives later", async () => {
  const time = new FakeTime();
  const store = new SlowModeration();
  const sanctions = new Sanctions({ store, presence: PRESENCE, time, log: pino({ level: "silent" }) });
  await sanctions.open({ bansChanged: () => {}, announced: () => {} });
  await store.addSanction(banOf("first", time.now()), ENTRY);
  const slow = Promise.withResolvers<void>();
  store.held = slow.promise;
  const applied = [sanctions.apply()];
  await store.addSanction(banOf("second", time.now()), ENTRY);
  applied.push(sanctions.apply());
  // A store in between answers in any order.
  setImmediate(() => slow.resolve());
  await Promise.all(applied);
  expect(sanctions.findBan({ player: "first", address: "" })).not.toBeNull();
  expect(sanctions.findBan({ player: "second", address: "" })).not.toBeNull();
  sanctions.close();
});
