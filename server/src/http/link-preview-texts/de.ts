import type { PreviewTexts } from "./types.ts";

export const de: PreviewTexts = {
  locale: "de_DE",
  about:
    "Ein Brettspiel um zwanzig Tage, Schädel und zwei Götter. Spiel es im Browser, mit Freunden oder Bots.",
  leads: {
    "flower-war":
      "Geh den Ring der Tage, sammle Schädel, nähre zwei Götter, und finde Adler, Schlange und Blume, bevor die Welt endet.",
    mexica:
      "Flower War, wie es zuerst entworfen wurde: Karten sind frei, und 260 Opfer leiten das Ende der Welt ein.",
    "space-aztecs":
      "Alle wählen gleichzeitig und geheim eine Karte. Bau eine Stadt aus Karten, bevor die Untertassen die Leute entführen.",
    tieqchieq:
      "Ein Wettlauf für zwei auf einem kleinen Brett: Wirf die Münzen, überquere die Brücken, und bring sechs Steine ins Ziel.",
  },
  tableOf: "Tisch von {host}: {game}",
  table: "Ein Tisch: {game}",
  invitation: "Eine Einladung zu {game}",
  free: "Freie Plätze: {free} von {all}.",
  full: "Alle Plätze sind besetzt, du kannst zusehen.",
  playing: "Die Partie hat begonnen, du kannst zusehen.",
  seated: "Am Tisch: {people}.",
  over: "Die Partie ist vorbei. Sieh, wie sie ausging.",
};
