import type { AccountEvent } from "@flower-war/protocol/players";

/** What an account's owner is told of at once. */
export type AccountNews = Extract<
  AccountEvent["what"],
  "passkey-added" | "codes-renewed" | "removal-waiting"
>;

/** The texts of notices and e-mails in one language. */
export interface NoticeTexts {
  /** Of `{game}`. */
  readonly turn: string;
  readonly awaited: string;
  /** In an e-mail, before the match's address. */
  readonly play: string;
  /** At the end of each e-mail, before an address. */
  readonly stop: string;
  readonly confirm: string;
  /** The text before the address that confirms. It has no words of a player, since the recipient may not have asked for it. */
  readonly confirmAsked: string;
  readonly confirmEnds: string;
  /** Of an account. */
  readonly account: {
    readonly news: { readonly [N in AccountNews]: string };
    readonly body: string;
    /** To an address that is the account's no more. */
    readonly former: { readonly title: string; readonly body: string };
    /** In an e-mail, before the page's address. */
    readonly link: string;
  };
}
