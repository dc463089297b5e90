import type { TieqchieqGuide } from "./en.ts";

/** The guide to Tıeqchıeq in German. The canon (docs/rules/tieqchieq.md) decides what it may say. */
export const de: TieqchieqGuide = {
  options: {
    first: {
      label: "Wer beginnt",
      about: "Beide Farben haben die gleichen Chancen.",
      values: { random: "wen eine Münze wählt", red: "Rot", yellow: "Gelb" },
    },
  },
  rules: {
    goal: {
      heading: "Wie du gewinnst",
      canon: "1, 9",
      paragraphs: ["Bring alle 6 Steine deiner Farbe ins Ziel, auf dein X. Wer das zuerst schafft, gewinnt."],
    },
    board: {
      heading: "Das Brett",
      canon: "3",
      paragraphs: [
        "Jede Farbe geht ihren eigenen Weg von 14 Feldern, vom Punkt bis zum X. Beide gehen in derselben Richtung, also jagen die Steine einander.",
        "7 Felder gehören zu beiden Wegen. Dort treffen sich Steine.",
      ],
    },
    turn: {
      heading: "Dein Zug",
      canon: "5, 6",
      paragraphs: [
        "Wirf 4 Münzen. Der Wurf ist, wie viele mit der Vorderseite nach oben liegen; bei 0 endet dein Zug.",
        "Setz einen Stein ein oder zieh einen, so weit der Wurf reicht. Kann ein Stein ziehen, muss einer es tun. Auf einem Feld darf nur einer deiner Steine stehen; über Steine darfst du hinweggehen.",
        "Einen Wurf, der über das Ziel hinausgeht, kann der Stein nicht nutzen.",
      ],
    },
    prices: {
      heading: "Was Felder kosten",
      canon: "3, 6",
      paragraphs: [
        "Ein Feld zu betreten kostet 1 des Wurfs. Ein Feld in gegnerischem Gebiet kostet 3, auch wenn du nur hindurchgehst.",
        "Reicht der Rest des Wurfs nicht für das nächste Feld, bleibt der Stein stehen, und der Rest verfällt.",
      ],
    },
    battle: {
      heading: "Kämpfe",
      canon: "8",
      paragraphs: [
        "Lande auf einem gegnerischen Stein, und zwei Münzen werden geworfen, jede mit einer roten und einer gelben Seite. Zeigen beide die Farbe der Abwehr, gewinnt die Abwehr; sonst der Angriff, also 3 von 4.",
        "Der unterlegene Stein geht zurück in seine Reserve und kann wieder eingesetzt werden.",
      ],
    },
    squares: {
      heading: "Plus, Ring und Sonne",
      canon: "7",
      paragraphs: [
        "Auf einem Plus deiner Farbe darfst du sofort 1 Feld weiter, wenn es 1 kostet und für dich frei ist.",
        "Auf einem Ring oder der Sonne hast du noch einen Zug, mit jedem Stein. Ein Stein auf der Sonne ist vor Kämpfen sicher.",
      ],
    },
    end: {
      heading: "Wie eine Partie endet",
      canon: "9",
      paragraphs: [
        "Mit 6 Steinen im Ziel. Eine Partie von 1000 Würfen, die nie vorkommt, gewinnt, wer vorn liegt.",
        "Du darfst jederzeit aufgeben, auch im Zug der anderen Seite. Sie gewinnt dann sofort.",
      ],
    },
  },
};
