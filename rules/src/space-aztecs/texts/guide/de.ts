import type { SpaceAztecsGuide } from "./en.ts";

/** The guide to Space Aztecs in German. The canon (docs/rules/space-aztecs.md) decides what it may say. */
export const de: SpaceAztecsGuide = {
  options: {
    removedSet: {
      label: "Farbe in der Schachtel",
      about: "Zu 2 bis 4 bleibt eine Farbe in der Schachtel. Mit mehr spielt ihr alle 4.",
      values: {
        random: "eine zufällig gezogene",
        P: "rosa: Dorfbewohner und Tiere",
        Y: "gelb: Krieger",
        B: "blau: Obere",
        G: "grün: Agenten",
      },
    },
    codex: {
      label: "Kodizes",
      about: "8 Karten, die werten, was eine Stadt hat. Jüngere lassen sie vielleicht in der Schachtel.",
      values: { true: "im Spiel", false: "in der Schachtel" },
    },
  },
  rules: {
    goal: {
      heading: "Wie du gewinnst",
      canon: "7, 8",
      paragraphs: [
        "Bau die Stadt mit den meisten Punkten: überlebende Azteken, Kodizes, und Karten, die deine Untertassen genommen haben.",
      ],
    },
    round: {
      heading: "Eine Runde",
      canon: "5",
      paragraphs: [
        "8 Stapel liegen um die Sonnenuhr. Reihum nehmen alle einen und sehen ihn an. Dann wählen alle geheim 1 Karte daraus und legen den Rest zurück.",
        "Haben alle gewählt, werden die Zeiten der Karten genannt. Dann werden die Karten nacheinander gespielt.",
      ],
    },
    order: {
      heading: "Wer zuerst spielt",
      canon: "5",
      paragraphs: [
        "Die früheste Zeit nimmt den Marker. Wer ihn hat, spielt zuerst, dann die anderen im Uhrzeigersinn, gleich mit welcher Zeit. Mit dem Marker nimmst du auch in der nächsten Runde zuerst einen Stapel.",
      ],
    },
    temples: {
      heading: "Tempel",
      canon: "6",
      paragraphs: [
        "Ein Tempel schützt alle sichtbaren Azteken seiner Farbe in deiner Stadt. Unter ihm sind sie vor Untertassen sicher. Azteken, die später kommen, bleiben sichtbar, wenn kein Agent hilft.",
      ],
    },
    saucers: {
      heading: "Fliegende Untertassen",
      canon: "6",
      paragraphs: [
        "Eine Untertasse nimmt aus jeder anderen Stadt 1 sichtbaren Azteken ihrer Farbe. Wo es mehrere gibt, wählt, wer sie gespielt hat. Jede Karte unter ihr ist am Ende 1 Punkt wert.",
        "Karten, die noch nicht aufgedeckt sind, sind sicher: Es ist also wichtig, wer zuerst spielt.",
      ],
    },
    agents: {
      heading: "Agenten",
      canon: "6",
      paragraphs: [
        "Solange ein Spezialagent oder ein Ganz spezieller Agent sichtbar in deiner Stadt liegt, darf jeder Azteke, den du spielst, sofort unter einen Tempel seiner Farbe. Der Agent muss vorher da gewesen sein.",
      ],
    },
    codices: {
      heading: "Kodizes",
      canon: "2, 8",
      paragraphs: [
        "Ein Kodex zählt am Ende: 2 Punkte für jedes von etwas in deiner Stadt, höchstens 8. Nur Azteken und Tempel zählen, keine Untertassen und nicht die Karten darunter.",
      ],
    },
    sets: {
      heading: "Die vier Farben",
      canon: "2, 8",
      paragraphs: [
        "Rosa: einfache Punkte. Aber wer am Ende die wenigsten rosa Azteken hat, verliert 5 Punkte, bei Gleichstand alle.",
        "Gelb: Krieger sind mehr wert, je mehr du von einer Art hast.",
        "Blau: Ein Priester ist mit einem Alien 10 wert und ohne 0. Adlige sind einfache Punkte.",
        "Grün: Agenten schützen andere; Archivare sind geschützt mehr wert.",
        "Zu 2 bis 4 bleibt eine Farbe in der Schachtel.",
      ],
    },
    end: {
      heading: "Wie eine Partie endet",
      canon: "7, 8",
      paragraphs: [
        "Nach einer Runde, in der 2 oder mehr Stapel leer sind, oder wenn 7 Untertassen gekommen sind (9 zu 5 oder 6). Eine Runde wird immer zu Ende gespielt.",
        "Die meisten Punkte gewinnen. Bei gleichen Punkten entscheiden mehr Azteken in der Stadt; sind auch die gleich, teilt ihr den Sieg.",
        "Du darfst jederzeit aufgeben. Deine Stadt bleibt liegen, spielt aber nicht mehr mit, und du wirst Letzter. Bleibt nur eine Person übrig, gewinnt sie.",
      ],
    },
    memory: {
      heading: "Merken",
      canon: "9",
      paragraphs: [
        "Du siehst einen Stapel nur, solange du ihn hältst, und das Spiel zeigt ihn nie wieder. Sich zu merken, was wo liegt, ist das halbe Spiel.",
      ],
    },
  },
};
