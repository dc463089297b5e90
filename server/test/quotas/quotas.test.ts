import { describe, expect, onTestFinished, test, vi } from "vitest";
import { networkOf } from "@flower-war/protocol/sockets";
import { MatchCodes } from "../../src/lobby/match-codes.ts";
import { type Act, quotasOf } from "../../src/quotas/acts.ts";
import { Quotas } from "../../src/quotas/quotas.ts";
import { type RefusalError, refuse } from "../../src/refusal.ts";
import { openQuotas } from "../support/quotas.ts";
import { testConfig } from "../../src/config.ts";
import { systemRandom } from "../../src/random.ts";

/** Quotas of which one is another. */
function openWith(act: Act, quota: { readonly network?: number; readonly all?: number }): Quotas {
  const quotas = quotasOf(testConfig(systemRandom));
  return new Quotas({ ...quotas, [act]: { code: quotas[act].code, ...quota } }, null);
}

describe("an address is counted", () => {
  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:1:2::6", "2001:db8:1:2::/64"],
    ["2001:db8::", "2001:db8:0:0::/64"],
    ["2001:db8::5:6:7:8:9", "2001:db8:0:5::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ])("%s as %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe("a quota by minute", () => {
  const own = "2001:db8:1:2::1";
  const neighbour = (i: number) => `2001:db8:1:${i}::1`;
  const stranger = (i: number) => `2001:db8:${i}::1`;

  test.each([
    ["an address", { network: 2 }, () => own],
    ["the networks of a customer", { network: 2 }, neighbour],
    ["all addresses", { network: 2, all: 2 }, stranger],
  ])("of %s tells a wait after which an act and another one are allowed", async (_, quota, address) => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const quotas = openWith("take-seat", quota);
    const count = (i: number) => quotas.count("take-seat", { address: address(i) });
    for (let i = 0; ; i++) {
      const wait = await count(i).then(
        () => 0,
        (error: RefusalError) => error.body.wait ?? 0,
      );
      if (wait === 0) continue;
      vi.setSystemTime(Date.now() + wait);
      await count(i);
      await count(i + 1);
      return;
    }
  });
});

test("too many failed attempts of all addresses are refused, and those that succeed are not counted", async () => {
  const quotas = openWith("fail-sign-in", { all: 2 });
  const attempt = <T>(run: () => Promise<T>) => quotas.attempt("fail-sign-in", { address: "" }, run);
  const fail = () => attempt(() => Promise.reject(refuse("bad-recovery-code")));
  const away = () => attempt(() => Promise.reject(refuse("unavailable")));
  for (let i = 0; i < 5; i++) {
    expect(await attempt(async () => "signed in")).toBe("signed in");
    await expect(away()).rejects.toMatchObject({ body: { code: "unavailable" } });
  }
  for (let i = 0; i < 2; i++)
    await expect(fail()).rejects.toMatchObject({ body: { code: "bad-recovery-code" } });
  const refused = { body: { code: "too-many-sign-ins", wait: expect.any(Number) } };
  await expect(fail()).rejects.toMatchObject(refused);
  await expect(attempt(async () => "signed in")).rejects.toMatchObject(refused);
});

describe("who has a network of IPv6 has one limit", () => {
  /** One of the 2^64 addresses of a person at home. */
  const own = (i: number) => `2001:db8:1:2::${i.toString(16)}`;

  test("on requests", async () => {
    const quotas = openWith("take-seat", { network: 2 });
    const count = (address: string) => quotas.count("take-seat", { address });
    await count(own(1));
    await count(own(2));
    await expect(count(own(3))).rejects.toMatchObject({ body: { code: "too-many-seats" } });
    await count("2001:db8:1:3::1");
  });

  test("on codes of matches", async () => {
    const codes = new MatchCodes(openQuotas());
    const miss = (address: string) =>
      codes.lookUp("4F7K", address, () => Promise.reject(refuse("unknown-match")));
    for (let i = 0; i < 10; i++)
      await expect(miss(own(i))).rejects.toMatchObject({ body: { code: "unknown-match" } });
    await expect(miss(own(10))).rejects.toMatchObject({ body: { code: "too-many-codes" } });
  });

  test("on codes of temples", async () => {
    const quotas = openQuotas();
    const wrong = "enter-wrong-pairing-code";
    for (let i = 0; i < 6; i++) await quotas.note(wrong, { address: own(i) });
    expect(await quotas.waitFor(wrong, { address: own(6) })).toBeGreaterThan(0);
    expect(await quotas.waitFor(wrong, { address: "2001:db8:1:3::1" })).toBe(0);
  });
});

describe("an act beyond a quota", () => {
  const quota = { network: 2, all: 3 };

  test("of an address does not count for all, and one that is given back counts for nobody", async () => {
    const quotas = openWith("take-seat", quota);
    const take = (address: string) => quotas.take("take-seat", { address });
    expect([await take("192.0.2.1"), await take("192.0.2.1")]).toEqual([null, null]);
    for (let i = 0; i < 5; i++) expect(await take("192.0.2.1")).toBeGreaterThan(0);
    expect(await take("192.0.2.2")).toBeNull();
    await quotas.giveBack("take-seat", { address: "192.0.2.2" });
    expect([await take("192.0.2.2"), await take("192.0.2.3")]).toEqual([null, expect.any(Number)]);
  });

  test("of all does not hold back who is known", async () => {
    const quotas = openWith("take-seat", quota);
    for (const i of [1, 2, 3]) await quotas.count("take-seat", { address: `192.0.2.${i}` });
    expect(await quotas.take("take-seat", { address: "192.0.2.4" })).toBeGreaterThan(0);
    expect(await quotas.take("take-seat", { address: "192.0.2.4", isKnown: true })).toBeNull();
  });
});
