import { describe, expect, onTestFinished, test, vi } from "vitest";
import { AddressLimit, FailureLimit } from "../../src/cluster/address-limit.ts";
import { networkOf } from "@flower-war/protocol/sockets";
import { CodeLimit } from "../../src/lobby/code-limit.ts";
import { type RefusalError, refuse } from "../../src/refusal.ts";
import { WrongCodeLimit } from "../../src/temples/wrong-code-limit.ts";

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

describe("a limit by minute", () => {
  const own = "2001:db8:1:2::1";
  const neighbour = (i: number) => `2001:db8:1:${i}::1`;
  const stranger = (i: number) => `2001:db8:${i}::1`;

  test.each([
    ["an address", () => new AddressLimit(2, "too-many-seats", null), () => own],
    ["the networks of a customer", () => new AddressLimit(2, "too-many-seats", null), neighbour],
    ["all addresses", () => new AddressLimit(2, "too-many-seats", null, 2), stranger],
  ])("of %s tells a wait after which a request and another one are allowed", async (_, create, address) => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const limit = create();
    for (let i = 0; ; i++) {
      const wait = await limit.count(address(i)).then(
        () => 0,
        (error: RefusalError) => error.body.wait ?? 0,
      );
      if (wait === 0) continue;
      vi.setSystemTime(Date.now() + wait);
      await limit.count(address(i));
      await limit.count(address(i + 1));
      return;
    }
  });
});

test("too many failed attempts of all addresses are refused, and those that succeed are not counted", async () => {
  const limit = new FailureLimit(2, "too-many-sign-ins", null);
  const fail = () => limit.run(() => Promise.reject(refuse("bad-recovery-code")));
  const away = () => limit.run(() => Promise.reject(refuse("unavailable")));
  for (let i = 0; i < 5; i++) {
    expect(await limit.run(async () => "signed in")).toBe("signed in");
    await expect(away()).rejects.toMatchObject({ body: { code: "unavailable" } });
  }
  for (let i = 0; i < 2; i++)
    await expect(fail()).rejects.toMatchObject({ body: { code: "bad-recovery-code" } });
  const refused = { body: { code: "too-many-sign-ins", wait: expect.any(Number) } };
  await expect(fail()).rejects.toMatchObject(refused);
  await expect(limit.run(async () => "signed in")).rejects.toMatchObject(refused);
});

describe("who has a network of IPv6 has one limit", () => {
  /** One of the 2^64 addresses of a person at home. */
  const own = (i: number) => `2001:db8:1:2::${i.toString(16)}`;

  test("on requests", async () => {
    const limit = new AddressLimit(2, "too-many-seats", null);
    await limit.count(own(1));
    await limit.count(own(2));
    await expect(limit.count(own(3))).rejects.toMatchObject({ body: { code: "too-many-seats" } });
    await limit.count("2001:db8:1:3::1");
  });

  test("on codes of matches", async () => {
    const limit = new CodeLimit(null);
    const miss = (address: string) =>
      limit.lookUp("4F7K", address, () => Promise.reject(refuse("unknown-match")));
    for (let i = 0; i < 10; i++)
      await expect(miss(own(i))).rejects.toMatchObject({ body: { code: "unknown-match" } });
    await expect(miss(own(10))).rejects.toMatchObject({ body: { code: "too-many-codes" } });
  });

  test("on codes of temples", async () => {
    const limit = new WrongCodeLimit(null);
    for (let i = 0; i < 5; i++) await limit.countWrong(own(i));
    await limit.countWrong(own(5));
    expect(await limit.getWait(own(6))).toBeGreaterThan(0);
    expect(await limit.getWait("2001:db8:1:3::1")).toBe(0);
  });
});
