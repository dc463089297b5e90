import type { NoticeTexts } from "./types.ts";

export const de: NoticeTexts = {
  turn: "Du bist am Zug: {game}",
  awaited: "Die Partie wartet auf dich.",
  play: "Hier spielen:",
  stop: "Keine E-Mails mehr:",
  confirm: "Bestätige deine E-Mail-Adresse",
  confirmAsked:
    "Jemand, der Flower War spielt, möchte an diese Adresse E-Mails bekommen, wenn der eigene Zug kommt. Wenn du das bist, bestätige sie hier:",
  confirmEnds:
    "Der Link gilt einen Tag. Wenn du nichts davon weißt, tu nichts: Du bekommst keine weiteren E-Mails.",
  account: {
    news: {
      "passkey-added": "Ein Passkey wurde zu deinem Konto hinzugefügt",
      "codes-renewed": "Die Wiederherstellungscodes deines Kontos wurden ersetzt",
      "removal-waiting": "Ein Passkey deines Kontos soll entfernt werden",
    },
    body: "Wenn du das warst, ist alles gut. Wenn nicht, melde dich mit deinem eigenen Passkey an, sieh nach, was geschehen ist, und behalte oder entferne Passkeys innerhalb von 3 Tagen.",
    former: {
      title: "Deine E-Mail-Adresse wurde aus deinem Konto entfernt",
      body: "E-Mails gehen von jetzt an an eine andere Adresse, oder an keine. Wenn du das warst, ist alles gut. Wenn nicht, melde dich mit deinem Passkey an, sieh nach, was geschehen ist, und trag deine Adresse wieder ein.",
    },
    link: "Dein Konto:",
  },
};
