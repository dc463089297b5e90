import type { AccountEvent } from "@flower-war/protocol/players";
import type { Language } from "@flower-war/rules/texts";

/** What an account's owner is told of at once. */
export type AccountNews = Extract<
  AccountEvent["what"],
  "passkey-added" | "codes-renewed" | "removal-waiting"
>;

/** The texts of notices and e-mails in one language. */
export interface NoticeTexts {
  readonly turn: (game: string) => string;
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

const en: NoticeTexts = {
  turn: (game) => `Your turn: ${game}`,
  awaited: "The match waits for you.",
  play: "Play here:",
  stop: "No more e-mails:",
  confirm: "Confirm your e-mail address",
  confirmAsked:
    "Somebody who plays Flower War wants e-mails at this address when it is their turn. If that is you, confirm it here:",
  confirmEnds: "The link works for a day. If you know nothing of this, do nothing: you get no more e-mails.",
  account: {
    news: {
      "passkey-added": "A passkey was added to your account",
      "codes-renewed": "The recovery codes of your account were replaced",
      "removal-waiting": "A passkey of your account is to be removed",
    },
    body: "If that was you, all is well. If not, sign in with your own passkey, see what happened, and keep or remove passkeys within 3 days.",
    former: {
      title: "Your e-mail address was removed from your account",
      body: "E-mails go to another address from now on, or to none. If that was you, all is well. If not, sign in with your passkey, see what happened, and set your address again.",
    },
    link: "Your account:",
  },
};

const es: NoticeTexts = {
  turn: (game) => `Te toca: ${game}`,
  awaited: "La partida te espera.",
  play: "Juega aquí:",
  stop: "No recibir más correos:",
  confirm: "Confirma tu correo",
  confirmAsked:
    "Alguien que juega a Flower War quiere recibir correos en esta dirección cuando le toque. Si eres tú, confírmala aquí:",
  confirmEnds: "El enlace vale un día. Si no sabes de qué se trata, no hagas nada: no recibirás más correos.",
  account: {
    news: {
      "passkey-added": "Se añadió una clave de acceso a tu cuenta",
      "codes-renewed": "Se cambiaron los códigos de recuperación de tu cuenta",
      "removal-waiting": "Se va a quitar una clave de acceso de tu cuenta",
    },
    body: "Si fuiste tú, todo está bien. Si no, entra con tu propia clave de acceso, mira qué ha pasado y conserva o quita claves en un plazo de 3 días.",
    former: {
      title: "Se quitó tu correo de tu cuenta",
      body: "Desde ahora los correos van a otra dirección, o a ninguna. Si fuiste tú, todo está bien. Si no, entra con tu clave de acceso, mira qué ha pasado y vuelve a poner tu dirección.",
    },
    link: "Tu cuenta:",
  },
};

export const NOTICE_TEXTS: { readonly [L in Language]: NoticeTexts } = { en, es };

/** Whether an event of an account is one that its owner is told of at once. */
export function isAccountNews(what: AccountEvent["what"]): what is AccountNews {
  return Object.hasOwn(en.account.news, what);
}
