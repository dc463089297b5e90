import type { Language } from "@flower-war/rules/texts";

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
};

export const NOTICE_TEXTS: { readonly [L in Language]: NoticeTexts } = { en, es };
