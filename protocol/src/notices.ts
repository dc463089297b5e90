import type { Language } from "@flower-war/rules/texts";

/* How a player of a match by days is told that it is their turn while they are not there, and of what happens to their account. */

/** Paths like those of `PATHS`; those of `me` need `Authorization: Bearer <token>` of a player. */
export const NOTICE_PATHS = {
  /** GET -> `Notices` */
  notices: "/api/players/me/notices",
  /** POST `PushRequest` -> 201 `Notices` */
  pushes: "/api/players/me/notices/pushes",
  /** DELETE -> `{}`: the browser of this subscription is told nothing any more */
  push: "/api/players/me/notices/pushes/:id",
  /** POST `MailRequest` -> `Notices`: the address gets a link. DELETE -> `{}`: forgets the address */
  mail: "/api/players/me/notices/mail",
  /** POST, `token` in the query -> `{}`: confirms an e-mail address. GET is the page that an e-mail links to. */
  confirmMail: "/mail/confirm",
  /** The same for no more e-mails: forgets the address. E-mail programs send the POST themselves (RFC 8058). */
  stopMail: "/mail/stop",
} as const;

/** Limits like those of `LIMITS`. */
export const NOTICE_LIMITS = {
  /** browsers of one player that show notices; of more the oldest is forgotten */
  pushes: 10,
  /** subscriptions to notices from one network address in a minute */
  newPushes: 30,
  /**
   * e-mails for confirming, in an hour: to one mailbox, of one player, from one network address and from its network of 48 bits; of all
   * players together who have neither a passkey nor finished a match
   */
  mails: { toMailbox: 3, ofPlayer: 5, fromAddress: 10, fromSite: 20, ofStrangers: 100 },
  /** ms for which the link in such an e-mail is good */
  mailLink: 86_400_000,
  /** notices of what happened to an account, in an hour */
  ofAccount: 20,
  /** ms that an awaited player has to be away before they get a notice */
  notice: 60_000,
} as const;

/** What a browser receives by Web Push: the texts to show, and where they lead. */
export interface PushNotice {
  title: string;
  body: string;
  /** The id of the match that waits for the player; `null`: the notice is about their account. */
  match: string | null;
  /** The page's path. */
  path: string;
  /** The language of the texts. */
  language: Language;
}
