import type { Agent } from "node:https";
import { NOTICE_LIMITS } from "@flower-war/protocol/players";
import type { Ports } from "../ports.ts";
import type { Quotas } from "../quotas/quotas.ts";
import type { SqlDatabase } from "../storage/sql-database.ts";
import { type ServerTime, systemTime } from "../time.ts";
import type { MailSender, MailSettings } from "./mail-sender.ts";
import { AccountNotices } from "./account-notices.ts";
import { MailTokens } from "./mail-tokens.ts";
import { NoticeSender } from "./notice-sender.ts";
import { NoticeSettings } from "./notice-settings.ts";
import { PushSender } from "./push-sender.ts";
import { NoticeStore } from "./store/notice-store.ts";
import { TurnNotices } from "./turn-notices.ts";
import { vapidKeys } from "./vapid.ts";

export interface PushSettings {
  /** Push services beyond the known ones. */
  readonly hosts: readonly string[];
  /** The contact of push services for this server: `mailto:` or `https:`. */
  readonly contact: string;
}

export interface NoticesOptions extends Pick<Ports, "random" | "log"> {
  readonly database: SqlDatabase;
  readonly authSecret: string;
  /** `null`: no Web Push is sent. */
  readonly push: PushSettings | null;
  /** As in `PushSenderOptions`. */
  readonly pushAgent?: Agent | undefined;
  /** `null`: no e-mails are sent. */
  readonly mail: MailSettings | null;
  readonly quotas: Quotas;
  /** As in `NoticePorts`. */
  readonly isKnown: (player: string) => Promise<boolean>;
  readonly time: ServerTime;
}

/** Opens the notices to players about their turns and their accounts. `turns` is not started. */
export async function openNotices({
  database,
  authSecret,
  push,
  pushAgent,
  mail,
  ...ports
}: NoticesOptions): Promise<{
  readonly settings: NoticeSettings;
  readonly turns: TurnNotices;
  readonly account: AccountNotices;
}> {
  const { time } = ports;
  const shared = {
    ...ports,
    store: new NoticeStore(database),
    tokens: new MailTokens(time, authSecret),
    push:
      push &&
      // Answers of other machines take real time.
      new PushSender({
        keys: vapidKeys(authSecret),
        contact: push.contact,
        agent: pushAgent,
        time: systemTime,
      }),
    mail: mail && (await openMail(mail)),
  };
  const sender = new NoticeSender(shared);
  return {
    settings: new NoticeSettings({ ...shared, pushHosts: push?.hosts ?? [] }),
    turns: new TurnNotices({ ...shared, sender, confirmation: NOTICE_LIMITS.mailLink }),
    account: new AccountNotices({ ...shared, sender }),
  };
}

/** Loads the library for e-mails now, before the first match: it takes 0.1 s, and most servers send none. */
async function openMail(settings: MailSettings): Promise<MailSender> {
  const { MailSender } = await import("./mail-sender.ts");
  return new MailSender(settings);
}
