import { ECDH } from "node:crypto";
import { NOTICE_PATHS, type MailRequest, type Notices, type PushRequest } from "@flower-war/protocol/players";
import { sumUp } from "@flower-war/protocol/log";
import { z } from "zod";
import type { Ports } from "../ports.ts";
import type { Quotas } from "../quotas/quotas.ts";
import { newId } from "../random.ts";
import { refuse } from "../refusal.ts";
import { hashSecret } from "../secrets.ts";
import type { MailSender } from "./mail-sender.ts";
import { mailboxOf } from "./mailbox.ts";
import type { MailAct, MailTokens } from "./mail-tokens.ts";
import { parseEndpoint } from "./push-hosts.ts";
import type { PushSender } from "./push-sender.ts";
import type { MailAddress, NoticeStore } from "./store/notice-store.ts";
import { NOTICE_TEXTS } from "./texts.ts";

const MAIL_ADDRESS = z.email().max(254);

export interface NoticePorts extends Ports {
  readonly store: NoticeStore;
  /** `null`: no Web Push is sent. */
  readonly push: PushSender | null;
  /** Push services beyond the known ones. */
  readonly pushHosts: readonly string[];
  /** `null`: no e-mails are sent. */
  readonly mail: MailSender | null;
  readonly tokens: MailTokens;
  readonly quotas: Quotas;
  /** Whether a player has a passkey, or has finished a match. */
  readonly isKnown: (player: string) => Promise<boolean>;
}

/** Where players want to be told that it is their turn. */
export class NoticeSettings {
  readonly #ports: NoticePorts;

  constructor(ports: NoticePorts) {
    this.#ports = ports;
  }

  /** @param player their id */
  async find(player: string): Promise<Notices> {
    const { store, push, mail } = this.#ports;
    const [pushes, stored] = await Promise.all([store.listPushes(player), store.findMail(player)]);
    const subscriptions = pushes.map(({ id, endpoint, createdAt }) => ({ id, endpoint, createdAt }));
    const address = stored?.address ?? null;
    return {
      push: push && { key: push.publicKey, subscriptions },
      mail: mail && { address, confirmed: (stored?.confirmedAt ?? null) !== null },
    };
  }

  /**
   * Adds a browser that shows notices. One that was added before is that of this player now.
   * @throws `RefusalError` with `no-push`, `bad-push` or, if the player is deleted, `bad-token`
   */
  async addPush(player: string, { subscription, language }: PushRequest): Promise<void> {
    const { store, push, pushHosts, random, time } = this.#ports;
    if (push === null) throw refuse("no-push");
    const { keys } = subscription;
    const endpoint = parseEndpoint(subscription.endpoint, pushHosts);
    if (endpoint === null) throw refuse("bad-push", { field: "subscription.endpoint" });
    if (!isPublicKey(keys.p256dh)) throw refuse("bad-push", { field: "subscription.keys.p256dh" });
    const added = { id: newId(random), player, endpoint, ...keys, language, createdAt: time.now() };
    if (!(await store.addPush(added))) throw refuse("bad-token", { field: "authorization" });
  }

  /** @throws `RefusalError` with `unknown-push` */
  async removePush(player: string, id: string): Promise<void> {
    if (!(await this.#ports.store.deletePush(player, id))) throw refuse("unknown-push");
  }

  /**
   * Sends a player's e-mail address a link by which they confirm it, and sets it in place of another one. One that they have confirmed
   * stays so, without a link.
   * @param player their id
   * @param from the network address that asks
   * @throws `RefusalError` with `no-mail`, `bad-mail` also if the SMTP server refuses the address, `too-many-mails` and a wait,
   *   `unavailable` if the e-mail could not be sent, or, if the player is deleted, `bad-token`
   */
  async setMail(player: string, { address, language }: MailRequest, from: string): Promise<void> {
    const { store, mail, quotas, time, isKnown } = this.#ports;
    if (mail === null) throw refuse("no-mail");
    if (!MAIL_ADDRESS.safeParse(address).success) throw refuse("bad-mail", { field: "address" });
    const before = await store.findMail(player);
    const confirmedAt = before?.address === address ? before.confirmedAt : null;
    if (confirmedAt === null) {
      const target = hashSecret(mailboxOf(address));
      const by = { address: from, player, target, isKnown: await isKnown(player) };
      await quotas.count("send-mail", by);
      await this.#sendLink(mail, player, { address, language });
    }
    const set = { player, address, language, createdAt: time.now(), confirmedAt };
    if (!(await store.setMail(set))) throw refuse("bad-token", { field: "authorization" });
    if (before !== null && before.address !== address) await this.#tellFormer(mail, before);
  }

  /** Forgets a player's e-mail address. */
  async removeMail(player: string): Promise<void> {
    const { store, mail } = this.#ports;
    const before = await store.findMail(player);
    await store.deleteMail(player, null);
    if (before !== null && mail !== null) await this.#tellFormer(mail, before);
  }

  /**
   * Does what a link in an e-mail says: confirms the address that it was sent to, or forgets it.
   * @throws `RefusalError` with `bad-mail-token`; a link that stopped e-mails before does so again
   */
  async follow(act: MailAct, token: string): Promise<void> {
    const { store, tokens, time } = this.#ports;
    const { player, isOf } = tokens.verify(act, token);
    const stored = await store.findMail(player);
    const address = stored !== null && isOf(stored.address) ? stored.address : null;
    if (act === "stop-mail") {
      if (address !== null) await store.deleteMail(player, address);
    } else if (address === null || !(await store.confirmMail(player, address, time.now()))) {
      throw refuse("bad-mail-token");
    }
  }

  /**
   * Tells an address that it is its player's no more: a thief of the account may have replaced it. There is one attempt, since the account's
   * events tell of it too. An address that was never confirmed may be a stranger's, and is told nothing.
   */
  async #tellFormer(
    mail: MailSender,
    { player, address, language, confirmedAt }: MailAddress,
  ): Promise<void> {
    if (confirmedAt === null) return;
    const { quotas, log } = this.#ports;
    const { former, link } = NOTICE_TEXTS[language].account;
    const text = `${former.body}\n\n${link} ${mail.origin}/player\n`;
    try {
      if ((await quotas.take("tell-of-account", { address: "", player })) !== null) return;
      await mail.send({ to: address, subject: former.title, text, stop: null });
    } catch (error) {
      log.warn(sumUp({ reason: reasonOfMail(error) }), "former address not told");
    }
  }

  async #sendLink(mail: MailSender, player: string, { address, language }: MailRequest): Promise<void> {
    const { tokens, log } = this.#ports;
    const texts = NOTICE_TEXTS[language];
    const link = linkTo(mail, NOTICE_PATHS.confirmMail, tokens.sign("confirm-mail", player, address));
    const text = `${texts.confirmAsked}\n\n${link}\n\n${texts.confirmEnds}\n`;
    try {
      await mail.send({ to: address, subject: texts.confirm, text, stop: null });
    } catch (error) {
      if (isRefusedMail(error)) throw refuse("bad-mail", { field: "address" });
      log.warn(sumUp({ reason: reasonOfMail(error) }), "link not sent");
      throw refuse("unavailable");
    }
  }
}

/** Whether a text is a point of the curve P-256, base64url: what messages can be encrypted for. */
function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(text, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

/** Returns the address of a link in an e-mail. */
export function linkTo(mail: Pick<MailSender, "origin">, path: string, token: string): string {
  return `${mail.origin}${path}?token=${token}`;
}

/** Returns why an e-mail was not sent, for the log: the error's code alone, for SMTP servers quote the address, which is the player's. */
export function reasonOfMail(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return (error as NodeJS.ErrnoException).code ?? error.name;
}

/** Whether the SMTP server will never take an e-mail: mostly there is no such address. */
export function isRefusedMail(error: unknown): boolean {
  const code = (error as { readonly responseCode?: unknown } | null)?.responseCode;
  return typeof code === "number" && code >= 500;
}
