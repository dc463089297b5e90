import type { Language } from "@flower-war/rules/texts";

/* How a player of a match by days is told that it is their turn while they are not there; `PATHS` says what belongs where. */

/** How a player is told. */
export interface Notices {
  /** By Web Push; `null`: this server sends none. */
  push: {
    /** What browsers take as `applicationServerKey`: base64url. Another one after the server's secret has changed. */
    key: string;
    /** The player's browsers, in the order in which they were added. */
    subscriptions: PushSubscriptionInfo[];
  } | null;
  /** By e-mail; `null`: this server sends none. */
  mail: {
    /** Where to; `null`: nowhere. */
    address: string | null;
    /** Whether the player has confirmed the address. Before that it gets no notices. */
    confirmed: boolean;
  } | null;
}

/** A browser that shows notices. */
export interface PushSubscriptionInfo {
  id: string;
  endpoint: string;
  /** ms since 1970 */
  createdAt: number;
}

export interface PushRequest {
  /** What `toJSON()` of the browser's `PushSubscription` returns. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** Of the notices. */
  language: Language;
}

export interface MailRequest {
  address: string;
  /** Of the e-mails. */
  language: Language;
}

/** What a browser receives by Web Push when its player is awaited: the texts to show, and where they lead. */
export interface PushNotice {
  title: string;
  body: string;
  /** The id of the match. */
  match: string;
  /** Of the texts. */
  language: Language;
}
