import type { Redis } from "ioredis";
import { testConfig } from "../../src/config.ts";
import { quotasOf } from "../../src/quotas/acts.ts";
import { Quotas } from "../../src/quotas/quotas.ts";
import { systemRandom } from "../../src/random.ts";

/** Opens the quotas of a server with default limits. */
export function openQuotas(redis: Redis | null = null): Quotas {
  return new Quotas(quotasOf(testConfig(systemRandom)), redis);
}
