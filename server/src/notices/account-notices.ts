import { sumUp } from "@flower-war/protocol/log";
import type { Logger } from "pino";
import type { Quotas } from "../quotas/quotas.ts";
import type { Cancel, Time } from "../time.ts";
import { type NoticeSender, RETRIES } from "./notice-sender.ts";
import type { AccountNews } from "./texts.ts";

export interface AccountNoticesPorts {
  readonly sender: NoticeSender;
  readonly quotas: Quotas;
  readonly time: Pick<Time, "after">;
  readonly log: Logger;
}

/**
 * Tells players at once of changes to how their account is signed in to, which a thief may have made. Nobody waits for it; what is to be tried
 * again is lost with the server, and stays in the account's events.
 */
export class AccountNotices {
  readonly #ports: AccountNoticesPorts;
  readonly #retries = new Set<Cancel>();

  constructor(ports: AccountNoticesPorts) {
    this.#ports = ports;
  }

  /** Tells a player, `NOTICE_LIMITS.ofAccount` times in an hour at most. */
  tell(player: string, news: AccountNews): void {
    void this.#tell(player, news);
  }

  /** Tries nothing again any more. */
  stop(): void {
    for (const cancel of this.#retries) cancel();
    this.#retries.clear();
  }

  async #tell(player: string, news: AccountNews): Promise<void> {
    const { quotas, log } = this.#ports;
    try {
      if ((await quotas.take("tell-of-account", { address: "", player })) === null)
        await this.#send(player, news);
    } catch (err) {
      log.warn(sumUp({ err }), "notice not sent");
    }
  }

  async #send(player: string, news: AccountNews, attempt = 0): Promise<void> {
    const { sender, time, log } = this.#ports;
    const outcome = await sender.tell(player, {
      words: ({ account }) => ({ title: account.news[news], body: account.body, link: account.link }),
      match: null,
      path: "/player",
    });
    const delay = RETRIES[attempt];
    if (outcome !== "failed" || delay === undefined) return;
    const cancel = time.after(delay, () => {
      this.#retries.delete(cancel);
      this.#send(player, news, attempt + 1).catch((err: unknown) =>
        log.warn(sumUp({ err }), "notice not sent"),
      );
    });
    this.#retries.add(cancel);
  }
}
