import { sumUp } from "@flower-war/protocol/log";
import type { Logger } from "pino";
import type { Quotas } from "../quotas/quotas.ts";
import type { Cancel, Time } from "../time.ts";
import { type NoticeSender, RETRIES } from "./notice-sender.ts";
import type { AccountNews } from "./texts/types.ts";

export interface AccountNoticesPorts {
  readonly sender: NoticeSender;
  readonly quotas: Quotas;
  readonly time: Pick<Time, "after">;
  readonly log: Logger;
}

/**
 * Tells players at once of changes to how their account is signed in to, which a thief may have made. Callers do not wait. Retries are kept in
 * memory: a server that stops drops them, and the account's events still tell.
 */
export class AccountNotices {
  readonly #ports: AccountNoticesPorts;
  readonly #retries = new Set<Cancel>();
  #isStopped = false;

  constructor(ports: AccountNoticesPorts) {
    this.#ports = ports;
  }

  /** Tells a player, `NOTICE_LIMITS.ofAccount` times in an hour at most. */
  tell(player: string, news: AccountNews): void {
    void this.#tell(player, news);
  }

  /** Drops all retries. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#retries) cancel();
  }

  async #tell(player: string, news: AccountNews, attempt = 0): Promise<void> {
    const { sender, quotas, time, log } = this.#ports;
    try {
      if (attempt === 0 && (await quotas.take("tell-of-account", { address: "", player })) !== null) return;
      const outcome = await sender.tell(player, {
        words: ({ account }) => ({ title: account.news[news], body: account.body, link: account.link }),
        match: null,
        path: "/player",
      });
      const delay = RETRIES[attempt];
      if (outcome !== "failed" || delay === undefined || this.#isStopped) return;
      const retry = () => {
        this.#retries.delete(cancel);
        void this.#tell(player, news, attempt + 1);
      };
      const cancel = time.after(delay, retry, { background: true });
      this.#retries.add(cancel);
    } catch (err) {
      log.warn(sumUp({ err }), "notice not sent");
    }
  }
}
