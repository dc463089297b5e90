import type { FlowerWarGuide } from "./en.ts";

/** The guide to Flower War and Mexica in German. The canon (docs/rules/flower-war.md) decides what it may say. */
export const de: FlowerWarGuide = {
  options: {
    battleStake: {
      label: "Worum ein Kampf geht",
      about: "Was der Sieger bekommt, bevor Karten und Regeln etwas dazutun.",
      values: { one: "1 Schädel", "lower-roll": "der niedrigere der beiden Würfel" },
    },
    cardCosts: {
      label: "Was Karten kosten",
      about:
        "Kosten kommen auf das Gestell, an dem der Zug gespielt wird, also braucht eine Karte dort Platz.",
      values: { printed: "die aufgedruckten Schädel", free: "nichts" },
    },
    apocalypseTrigger: {
      label: "Wie das Ende beginnt",
      about: "Scheiben zählen, während sie gleichzeitig vom Brett sind.",
      values: {
        "1": "mit der ersten Scheibe vom Brett",
        "2": "mit 2 Scheiben vom Brett",
        "3": "mit 3 Scheiben vom Brett",
        "260": "mit 260 Opfern, oder allen Scheiben vom Brett",
      },
    },
    countdown: {
      label: "Wie das Ende gezählt wird",
      about: "Die Zählung endet bei 13. Zusatzzüge zählen nie.",
      values: { keeper: "zu Beginn der Züge einer Person", turns: "am Ende jedes Zuges" },
    },
    discRules: {
      label: "Scheiben ändern am Ende Regeln",
      about: "Jede Scheibe, die das Ende weckt, ändert eine Regel für alle. Nie bei 260 Opfern.",
      values: { true: "ja, jede ihre eigene Regel", false: "nein" },
    },
    rackSize: {
      label: "Schädel auf einem vollen Gestell",
      about:
        "Von 4 bis 13. Weniger Schädel auf den Gestellen machen die Partie kürzer; der Rest liegt im Vorrat.",
      values: {},
    },
    bestTribeWins: {
      label: "Wer gewinnt, wenn die Welt endet",
      about:
        "Wenn nicht die Opfer entscheiden, hat der beste Stamm die meisten verschiedenen Zeichen; bei Gleichstand mehr Scheiben, dann Schädel, dann Handkarten.",
      values: { true: "der beste Stamm", false: "kein Stamm" },
    },
    offeringsDecide: {
      label: "Der beste Stamm hat",
      about:
        "Nur wenn der beste Stamm gewinnt. Als Opfer zählen die eigenen Schädel, die seit Beginn des Endes an die Götter gingen; bei Gleichstand Zeichen, Scheiben, Schädel und Karten.",
      values: { true: "die meisten Opfer", false: "die meisten verschiedenen Zeichen" },
    },
    offeringsSpent: {
      label: "Opfer nach einer Katastrophe",
      about:
        "Jeder Vergleich bringt die Katastrophe des Gottes mit mehr Opfern. Sind sie damit verbraucht, fängt er von vorn an, und Flut und Invasion wechseln öfter.",
      values: { true: "sind verbraucht", false: "zählen bis zum Schluss" },
    },
  },
  rules: {
    goal: {
      heading: "Wie du gewinnst",
      canon: "9",
      paragraphs: [
        "Hab die drei Zeichen gleichzeitig: Adler, Schlange und Blume. In diesem Moment gewinnst du, gleich in wessen Zug.",
        "Der Adler ist eine Karte des Kriegsstapels, die Schlange eine des Regenstapels. 13 der 260 Tageskarten sind die Blume. Auch die Scheiben der Felder cuauhtli, coatl und xochitl zählen als Adler, Schlange und Blume.",
        "Endet die Welt vorher, gewinnt niemand. Das kommt oft vor: Der Sieg soll schwer sein.",
        "An einem kurzen Abend, oder wenn der Host es so gewählt hat, gewinnt dann der beste Stamm.",
        "Wo die Opfer entscheiden, wie am kurzen Abend, ist es der, der den Göttern seit Beginn des Endes die meisten eigenen Schädel gab; sonst, und bei Gleichstand, der mit den meisten verschiedenen Zeichen, dann Scheiben, Schädeln und Karten. Sind zwei auch dann gleich, gewinnt niemand.",
      ],
    },
    board: {
      heading: "Das Brett",
      canon: "2",
      paragraphs: [
        "20 Tageszeichen bilden einen Ring, und alle gehen ihn in derselben Richtung. Auf jedem Zeichen steht ein Gestell, das Tzompantli, mit 13 Schädeln, oder weniger in einer kürzeren Partie.",
        "Es gibt 360 Schädel. Was nicht auf den Gestellen ist, liegt im Vorrat, in der Mitte. Du beginnst ohne Schädel und ohne Karten, jeder Platz auf seinem eigenen Startfeld.",
      ],
    },
    turn: {
      heading: "Dein Zug",
      canon: "3",
      paragraphs: [
        "Würfle und geh so viele Felder. Manche Scheiben und Karten lassen dich weiter gehen.",
        "Du landest: Du nimmst einen Schädel vom Gestell, und dort kann noch mehr geschehen.",
        "Dann opfere den Göttern Schädel, so viele du willst, oder tausche mit Tonantzin. Danach spiel Karten oder wirf sie ab, so viele du willst. Die erste Karte beendet deine Opfer für diesen Zug.",
        "Beende deinen Zug. Er endet von selbst, wenn du nichts mehr tun kannst.",
      ],
    },
    landing: {
      heading: "Auf einem Feld landen",
      canon: "4",
      paragraphs: [
        "In dieser Reihenfolge: Sammle einen Schädel; verdiene die Scheibe, wenn es der letzte war; die oberste Karte der Ablage wirkt; zahl Tribut; kämpfe gegen alle, die dort stehen.",
        "War das Gestell voll, als du kamst, ziehst du am Ende auch eine Tageskarte.",
        "Hast du eine Scheibe mit Reichweite, darfst du dann einen Platz herausfordern, der genau ein Feld entfernt steht.",
      ],
    },
    discs: {
      heading: "Kalenderscheiben",
      canon: "4, 8",
      paragraphs: [
        "Auf jedem Feld liegt eine Scheibe. Nimm den letzten Schädel des Gestells, und sie gehört dir, auch wenn sie vorher jemand anders hatte. Das Gestell wird sofort wieder gefüllt.",
        "Jede Scheibe gibt dir einen Vorteil: weitere Schritte, einen Schädel mehr beim Sammeln, +1 im Kampf, Reichweite oder ein freies Opfer in jedem Zug. Gleiche Vorteile zählen zusammen, bis höchstens 2.",
        "Wer sonst auf ihrem Feld landet, zahlt dir 1 Schädel Tribut.",
      ],
    },
    offerings: {
      heading: "Opfer",
      canon: "6",
      paragraphs: [
        "Gib Huitzilopochtli einen Schädel und zieh eine Kriegskarte, oder gib Tlaloc einen und zieh eine Regenkarte. Spielst du mit einem Templo Mayor, wirf den Schädel in seinen Schlitz: Das ist dasselbe.",
        "Ein Opfer zählt für seinen Gott bis zum Ende der Partie. Die beiden Summen entscheiden, was die Apokalypse tut.",
        "Oder tausche: Einmal pro Zug, wenn du nichts geopfert hast, verlassen 7 Schädel das Spiel für eine Tageskarte. Danach kannst du in diesem Zug nicht opfern.",
      ],
    },
    cards: {
      heading: "Karten spielen",
      canon: "7",
      paragraphs: [
        "Jede Karte sagt, wann du sie spielen darfst: in einem Kampf, oder in deinem Zug nach dem Landen. Du darfst so viele haben, wie du willst, und nur du siehst sie.",
        "Ihre Kosten zahlst du in Schädeln auf das Gestell, an dem der Platz am Zug steht, und dort muss Platz dafür sein. Auf einem vollen Gestell sind Karten also schwer zu spielen. Manche kosten 0.",
        "Gespielte und abgeworfene Karten liegen auf der Ablage dieses Feldes. Eine Karte, die bleibt, trifft alle, die ankommen, aber nur, solange sie obenauf liegt: Wirf eine Karte ab, um sie zu bedecken.",
      ],
    },
    battle: {
      heading: "Kämpfe",
      canon: "5",
      paragraphs: [
        "Wer ankommt, greift an. Beide werfen einen Würfel und zählen Vorteile dazu. Dann spielt abwechselnd, mit dem Angriff beginnend, jede Seite eine Kampfkarte oder passt, bis beide nacheinander passen.",
        "Die höhere Summe gewinnt, und wer verliert, zahlt den Einsatz: 1 Schädel, und mit manchen Karten mehr. Bei gleichen Summen zahlt niemand.",
        "Wer ohne Schädel verliert, gibt eine Karte eigener Wahl ab, auch ein Zeichen. Ist auch keine Karte da, zieht der Sieger eine Tageskarte.",
      ],
    },
    "day-cards": {
      heading: "Tageskarten",
      canon: "7",
      paragraphs: [
        "Eine Tageskarte hat ein Zeichen und eine Zahl von 1 bis 13, wie im Ritualkalender. Sie wirkt, sobald sie gezogen wird; eine höhere Zahl wirkt stärker. In einem Zug wirken höchstens 3.",
        "Nur die Blume wird behalten, und alle sehen sie.",
      ],
    },
    apocalypse: {
      heading: "Die Apokalypse",
      canon: "1, 10",
      paragraphs: [
        "Sie beginnt, wenn eine Scheibe das Brett verlässt: die erste, die zweite oder die dritte, wie ihr es vereinbart habt. Der Platz, in dessen Zug das geschieht, führt die Zählung.",
        "Zu Beginn jedes seiner Züge werden die Opfer der beiden Götter verglichen. Sind sie ungleich, steigt die Zählung um 1. Sind sie gleich, bleibt sie: Das Ende ist aufgehalten.",
        "Bei 12 wird die letzte Runde angesagt. Bei 13 ist die Partie sofort vorbei.",
      ],
    },
    catastrophes: {
      heading: "Flut und Invasion",
      canon: "10",
      paragraphs: [
        "Hat Tlaloc mehr Opfer, gibt es eine Flut: Von Gestellen wird nichts gesammelt, also keine Scheibe verdient.",
        "Hat Huitzilopochtli mehr, gibt es eine Invasion: Nach deinem Sammeln geht ein weiterer Schädel des Gestells für immer verloren. Ein dadurch geleertes Gestell bringt niemandem eine Scheibe.",
        "Beides dauert bis zum nächsten Vergleich.",
        "Am kurzen Abend, oder wo der Host es so gewählt hat, verbraucht eine Katastrophe die Opfer ihres Gottes: Die nächsten Vergleiche zählen nur die seither gebrachten.",
      ],
    },
    "rule-changes": {
      heading: "Scheiben ändern die Regeln",
      canon: "10",
      paragraphs: [
        "Jede Scheibe, die die Apokalypse geweckt hat, ändert eine Regel, für alle und bis zum Ende. Sieh dir die Scheibe an, dann weißt du, welche.",
      ],
    },
    end: {
      heading: "Wie eine Partie endet",
      canon: "9",
      paragraphs: [
        "Jemand hat drei Zeichen; oder nur ein Stamm ist übrig, weil die anderen aufgegeben haben; oder die Zählung ist voll; oder 2600 Züge sind vergangen.",
        "Du darfst jederzeit aufgeben. Deine Schädel kommen in den Vorrat, deine Karten auf dein Feld und deine Scheiben zurück aufs Brett.",
      ],
    },
    mexica: {
      heading: "Mexica, der erste Entwurf",
      canon: "1",
      paragraphs: [
        "Mexica ist Flower War mit diesen Unterschieden.",
        "2 bis 4 Stämme. Karten kosten nichts. Wer einen Kampf verliert, zahlt den niedrigeren der beiden Würfel.",
        "Die Apokalypse beginnt mit insgesamt 260 Opfern, oder wenn alle 20 Scheiben vom Brett sind. Vom nächsten Zug an wird jeder Zug verglichen und gezählt, bis 13. Keine Scheibe ändert eine Regel.",
      ],
    },
    fair: {
      heading: "Faire Würfel",
      canon: "12",
      paragraphs: [
        "Aller Zufall kommt aus einem Geheimnis, das der Server vor der Partie versiegelt, und aus einem Wort von jedem am Tisch. Nach der Partie können alle jeden Würfel nachrechnen.",
      ],
    },
  },
};
