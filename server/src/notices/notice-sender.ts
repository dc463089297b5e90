import { NOTICE_PATHS, type PushNotice } from "@flower-war/protocol/players";
import { sumUp } from "@flower-war/protocol/log";
import type { Logger } from "pino";
import { notices as counted } from "../metrics/counters.ts";
import type { MailSender } from "./mail-sender.ts";
import type { MailTokens } from "./mail-tokens.ts";
import { isRefusedMail, linkTo, reasonOfMail } from "./notice-settings.ts";
import type { PushSender, SendOutcome } from "./push-sender.ts";
import type { MailAddress, NoticeStore, PushSubscription } from "./store/notice-store.ts";
import { NOTICE_TEXTS } from "./texts.ts";
import type { NoticeTexts } from "./texts/types.ts";

/** ms after which a notice is tried again that could not be sent; then it is given up. */
export const RETRIES = [60_000, 300_000] as const;

/** A notice to one player. */
export interface Notice extends Pick<PushNotice, "match" | "path"> {
  /** Chooses its words. `link` comes before the page's address in an e-mail. */
  readonly words: (texts: NoticeTexts) => {
    readonly title: string;
    readonly body: string;
    readonly link: string;
  };
}

export interface NoticeSenderPorts {
  readonly store: NoticeStore;
  readonly push: PushSender | null;
  readonly mail: MailSender | null;
  readonly tokens: MailTokens;
  readonly log: Logger;
}

/** Sends notices by every way that their players have set. Failures are logged and counted. */
export class NoticeSender {
  readonly #ports: NoticeSenderPorts;

  constructor(ports: NoticeSenderPorts) {
    this.#ports = ports;
  }

  /**
   * Sends a notice to a player. Resolves with `failed` if no way succeeded and one may later: a player who was told in one way is not told
   * twice because another way failed.
   */
  async tell(player: string, notice: Notice): Promise<"failed" | "settled"> {
    const { store, push, mail: sender } = this.#ports;
    const [pushes, mail] = await Promise.all([store.listPushes(player), store.findMail(player)]);
    const outcomes = await Promise.all([
      ...(push === null ? [] : pushes.map((each) => this.#push(push, each, notice))),
      ...(sender === null || mail === null || mail.confirmedAt === null
        ? []
        : [this.#mail(sender, mail, notice)]),
    ]);
    return !outcomes.includes("sent") && outcomes.includes("failed") ? "failed" : "settled";
  }

  #push(push: PushSender, subscription: PushSubscription, notice: Notice): Promise<SendOutcome> {
    return this.#count("push", async () => {
      const { language, player, id } = subscription;
      const { title, body } = notice.words(NOTICE_TEXTS[language]);
      const { match, path } = notice;
      const outcome = await push.send(subscription, { title, body, match, path, language });
      if (outcome === "gone") await this.#ports.store.deletePush(player, id);
      return outcome;
    });
  }

  #mail(mail: MailSender, { address, language, player }: MailAddress, notice: Notice): Promise<SendOutcome> {
    const { tokens } = this.#ports;
    return this.#count("mail", async () => {
      const texts = NOTICE_TEXTS[language];
      const { title, body, link } = notice.words(texts);
      const stop = linkTo(mail, NOTICE_PATHS.stopMail, tokens.sign("stop-mail", player, address));
      const text = `${body}\n\n${link} ${mail.origin}${notice.path}\n\n-- \n${texts.stop} ${stop}\n`;
      await mail.send({ to: address, subject: title, text, stop });
      return "sent";
    });
  }

  /** Counts what becomes of an attempt, and logs one that did not succeed. */
  async #count(by: "push" | "mail", send: () => Promise<SendOutcome>): Promise<SendOutcome> {
    const { log } = this.#ports;
    let outcome: SendOutcome;
    try {
      outcome = await send();
      if (outcome === "refused" || outcome === "failed")
        log.warn(sumUp({ by, outcome }, `${by} ${outcome}`), "notice not taken");
    } catch (error) {
      outcome = by === "mail" && isRefusedMail(error) ? "refused" : "failed";
      const reason = by === "mail" ? reasonOfMail(error) : String(error);
      log.warn(sumUp({ by, outcome, reason }, `${by} ${outcome}`), "notice not taken");
    }
    counted.inc({ by, outcome });
    return outcome;
  }
}
