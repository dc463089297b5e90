import type { NoticeTexts } from "./types.ts";

export const en: NoticeTexts = {
  turn: "Your turn: {game}",
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
