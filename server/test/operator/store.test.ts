/** The operators' store, in each database. */
import type { AuditEntry } from "@flower-war/protocol/operator";
import { beforeEach, describe, expect, test } from "vitest";
import { AuditChain } from "../../src/moderation/store/audit-chain.ts";
import { OperatorStore, type StoredOperator } from "../../src/operator/store/operator-store.ts";
import { storeKinds } from "../support/store-kinds.ts";

const NOW = 1_763_600_000_000;

let entries = 0;
const entry = (act: AuditEntry["act"]): AuditEntry => ({
  id: `entry-${(entries += 1)}`,
  operator: "Itzel",
  account: null,
  act,
  target: "",
  reason: "",
  until: null,
  createdAt: NOW + entries,
});

const ANA: StoredOperator = {
  id: "ana",
  name: "Ana",
  look: "ana",
  role: "administrator",
  createdAt: NOW,
  invitation: "hash",
  invitedUntil: NOW + 1000,
  invitedBy: null,
};
const KEY = { id: "key", operator: "ana", publicKey: "AAAA", counter: 0, createdAt: NOW, usedAt: NOW };

const KINDS = storeKinds(
  (database) => {
    const audit = new AuditChain(database, "secret of these tests", { info: () => {} });
    return { store: new OperatorStore(database, audit), audit };
  },
  ["operators", "operator_passkeys", "audit", "audit_cuts"],
);

describe.each(KINDS)("the operators' store in $kind", ({ open, skipped }) => {
  beforeEach(({ skip }) => skip(skipped));

  test("has each operator once, who joins once by an invitation that is good", async () => {
    const { store, audit } = await open();
    expect(await store.add(ANA, entry("invite-operator"))).toBe(true);
    expect(await store.add({ ...ANA, id: "other", name: "ANA" }, entry("invite-operator"))).toBe(false);
    expect(await store.find("ana")).toEqual(ANA);
    expect(await store.findInvited("hash", NOW)).toEqual(ANA);
    expect(await store.findInvited("hash", NOW + 1000)).toBeNull();
    expect(await store.hasAdministrator()).toBe(false);
    expect(await store.join({ ...KEY, createdAt: NOW + 1000 }, "hash", entry("join"))).toBe(false);
    expect(await store.join(KEY, "other", entry("join"))).toBe(false);
    expect(await store.join(KEY, "hash", entry("join"))).toBe(true);
    expect(await store.join({ ...KEY, id: "key 2" }, "hash", entry("join"))).toBe(false);
    expect(await store.hasAdministrator()).toBe(true);
    expect([await store.findPasskey("key"), await store.listPasskeys("ana")]).toEqual([KEY, ["key"]]);
    expect(await audit.check(NOW)).toMatchObject({ entries: 2, fault: null });
  });

  test("keeps an invitation whose passkey is known already", async () => {
    const { store } = await open();
    await store.add(ANA, entry("invite-operator"));
    await store.join(KEY, "hash", entry("join"));
    expect(await store.invite("ana", "hash 2", NOW + 2000, entry("invite-operator"))).toBe(true);
    expect(await store.join(KEY, "hash 2", entry("join"))).toBe(false);
    expect(await store.findInvited("hash 2", NOW)).toMatchObject({ id: "ana" });
    expect(await store.invite("nobody", "hash 3", NOW, entry("invite-operator"))).toBe(false);
  });

  test("has no invitation of who is no administrator any more", async () => {
    const { store } = await open();
    const beto = { ...ANA, id: "beto", name: "Beto", look: "beto", invitation: "hash 2", invitedBy: "ana" };
    await store.add(ANA, entry("invite-operator"));
    await store.add(beto, entry("invite-operator"));
    expect(await store.findInvited("hash 2", NOW)).toEqual(beto);
    await store.setRole("ana", "moderator", entry("set-role"));
    expect(await store.findInvited("hash 2", NOW)).toBeNull();
    await store.remove("ana", entry("remove-operator"));
    expect(await store.findInvited("hash 2", NOW)).toBeNull();
    expect(await store.join({ ...KEY, operator: "beto" }, "hash 2", entry("join"))).toBe(false);
    expect(await store.list()).toMatchObject([{ id: "beto", invitedUntil: null, invitedBy: "ana" }]);
  });

  test("signs in with a passkey that is stored as it was read", async () => {
    const { store } = await open();
    await store.add(ANA, entry("invite-operator"));
    await store.join(KEY, "hash", entry("join"));
    const noted = entry("sign-in");
    expect(await store.signIn(KEY, 7, noted)).toBe(true);
    expect(await store.signIn(KEY, 8, entry("sign-in"))).toBe(false);
    expect(await store.list()).toEqual([
      {
        id: "ana",
        name: "Ana",
        role: "administrator",
        createdAt: NOW,
        passkeys: 1,
        usedAt: noted.createdAt,
        invitedUntil: null,
        invitedBy: null,
      },
    ]);
  });

  test("changes roles, and removes an operator with all passkeys", async () => {
    const { store, audit } = await open();
    await store.add(ANA, entry("invite-operator"));
    await store.join(KEY, "hash", entry("join"));
    expect(await store.setRole("ana", "moderator", entry("set-role"))).toBe(true);
    expect(await store.setRole("ana", "moderator", entry("set-role"))).toBe(false);
    expect([await store.hasAdministrator(), (await store.find("ana"))?.role]).toEqual([false, "moderator"]);
    expect(await store.remove("ana", entry("remove-operator"))).toBe(true);
    expect(await store.remove("ana", entry("remove-operator"))).toBe(false);
    expect([await store.find("ana"), await store.findPasskey("key"), await store.list()]).toEqual([
      null,
      null,
      [],
    ]);
    expect(await audit.check(NOW)).toMatchObject({ entries: 4, fault: null });
  });
});
