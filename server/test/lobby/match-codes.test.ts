import { LIMITS } from "@flower-war/protocol";
import { Redis } from "ioredis";
import { describe, expect, onTestFinished, test } from "vitest";
import { lacks } from "../../../test/support/programs.ts";
import { RedisProcess } from "../../../test/support/redis.ts";
import { MatchCodes } from "../../src/lobby/match-codes.ts";
import type { MatchName } from "../../src/match/match-name.ts";
import { refuse } from "../../src/refusal.ts";
import { openQuotas } from "../support/quotas.ts";
import { refusalOf } from "../support/refusal-of.ts";

const { perAddress } = LIMITS.matchCodes;

/** Tries a code that leads to no match, or to one that is private and shows it. Returns the refusal's code; `null`: it led there. */
async function attempt(codes: MatchCodes, code: string, isShown = false): Promise<string | null> {
  const lookUp = async ({ isCode }: MatchName) => {
    if (!isShown || !isCode) throw refuse("unknown-match");
  };
  const refusal = await refusalOf(codes.lookUp(code, "198.51.100.1", lookUp));
  return refusal?.code ?? null;
}

describe("the limit on wrong codes", () => {
  test("does not count ids, invitations, and what is no name at all", async () => {
    const codes = new MatchCodes(openQuotas());
    for (let i = 0; i < 2 * perAddress; i++) {
      for (const name of ["V1StGXR8Z5jd", `V1StGXR8Z5jd-${"a".repeat(22)}`, "a b", ""])
        expect(await attempt(codes, name)).toBe("unknown-match");
    }
    expect(await attempt(codes, "4F7K", true)).toBeNull();
  });

  test("does not count a match that refuses for another reason", async () => {
    const codes = new MatchCodes(openQuotas());
    for (let i = 0; i < 2 * perAddress; i++) {
      const full = codes.lookUp("4F7K", "198.51.100.1", async () => {
        throw refuse("match-full");
      });
      await expect(full).rejects.toMatchObject({ body: { code: "match-full" } });
    }
  });

  test.skipIf(lacks("redis"))("is one for all servers of an installation", async () => {
    const redis = await RedisProcess.start();
    const clients = [new Redis(redis.url), new Redis(redis.url)];
    onTestFinished(async () => {
      for (const client of clients) client.disconnect();
      await redis.stop();
    });
    const servers = clients.map((client) => new MatchCodes(openQuotas(client)));
    const [one, other] = servers as [MatchCodes, MatchCodes];
    for (let i = 0; i < perAddress; i++) {
      expect(await attempt(i % 2 === 0 ? one : other, "ZZZZ")).toBe("unknown-match");
      if (i < perAddress - 1) expect(await attempt(other, "4F7K", true)).toBeNull();
    }
    expect(await attempt(one, "4F7K", true)).toBe("too-many-codes");
    expect(await attempt(other, "4F7K", true)).toBe("too-many-codes");
  });
});
