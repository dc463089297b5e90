/** Pairing codes, and the limit on wrong ones (docs/temple-protocol.md, section 7). */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MemoryKeys } from "../../src/cluster/expiring-keys.ts";
import { systemRandom } from "../../src/random.ts";
import type { Quotas } from "../../src/quotas/quotas.ts";
import { CODE_LIFE, PairingCodes } from "../../src/temples/store/codes.ts";
import { FakeTime } from "../support/fake-time.ts";
import { openQuotas } from "../support/quotas.ts";
import { randomForCodes } from "../support/pairing-codes.ts";

const SECOND = 1000;

describe("[P-2] codes", () => {
  let time: FakeTime;
  beforeEach(() => {
    time = new FakeTime();
  });

  test("have 4 characters of 23456789ABCDEFGHJKMNPQRSTUVWXYZ and expire after 300 s", async () => {
    const codes = new PairingCodes(new MemoryKeys(time), systemRandom);
    for (let i = 0; i < 200; i += 1) {
      const { code, expires } = await codes.issue(`templo-${i}`);
      expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}$/);
      expect(expires).toBe(300);
    }
  });

  test("stay the same until they expire, with the time that is left", async () => {
    const codes = new PairingCodes(new MemoryKeys(time), systemRandom);
    const { code } = await codes.issue("templo-1");
    await time.pass(100 * SECOND);
    expect(await codes.issue("templo-1")).toEqual({ code, expires: 200 });
  });

  test("expire after 300 s; the temple then gets another code", async () => {
    const codes = new PairingCodes(new MemoryKeys(time), randomForCodes("AAAA", "BBBB"));
    await codes.issue("templo-1");
    await time.pass(CODE_LIFE * SECOND - 1);
    expect(await codes.findTemple("AAAA")).toBe("templo-1");
    await time.pass(1);
    expect(await codes.findTemple("AAAA")).toBeNull();
    expect(await codes.issue("templo-1")).toEqual({ code: "BBBB", expires: 300 });
  });

  test("are unique among those that have not expired", async () => {
    const codes = new PairingCodes(new MemoryKeys(time), randomForCodes("AAAA", "AAAA", "BBBB"));
    await codes.issue("templo-1");
    expect((await codes.issue("templo-2")).code).toBe("BBBB");
    expect(await codes.findTemple("AAAA")).toBe("templo-1");
  });

  test("may be issued again once they have expired", async () => {
    const codes = new PairingCodes(new MemoryKeys(time), randomForCodes("AAAA", "AAAA"));
    await codes.issue("templo-1");
    await time.pass(CODE_LIFE * SECOND);
    expect((await codes.issue("templo-2")).code).toBe("AAAA");
    expect(await codes.findTemple("AAAA")).toBe("templo-2");
  });

  test("expire in the order in which they were issued", async () => {
    const codes = new PairingCodes(new MemoryKeys(time), randomForCodes("AAAA", "BBBB"));
    await codes.issue("templo-1");
    await time.pass(10 * SECOND);
    await codes.issue("templo-2");
    await time.pass(295 * SECOND);
    expect(await codes.findTemple("AAAA")).toBeNull();
    expect(await codes.findTemple("BBBB")).toBe("templo-2");
  });

  test.each(["4F7K", "4f7k", " 4F 7K ", "4f\t7k\n"])(
    "are found without regard to case and spaces: %j",
    async (entered) => {
      const codes = new PairingCodes(new MemoryKeys(time), randomForCodes("4F7K"));
      await codes.issue("templo-1");
      expect(await codes.findTemple(entered)).toBe("templo-1");
    },
  );

  test("are not found once they are removed", async () => {
    const codes = new PairingCodes(new MemoryKeys(time), randomForCodes("AAAA", "BBBB"));
    await codes.issue("templo-1");
    await codes.remove("templo-1");
    await codes.remove("templo-1");
    expect(await codes.findTemple("AAAA")).toBeNull();
    expect((await codes.issue("templo-1")).code).toBe("BBBB");
  });
});

// The limiter's library reads the clock itself.
describe("[P-3] wrong codes", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const getWait = (quotas: Quotas, address: string) =>
    quotas.waitFor("enter-wrong-pairing-code", { address });

  async function enterWrongCodes(quotas: Quotas, count: number): Promise<void> {
    for (let i = 0; i < count; i += 1) {
      expect(await getWait(quotas, "10.0.0.1")).toBe(0);
      await quotas.note("enter-wrong-pairing-code", { address: "10.0.0.1" });
    }
  }

  test("are allowed five times in a minute, then there are no attempts for 60 s", async () => {
    const quotas = openQuotas();
    await enterWrongCodes(quotas, 5);
    expect(await getWait(quotas, "10.0.0.1")).toBe(60 * SECOND + 1);
    vi.advanceTimersByTime(59 * SECOND);
    expect(await getWait(quotas, "10.0.0.1")).toBe(SECOND + 1);
    vi.advanceTimersByTime(SECOND);
    await enterWrongCodes(quotas, 5);
  });

  test("are counted for a minute", async () => {
    const quotas = openQuotas();
    await enterWrongCodes(quotas, 4);
    vi.advanceTimersByTime(60 * SECOND);
    await enterWrongCodes(quotas, 5);
  });

  test("of one client do not limit another client", async () => {
    const quotas = openQuotas();
    await enterWrongCodes(quotas, 5);
    expect(await getWait(quotas, "10.0.0.2")).toBe(0);
  });
});
