/** What becomes of notices about accounts when the server stops (docs/architecture.md). */
import { pino } from "pino";
import { expect, test } from "vitest";
import { AccountNotices } from "../../src/notices/account-notices.ts";
import type { NoticeSender } from "../../src/notices/notice-sender.ts";
import { FakeTime } from "../support/fake-time.ts";
import { openQuotas } from "../support/quotas.ts";

const HOUR = 60 * 60 * 1000;

test.each(["before", "while"])(
  "a notice that failed is not sent again if the server stops %s it fails",
  async (when) => {
    const time = new FakeTime();
    const tried = Promise.withResolvers<void>();
    const failing = Promise.withResolvers<void>();
    let attempts = 0;
    const tell = async () => {
      attempts += 1;
      tried.resolve();
      if (when === "while") await failing.promise;
      return "failed" as const;
    };
    const sender = { tell } as unknown as NoticeSender;
    const notices = new AccountNotices({
      sender,
      quotas: openQuotas(),
      time,
      log: pino({ level: "silent" }),
    });
    notices.tell("player", "passkey-added");
    await tried.promise;
    await time.pass(0);
    notices.stop();
    failing.resolve();
    await time.pass(HOUR);
    expect(attempts).toBe(1);
  },
);
