import { plural } from "../../texts/catalogue.ts";
import type { FlowerWarTexts } from "./en.ts";

/** Flower War and Mexica in German. The canon (docs/rules/flower-war.md) decides what the texts may say. */
export const de: FlowerWarTexts = {
  language: "de",
  games: {
    "flower-war": {
      name: "Flower War",
      about:
        "Sammle Schädel, gib sie zwei eifersüchtigen Göttern, und halte drei Zeichen, bevor die Welt endet.",
    },
    mexica: {
      name: "Mexica",
      about: "Der erste Entwurf von Flower War: Karten sind frei, Kämpfe teurer, und Opfer beenden die Welt.",
    },
  },
  seats: {
    east: { name: "Osten", about: "Beginnt auf 20 xochitl. In der Zugfolge als Erster." },
    north: { name: "Norden", about: "Beginnt auf 5 coatl." },
    south: { name: "Süden", about: "Beginnt auf 15 cuauhtli." },
    topan: { name: "Topan", about: "Die Höhen. Beginnt auf 3 calli." },
    mictlan: { name: "Mictlan", about: "Die Tiefen. Beginnt auf 13 acatl." },
    west: { name: "Westen", about: "Beginnt auf 10 itzcuintli. In der Zugfolge als Letzter." },
  },
  shapes: {
    east: "roter Kreis",
    north: "schwarze Raute",
    south: "blaues Quadrat",
    topan: "violetter Stern",
    mictlan: "grünes Sechseck",
    west: "gelbes Dreieck",
  },
  gods: {
    huitzilopochtli: {
      name: "Huitzilopochtli",
      about:
        "Gott des Krieges und der Sonne. Ein Schädel für ihn zieht eine Kriegskarte. Hat er mehr, kommt die Invasion.",
    },
    tlaloc: {
      name: "Tlaloc",
      about: "Gott des Regens. Ein Schädel für ihn zieht eine Regenkarte. Hat er mehr, kommt die Flut.",
    },
  },
  signs: { eagle: "Adler", serpent: "Schlange", flower: "Blume" },
  decks: {
    war: { name: "Krieg", card: "Kriegskarte", about: "40 Karten für Kämpfe, eine davon der Adler." },
    rain: {
      name: "Regen",
      card: "Regenkarte",
      about: "40 Karten für deinen Zug, eine davon die Schlange.",
    },
    day: {
      name: "Tag",
      card: "Tageskarte",
      about: "260 Karten, die beim Ziehen wirken; 13 davon sind die Blume.",
    },
  },
  meanings: {
    cipactli: "Krokodil",
    ehecatl: "Wind",
    calli: "Haus",
    cuetzpalin: "Eidechse",
    coatl: "Schlange",
    miquiztli: "Tod",
    mazatl: "Hirsch",
    tochtli: "Kaninchen",
    atl: "Wasser",
    itzcuintli: "Hund",
    ozomahtli: "Affe",
    malinalli: "Gras",
    acatl: "Schilfrohr",
    ocelotl: "Jaguar",
    cuauhtli: "Adler",
    cozcacuauhtli: "Geier",
    olin: "Bewegung",
    tecpatl: "Feuerstein",
    quiahuitl: "Regen",
    xochitl: "Blume",
  },
  spaceNotes: {
    rack: { by: "rack", one: "Noch 1 Schädel.", other: "Noch {rack} Schädel." },
    "rack-full": "Das Gestell ist voll: Wer hier sammelt, zieht auch eine Tageskarte.",
    "rack-empty": "Das Gestell ist leer. Es wird gefüllt, wenn jemand hier landet und es Schädel dafür gibt.",
    "last-skull": "Wer den letzten Schädel sammelt, verdient die Scheibe.",
    "disc-on-board": "Die Scheibe liegt auf dem Brett.",
    "top-card": { by: "height", one: "Obenauf: {card}.", other: "Obenauf auf {height} Karten: {card}." },
    "reached-by": "Mit einer {roll} landest du hier.",
    flooded: "Flut: Hier wird nichts gesammelt.",
    invaded: "Invasion: Wer hier sammelt, kostet das Gestell einen Schädel mehr.",
  },
  discHeld: {
    you: "Du hast die Scheibe: Andere zahlen dir hier Tribut.",
    other: "{who} hat die Scheibe und nimmt hier Tribut.",
  },
  discs: {
    earned:
      "Sammle selbst den letzten Schädel vom Gestell des Feldes, und du verdienst die Scheibe, vom Brett oder vom Vorbesitzer. Dann wird das Gestell gefüllt.",
    tribute: "Wer sonst auf ihrem Feld landet, zahlt dir 1 Schädel, wenn einer da ist.",
    sign: "Sie ist auch ein Zeichen: {sign}.",
    bonuses: {
      movement: {
        short: "Geh 1 Schritt weiter",
        rule: "Du darfst jeden deiner Würfe für die Bewegung um 1 verlängern. Solche Scheiben zählen zusammen, bis höchstens 2.",
      },
      collect: {
        short: "Sammle 1 mehr",
        rule: "Du nimmst beim Sammeln 1 Schädel mehr, wenn das Gestell ihn hat. Solche Scheiben zählen zusammen, bis höchstens 2.",
      },
      attack: {
        short: "+1 im Angriff",
        rule: "Deine Summe im Kampf ist 1 höher, wenn du angreifst. Solche Scheiben zählen zusammen, bis höchstens 2.",
      },
      defense: {
        short: "+1 in der Abwehr",
        rule: "Deine Summe im Kampf ist 1 höher, wenn du dich verteidigst. Solche Scheiben zählen zusammen, bis höchstens 2.",
      },
      range: {
        short: "Fordere 1 Feld weit heraus",
        rule: "Wenn du landest, darfst du nach den Kämpfen dort einen Platz herausfordern, der genau 1 Feld vor oder hinter dir steht.",
      },
      "free-tlaloc": {
        short: "Erster Schädel für Tlaloc ist frei",
        rule: "Dein erstes Opfer an Tlaloc in jedem Zug nimmt seinen Schädel aus dem Vorrat, wenn dort einer ist.",
      },
      "free-huitzilopochtli": {
        short: "Erster Schädel für Huitzilopochtli ist frei",
        rule: "Dein erstes Opfer an Huitzilopochtli in jedem Zug nimmt seinen Schädel aus dem Vorrat, wenn dort einer ist.",
      },
      "free-first": {
        short: "Erstes Opfer ist frei",
        rule: "Dein erstes Opfer in jedem Zug, gleich an welchen Gott, nimmt seinen Schädel aus dem Vorrat, wenn dort einer ist.",
      },
    },
    changes: {
      cipactli: "Beim Sammeln nimmst du 1 Schädel mehr.",
      ehecatl: "Jeder Wurf für die Bewegung zählt 1 mehr.",
      calli: "Wer sich verteidigt, hat +1.",
      cuetzpalin: "Alle gehen andersherum, durch Würfe und durch Karten.",
      coatl: "Regenkarten kosten nichts.",
      miquiztli: "Wer einen Kampf verliert, verliert dazu 1 Schädel für immer, wenn noch einer da ist.",
      mazatl: "Wirf für die Bewegung zwei Würfel und geh nach einem von beiden.",
      tochtli: "Tribut sind 2 Schädel, oder was du hast.",
      atl: "Jedes Opfer an Tlaloc zählt doppelt.",
      itzcuintli: "Wer einen Zug ohne Schädel beginnt, nimmt 1 aus dem Vorrat.",
      ozomahtli: "Bei gleichen Summen gewinnt der Angriff.",
      malinalli: "Karten kosten 1 mehr, auch die für 0.",
      acatl: "Alle dürfen 1 Feld weit herausfordern.",
      ocelotl: "Wer angreift, hat +1.",
      cuauhtli: "Kriegskarten kosten nichts.",
      cozcacuauhtli: "Wer einen Kampf gewinnt, nimmt dazu 1 Schädel aus dem Vorrat.",
      olin: "Nach dem Sammeln kommt 1 Schädel des Gestells in den Vorrat. Ein so geleertes Gestell bringt keine Scheibe.",
      tecpatl: "Der Einsatz eines Kampfes ist 1 höher.",
      quiahuitl:
        "Immer wenn der erste Platz der Zugfolge einen Zug beginnt, bekommt jedes Gestell, das nicht voll ist, 1 Schädel aus dem Vorrat.",
      xochitl: "Ein Tausch mit Tonantzin kostet 4 Schädel.",
    },
  },
  times: {
    battle: {
      short: "Kampf",
      rule: "In einem deiner Kämpfe, wenn du eine Karte spielen oder passen sollst.",
    },
    "battle-attacking": {
      short: "Kampf, Angriff",
      rule: "In einem Kampf, in dem du angreifst, wenn du eine Karte spielen oder passen sollst.",
    },
    "battle-defending": {
      short: "Kampf, Abwehr",
      rule: "In einem Kampf, in dem du angegriffen wirst, wenn du eine Karte spielen oder passen sollst.",
    },
    turn: {
      short: "Dein Zug",
      rule: "In deinem eigenen Zug nach dem Landen. Deine erste Karte beendet deine Opfer.",
    },
    "turn-lingers": {
      short: "Dein Zug, bleibt",
      rule: "In deinem eigenen Zug nach dem Landen. Deine erste Karte beendet deine Opfer. Sie wirkt, solange sie auf der Ablage obenauf liegt.",
    },
    sign: { short: "Zeichen", rule: "Wird nie gespielt oder abgeworfen: Es zählt, solange du es hast." },
    day: {
      short: "Beim Ziehen",
      rule: "Sie wirkt sofort, wenn sie gezogen wird, und kommt nie auf die Hand.",
    },
  },
  cost: {
    free: "Sie kostet nichts.",
    paid: plural(
      "cost",
      "[1 Schädel|{cost} Schädel], auf das Gestell, an dem der Platz am Zug steht. Das Gestell braucht Platz [dafür|für sie].",
    ),
  },
  copies: "{copies} in einem Stapel von {cards}",
  lingering:
    "Eine Karte, die bleibt, wirkt nur, solange sie auf der Ablage obenauf liegt und ihr Spieler in der Partie ist.",
  cards: {
    eagle: {
      name: "Adler",
      about: "Der Vogel, der den Ort der Stadt zeigte",
      short: "Eines der drei Zeichen, die gewinnen",
      rule: "Du hast den Adler, solange diese Karte auf deiner Hand ist. Sie kann nicht gespielt oder abgeworfen werden. Verlieren kannst du sie: als Zahlung nach einem verlorenen Kampf, durch einen Gefangenen, oder abgeworfen für malinalli, wenn du nur Zeichen hast.",
    },
    macuahuitl: {
      name: "Macuahuitl",
      hyphenated: "Macua\u00adhuitl",
      about: "Ein Schwert mit Klingen aus Obsidian",
      short: "+1 auf deine Summe",
      rule: "Deine Summe in diesem Kampf steigt um 1.",
    },
    "obsidian-edge": {
      name: "Obsidianklinge",
      hyphenated: "Obsi\u00addian\u00adklinge",
      about: "Eine Klinge aus Vulkanglas",
      short: "+2 auf deine Summe",
      rule: "Deine Summe in diesem Kampf steigt um 2.",
    },
    "eagle-knight": {
      name: "Adlerkrieger",
      hyphenated: "Adler\u00adkrieger",
      about: "Ein Krieger in Federn, Elite des Heeres",
      short: "+3 auf deine Summe",
      rule: "Deine Summe in diesem Kampf steigt um 3.",
    },
    "jaguar-knight": {
      name: "Jaguarkrieger",
      hyphenated: "Jaguar\u00adkrieger",
      about: "Ein Krieger im Fell eines Jaguars",
      short: "+2 auf deine Summe, und der Einsatz steigt um 1",
      rule: "Deine Summe in diesem Kampf steigt um 2. Wer verliert, gleich wer, zahlt 1 Schädel mehr.",
    },
    atlatl: {
      name: "Atlatl",
      about: "Eine Speerschleuder",
      short: "+2 auf deine Summe",
      rule: "Deine Summe in diesem Kampf steigt um 2. Nur wer angreift, kann sie spielen.",
    },
    chimalli: {
      name: "Chimalli",
      hyphenated: "Chimal\u00adli",
      about: "Ein Schild aus Rohr und Federn",
      short: "+2 auf deine Summe",
      rule: "Deine Summe in diesem Kampf steigt um 2. Nur wer sich verteidigt, kann sie spielen.",
    },
    "war-drum": {
      name: "Kriegstrommel",
      hyphenated: "Kriegs\u00adtrommel",
      about: "Die Trommel, die zum Kampf ruft",
      short: "Der Einsatz steigt um 2",
      rule: "Wer diesen Kampf verliert, gleich wer, zahlt 2 Schädel mehr, soweit sie da sind.",
    },
    captive: {
      name: "Gefangener",
      hyphenated: "Gefan\u00adgener",
      about: "Mehr wert als ein toter Feind",
      short: "Gewinnst du, nimm dem Verlierer eine zufällige Karte",
      rule: "Gewinnst du diesen Kampf, nimmst du nach der Zahlung des Einsatzes 1 zufällige Karte von der Hand des Verlierers. Es kann ein Zeichen sein.",
    },
    "feathered-retreat": {
      name: "Gefiederter Rückzug",
      hyphenated: "Gefie\u00adderter Rückzug",
      about: "Ein Ausweg in Ehren",
      short: "Der Kampf endet, niemand zahlt",
      rule: "Der Kampf endet sofort. Niemand gewinnt oder zahlt. Kosten bleiben bezahlt. Nebel kann ihn nicht stoppen.",
    },
    omen: {
      name: "Omen",
      about: "Ein Komet am Himmel",
      short: "Würfle noch einmal, der neue Wurf gilt",
      rule: "Du würfelst noch einmal, und der neue Wurf zählt, höher oder niedriger. Wo der niedrigere Würfel der Einsatz ist, zählt er auch dort.",
    },
    ambush: {
      name: "Hinterhalt",
      hyphenated: "Hinter\u00adhalt",
      about: "Krieger, versteckt im Schilf",
      short: "Der nächste andere Platz, der ankommt, zahlt dir 1 Schädel",
      rule: "Er bleibt auf diesem Feld. Der nächste andere Platz, der ankommt, zahlt dir 1 Schädel, wenn er einen hat. Dann ist er verbraucht, bezahlt oder nicht.",
    },
    xochiyaoyotl: {
      name: "Xochiyaoyotl",
      hyphenated: "Xochi\u00adyaoyotl",
      about: "Der Blumenkrieg: ein verabredeter Kampf",
      short: "Kämpfe gegen jeden Platz, wo er auch steht",
      rule: "Wähle einen anderen Platz der Partie. Du greifst ihn sofort an, wo er auch steht. Niemand bewegt sich.",
    },
    serpent: {
      name: "Schlange",
      about: "Die Schlange im Schnabel des Adlers",
      short: "Eines der drei Zeichen, die gewinnen",
      rule: "Du hast die Schlange, solange diese Karte auf deiner Hand ist. Sie kann nicht gespielt oder abgeworfen werden. Verlieren kannst du sie: als Zahlung nach einem verlorenen Kampf, durch einen Gefangenen, oder abgeworfen für malinalli, wenn du nur Zeichen hast.",
    },
    "tlalocs-tears": {
      name: "Tlalocs Tränen",
      about: "Regen auf den Feldern",
      short: "Wer ankommt, nimmt 1 Schädel aus dem Vorrat",
      rule: "Sie bleiben auf diesem Feld. Jeder Platz, der hier ankommt, nimmt 1 Schädel aus dem Vorrat, du auch, solange der Vorrat reicht.",
    },
    chinampa: {
      name: "Chinampa",
      hyphenated: "Chinam\u00adpa",
      about: "Ein Garten, der auf dem See schwimmt",
      short: "Wenn du ankommst, nimm 2 Schädel aus dem Vorrat",
      rule: "Sie bleibt auf diesem Feld. Immer wenn du hier ankommst, nimmst du 2 Schädel aus dem Vorrat, oder was dort noch ist.",
    },
    "spring-rain": {
      name: "Frühlingsregen",
      hyphenated: "Früh\u00adlings\u00adregen",
      about: "Der erste Regen des Jahres",
      short: "Nimm 2 Schädel aus dem Vorrat",
      rule: "Du nimmst 2 Schädel aus dem Vorrat, oder was dort noch ist.",
    },
    downpour: {
      name: "Platzregen",
      hyphenated: "Platz\u00adregen",
      about: "Ein Wolkenbruch über einem Ort",
      short: "Bis zu 4 Schädel kommen aus dem Vorrat auf dieses Gestell",
      rule: "Nachdem du gezahlt hast, kommen bis zu 4 Schädel aus dem Vorrat auf das Gestell deines Feldes, soweit es Platz hat.",
    },
    drought: {
      name: "Dürre",
      about: "Trockene Erde",
      short: "Der nächste andere Platz, der ankommt, sammelt nichts",
      rule: "Sie bleibt auf diesem Feld. Der nächste andere Platz, der ankommt, sammelt nichts, verdient also keine Scheibe und zieht keine Tageskarte für ein volles Gestell. Dann ist sie verbraucht.",
    },
    canoe: {
      name: "Kanu",
      about: "Ein Einbaum auf dem See",
      short: "Dein nächster Wurf darf bis zu 3 weiter gehen",
      rule: "Du darfst deinen nächsten Wurf für die Bewegung um bis zu 3 verlängern. Kanus zählen zusammen.",
    },
    causeway: {
      name: "Dammweg",
      hyphenated: "Damm\u00adweg",
      about: "Eine Straße über das Wasser",
      short: "Geh auf ein beliebiges Feld und lande dort",
      rule: "Wähle ein Feld, auch dein eigenes. Du gehst dorthin und landest: Du sammelst, zahlst Tribut und kämpfst gegen alle dort.",
    },
    "offering-bowl": {
      name: "Opferschale",
      hyphenated: "Opfer\u00adschale",
      about: "Eine Schale aus Stein für die Götter",
      short: "Der Vorrat opfert einem Gott deiner Wahl bis zu 3 Schädel",
      rule: "Nenne einen Gott. Bis zu 3 Schädel aus dem Vorrat werden Opfer an ihn. Du ziehst dafür keine Karten.",
    },
    chalchiuhtlicue: {
      name: "Chalchiuhtlicue",
      hyphenated: "Chal\u00adchiuh\u00adtlicue",
      about: "Göttin der Flüsse, mit dem Jaderock",
      short: "Jeder Platz mit mehr Schädeln als du zahlt dir 1",
      rule: "Nachdem du gezahlt hast, wird einmal gezählt: Jeder Platz, der dann mehr Schädel hat als du, zahlt dir 1.",
    },
    mist: {
      name: "Nebel",
      about: "Nebel über dem Kampf",
      short: "Die letzte Kampfkarte deines Gegners hat keine Wirkung",
      rule: "Die letzte Kampfkarte, die dein Gegner in diesem Kampf gespielt hat, hat keine Wirkung; ihre Kosten bleiben bezahlt. War sie ein Nebel, wirkt die gestoppte Karte wieder. Es muss eine Karte da sein, die noch wirkt.",
    },
    tlaloque: {
      name: "Tlaloque",
      hyphenated: "Tlalo\u00adque",
      about: "Tlalocs Helfer, die den Regen bringen",
      short: "Zieh eine Kriegskarte und eine Tageskarte, die wirkt",
      rule: "Du ziehst 1 Kriegskarte auf deine Hand, dann 1 Tageskarte, die sofort wirkt.",
    },
  },
  dayCards: {
    cipactli: {
      short: plural("skulls", "Nimm {skulls} [Schädel|Schädel] aus dem Vorrat"),
      rule: plural(
        "skulls",
        "Du nimmst {skulls} [Schädel|Schädel] aus dem Vorrat, [wenn dort einer ist|oder was dort noch ist].",
      ),
    },
    ehecatl: {
      short: plural("steps", "Geh {steps} [Feld|Felder] vor und lande"),
      rule: plural(
        "steps",
        "Du gehst {steps} [Feld|Felder] vor, in der geltenden Laufrichtung, und landest dort.",
      ),
    },
    calli: {
      short: plural(
        "skulls",
        "Lande auf deinem Startfeld, nimm dann {skulls} [Schädel|Schädel] aus dem Vorrat",
      ),
      rule: plural(
        "skulls",
        "Du gehst auf dein Startfeld und landest dort. Dann nimmst du {skulls} [Schädel|Schädel] aus dem Vorrat.",
      ),
    },
    cuetzpalin: {
      short: plural("steps", "Geh {steps} [Feld|Felder] zurück und lande"),
      rule: plural(
        "steps",
        "Du gehst {steps} [Feld|Felder] zurück, gegen die geltende Laufrichtung, und landest dort.",
      ),
    },
    coatl: {
      short: plural("cards", "Zieh {cards} [Regenkarte|Regenkarten]"),
      rule: plural("cards", "Du ziehst {cards} [Regenkarte|Regenkarten] auf deine Hand."),
    },
    miquiztli: {
      short: plural("skulls", "Verlier {skulls} [Schädel|Schädel] für immer"),
      rule: {
        by: "skulls",
        one: "{skulls} deiner Schädel verlässt das Spiel, wenn du einen hast.",
        other: "{skulls} deiner Schädel verlassen das Spiel, soweit du sie hast.",
      },
    },
    mazatl: {
      short: "Mach einen Zusatzzug",
      rule: "Du machst nach diesem Zug einen Zusatzzug. In einem Zusatzzug kannst du keinen weiteren gewinnen. Zusatzzüge zählen nicht für die Apokalypse.",
    },
    tochtli: {
      short: "Zahl jedem anderen Platz 1 Schädel, solange du hast",
      rule: "Du zahlst jedem anderen Platz 1 Schädel, in der Zugfolge, solange du welche hast.",
    },
    atl: {
      short: plural("skulls", "{skulls} deiner Schädel [geht|gehen] an Tlaloc"),
      rule: {
        by: "skulls",
        one: "{skulls} deiner Schädel wird ein Opfer an Tlaloc, wenn du einen hast. Du ziehst dafür keine Karte.",
        other:
          "{skulls} deiner Schädel werden Opfer an Tlaloc, soweit du sie hast. Du ziehst dafür keine Karten.",
      },
    },
    itzcuintli: {
      short: plural(
        "skulls",
        "Lande auf dem Start von {home}: {skulls} [Schädel|Schädel], {double} bei Sieg",
      ),
      rule: plural(
        "skulls",
        "Du gehst auf das Startfeld von {home} und landest dort. Dann nimmst du {skulls} [Schädel|Schädel] aus dem Vorrat, oder {double}, wenn du beim Landen einen Kampf gewonnen hast.",
      ),
    },
    ozomahtli: {
      short: plural("skulls", "Wähle Platz und Gott: Der Platz opfert dort {skulls} [Schädel|Schädel]"),
      rule: {
        by: "skulls",
        one: "Wähle einen anderen Platz und einen Gott. {skulls} Schädel dieses Platzes wird ein Opfer an diesen Gott, wenn er einen hat. Dafür wird keine Karte gezogen.",
        other:
          "Wähle einen anderen Platz und einen Gott. {skulls} Schädel dieses Platzes werden Opfer an diesen Gott, soweit er sie hat. Dafür werden keine Karten gezogen.",
      },
    },
    malinalli: {
      short: "Wähle einen Platz: Er wirft eine Karte seiner Wahl ab",
      rule: "Wähle einen anderen Platz. Er wirft eine Karte seiner Wahl ab, wenn er eine hat. Ein Zeichen gibt er nur ab, wenn er nichts anderes hat.",
    },
    acatl: {
      short: "Zieh noch eine Tageskarte, sie wirkt",
      rule: "Du ziehst noch eine Tageskarte, die sofort wirkt. In einem Zug wirken höchstens 3 Tageskarten.",
    },
    ocelotl: {
      short: "Kämpfe gegen den nächsten anderen Platz vor dir",
      rule: "Du greifst den nächsten anderen Platz vor dir an, zuerst einen auf deinem eigenen Feld. Stehen mehrere auf einem Feld, ist es der erste in der Zugfolge. Niemand bewegt sich.",
    },
    cuauhtli: {
      short: plural("cards", "Zieh {cards} [Kriegskarte|Kriegskarten]"),
      rule: plural("cards", "Du ziehst {cards} [Kriegskarte|Kriegskarten] auf deine Hand."),
    },
    cozcacuauhtli: {
      short: plural("skulls", "Wähle einen Platz: Zahl ihm {skulls} [Schädel|Schädel]"),
      rule: plural(
        "skulls",
        "Wähle einen anderen Platz. Du zahlst ihm {skulls} [Schädel|Schädel], [wenn du einen hast|soweit du sie hast].",
      ),
    },
    olin: {
      short: "Kämpfe gegen {home} oder den nächsten Platz vor dir",
      rule: "Du greifst {home} an, wo der Platz auch steht. Bist du das, oder spielt ihn niemand, greifst du den nächsten anderen Platz vor dir an. Niemand bewegt sich.",
    },
    tecpatl: {
      short: plural("skulls", "{skulls} deiner Schädel [geht|gehen] an Huitzilopochtli"),
      rule: {
        by: "skulls",
        one: "{skulls} deiner Schädel wird ein Opfer an Huitzilopochtli, wenn du einen hast. Du ziehst dafür keine Karte.",
        other:
          "{skulls} deiner Schädel werden Opfer an Huitzilopochtli, soweit du sie hast. Du ziehst dafür keine Karten.",
      },
    },
    quiahuitl: {
      short: "Nimm 1 Schädel aus dem Vorrat",
      rule: "Du nimmst 1 Schädel aus dem Vorrat, wenn dort einer ist.",
    },
    "quiahuitl-13": {
      short: "Du bekommst eine Kopie der Scheibe deines Feldes",
      rule: "Du bekommst eine Kopie der Scheibe des Feldes, auf dem du stehst, mit ihrem Vorteil, ihrem Tribut und ihrem Zeichen. Eine Kopie weckt nie die Apokalypse.",
    },
    xochitl: {
      short: "Das Zeichen Blume: Behalte es",
      rule: "Du behältst die Karte: Sie ist die Blume, eines der drei Zeichen. Alle sehen, dass du sie hast. Sie kann nicht gespielt oder abgeworfen werden. Verlieren kannst du sie: als Zahlung nach einem verlorenen Kampf, durch einen Gefangenen, oder abgeworfen für malinalli, wenn du nur Zeichen hast.",
    },
  },
  things: {
    supply: {
      name: "Vorrat",
      about: "Schädel in der Mitte. Karten geben daraus, und leere Gestelle werden daraus gefüllt.",
    },
    removed: {
      name: "Aus dem Spiel",
      about: "Schädel, die für immer verloren sind: Tausch, Tod und Invasion nehmen sie.",
    },
    lake: {
      name: "See",
      about:
        "Hier liegen geopferte Schädel, eine Hälfte für jeden Gott. Ist der Vorrat leer, füllt der See die Gestelle.",
    },
    "war-deck": {
      name: "Kriegsstapel",
      about: "40 Karten, gezogen mit einem Opfer an Huitzilopochtli. Eine davon ist der Adler.",
    },
    "rain-deck": {
      name: "Regenstapel",
      about: "40 Karten, gezogen mit einem Opfer an Tlaloc. Eine davon ist die Schlange.",
    },
    "day-deck": {
      name: "Tagesstapel",
      about:
        "260 Karten: 20 Zeichen mit den Zahlen 1 bis 13. Sie wirken beim Ziehen. Die 13 Blumen behältst du.",
    },
    canoe: {
      name: "Kanu",
      about: "Dein nächster Wurf für die Bewegung darf je Kanu bis zu 3 weiter gehen.",
    },
    signs: {
      name: "Drei Zeichen",
      about:
        "Adler, Schlange und Blume, als Karten oder als Scheiben von cuauhtli, coatl und xochitl. Hast du alle drei, gewinnst du.",
    },
    trade: {
      name: "Tausch mit Tonantzin",
      about:
        "7 Schädel verlassen das Spiel, und du ziehst eine Tageskarte. Einmal pro Zug, und nicht in einem Zug mit Opfer.",
    },
    apocalypse: {
      name: "Apokalypse",
      about: "Die Zählung zum Ende der Welt. Bei 13 ist die Partie vorbei.",
    },
    forestalled: {
      name: "Aufgehalten",
      about:
        "Die Opfer waren gleich: Die Zählung bleibt, ohne Flut oder Invasion bis zum nächsten Vergleich.",
    },
    "best-tribe": {
      name: "Bester Stamm",
      about:
        "Endet die Welt, gewinnt der Stamm mit den meisten verschiedenen Zeichen; dann zählen Scheiben, Schädel und Karten.",
    },
    "end-offerings": {
      name: "Opfer seit Beginn des Endes",
      about:
        "Endet die Welt, gewinnt der Stamm mit den meisten Opfern seit Beginn des Endes; dann zählen Zeichen, Scheiben, Schädel und Karten.",
    },
    spent: {
      name: "Verbraucht",
      about: "Eine Katastrophe verbraucht die Opfer ihres Gottes.",
    },
    "last-round": {
      name: "Letzte Runde",
      about: "Die Zählung steht auf 12. Der nächste ungleiche Vergleich beendet die Partie.",
    },
    flood: {
      name: "Flut",
      about: "Tlaloc hatte mehr Opfer: Von Gestellen wird nichts gesammelt, also keine Scheibe verdient.",
    },
    invasion: {
      name: "Invasion",
      about:
        "Huitzilopochtli hatte mehr Opfer: Nach dem Sammeln geht ein weiterer Schädel des Gestells für immer verloren.",
    },
  },
  conditions: {
    running: { met: "Die Partie läuft.", unmet: "Die Partie ist vorbei." },
    seated: {
      met: "Du hast einen Platz.",
      unmet: "Du hast keinen Platz in dieser Partie, oder du hast aufgegeben.",
    },
    "not-a-sign": {
      met: "Sie ist kein Zeichen.",
      unmet: "Ein Zeichen wird nie gespielt oder abgeworfen: Es zählt, solange du es hast.",
    },
    "not-a-day-card": {
      met: "Sie ist keine Tageskarte.",
      unmet: "Tageskarten wirken, wenn sie gezogen werden.",
    },
    "in-battle": { met: "Du bist in einem Kampf.", unmet: "Du bist nicht in einem Kampf." },
    attacking: { met: "Du greifst an.", unmet: "Du greifst nicht an." },
    defending: { met: "Du verteidigst dich.", unmet: "Du verteidigst dich nicht." },
    "your-turn": { met: "Du bist am Zug.", unmet: "{who} ist am Zug." },
    "your-answer": { met: "Du wirst nach einer Karte gefragt.", unmet: "{who} entscheidet zuerst." },
    "after-landing": {
      met: "Du bist gelandet, und nichts anderes ist offen.",
      unmet: "Du musst zuerst würfeln, landen und beenden, was daraus folgt.",
    },
    "before-cards": {
      met: "Du hast in diesem Zug noch keine Karte gespielt oder abgeworfen.",
      unmet: "Du hast in diesem Zug eine Karte gespielt oder abgeworfen: Das hat deine Opfer beendet.",
    },
    "card-to-stop": {
      met: "Die letzte Karte deines Gegners wirkt.",
      unmet: "Dein Gegner hat keine letzte Karte, die wirkt.",
    },
    "not-traded": {
      met: "Du hast in diesem Zug nicht getauscht.",
      unmet: "Du hast in diesem Zug getauscht.",
    },
    "not-offered": {
      met: "Du hast in diesem Zug nichts geopfert.",
      unmet: "Du hast in diesem Zug geopfert.",
    },
    "skull-to-offer": {
      met: "Du hast einen Schädel für {god}.",
      unmet: "Du hast keinen Schädel für {god}, und kein freies Opfer.",
    },
    skulls: {
      met: "Du kannst zahlen: Es kostet {cost} deiner {skulls}.",
      unmet: plural("cost", "Es kostet {cost} [Schädel|Schädel]: Du hast {skulls}."),
    },
    room: {
      met: "Auf dem Gestell von {space} ist Platz: {room} frei.",
      unmet: "Auf dem Gestell von {space} ist kein Platz für Kosten von {cost}: {room} frei.",
    },
  },
  targets: {
    seat: "Wähle einen Platz für den Kampf.",
    god: "Wähle einen Gott.",
    space: "Wähle ein Ziel.",
  },
  decisions: {
    roll: { you: "Wirf den Würfel.", other: "{who} würfelt gleich." },
    move: { you: "Wähle, wie weit du gehst.", other: "{who} wählt, wie weit es geht." },
    battle: { you: "Spiel eine Kampfkarte oder passe.", other: "{who} spielt eine Kampfkarte oder passt." },
    pay: {
      you: "Verloren, und kein Schädel da: Gib eine Karte ab.",
      other: "{who} gibt für den verlorenen Kampf eine Karte ab.",
    },
    challenge: {
      you: "Fordere einen Platz neben dir heraus, oder passe.",
      other: "{who} darf einen Platz nebenan herausfordern.",
    },
    choose: { you: "Wähle, wen {card} trifft.", other: "{who} wählt, wen {card} trifft." },
    discard: { you: "Wirf eine Karte ab.", other: "{who} wirft eine Karte ab." },
    sacrifice: {
      you: "Opfere Schädel, tausche, spiel Karten, oder beende deinen Zug.",
      other: "{who} darf opfern, tauschen und Karten spielen.",
    },
    cards: {
      you: "Spiel oder wirf Karten ab, oder beende deinen Zug.",
      other: "{who} darf Karten spielen.",
    },
  },
  commands: {
    roll: { button: "Würfeln", does: "Du gehst so weit wie gewürfelt und landest." },
    move: {
      button: plural("steps", "{steps} [Schritt|Schritte] gehen"),
      does: "Du landest auf {space}.",
    },
    challenge: { button: "{whom} herausfordern", does: "Du greifst {whom} über ein Feld hinweg an." },
    "play-battle-card": { button: "{card} spielen", does: "{does}." },
    pass: { button: "Passen", does: "Passen beide nacheinander, endet der Kampf." },
    "pass-challenge": {
      button: "Nicht herausfordern",
      does: "Das Landen geht weiter.",
    },
    "pay-card": { button: "{card} abgeben", does: "Sie kommt auf die Hand des Siegers." },
    "discard-card": { button: "{card} abwerfen", does: "Sie liegt ohne Wirkung auf der Ablage." },
    choose: { button: "{whom} wählen", does: "{does}." },
    "choose-god": { button: "{whom}, für {god}", does: "{whom} opfert für {god}." },
    sacrifice: { button: "{god} opfern", does: "1 Schädel von dir, und du ziehst eine {deck}." },
    "sacrifice-free": {
      button: "{god} opfern",
      does: "1 Schädel aus dem Vorrat, und du ziehst eine {deck}.",
    },
    trade: {
      button: "Mit Tonantzin tauschen",
      does: plural(
        "cost",
        "{cost} Schädel [verlässt|verlassen] das Spiel, und du ziehst eine Tageskarte. Danach keine Opfer in diesem Zug.",
      ),
    },
    "play-card": { button: "{card} spielen", does: "{does}." },
    "play-card-seat": { button: "{card} gegen {whom} spielen", does: "Du greifst {whom} sofort an." },
    "play-card-god": { button: "{card} für {god} spielen", does: "Die Schädel gehen an {god}." },
    "play-card-space": {
      button: "{card} nach {space} spielen",
      does: "Du gehst nach {space} und landest dort.",
    },
    discard: {
      button: "{card} abwerfen",
      does: "Sie bedeckt die Karte darunter und tut sonst nichts. Das kostet nichts.",
    },
    "end-turn": { button: "Zug beenden", does: "Der nächste Platz beginnt." },
    concede: {
      button: "Aufgeben",
      does: "Du verlässt die Partie endgültig. Deine Schädel kommen in den Vorrat, deine Scheiben aufs Brett.",
    },
  },
  refusals: {
    malformed: { plain: "Diesen Befehl kennt das Spiel nicht." },
    "match-over": { plain: "Die Partie ist vorbei." },
    "not-seated": { plain: "Du hast keinen Platz in dieser Partie, oder du hast aufgegeben." },
    "not-your-decision": {
      plain: "Jetzt entscheidet jemand anders.",
      exact: "Jetzt entscheidet {who}.",
    },
    "wrong-phase": { plain: "Das geht jetzt nicht: Etwas anderes ist von dir gefragt." },
    "not-in-hand": { plain: "Diese Karte hast du nicht." },
    "not-playable-now": {
      plain: "Diese Karte kannst du jetzt nicht spielen.",
      exact: "{card} kannst du jetzt nicht spielen.",
    },
    "bad-target": { plain: "Wähle jemand anderen, der mitspielt und in Reichweite ist." },
    "bad-steps": {
      plain: "So weit kannst du mit diesem Wurf nicht gehen.",
      exact: "Mit diesem Wurf kannst du {open} Schritte gehen.",
    },
    "already-traded": { plain: "Du hast in diesem Zug getauscht: kein Opfer und kein zweiter Tausch." },
    "already-sacrificed": { plain: "Du hast in diesem Zug geopfert, also kannst du nicht tauschen." },
    "no-skulls": { plain: "Du hast keinen Schädel zum Opfern." },
    "not-enough-skulls": {
      plain: "Du hast nicht genug Schädel.",
      exact: plural("cost", "Das kostet {cost} [Schädel|Schädel]: Du hast {skulls}."),
    },
    "space-full": {
      plain: "Das Gestell hat keinen Platz für die Kosten der Karte.",
      exact: "Auf dem Gestell von {space} ist {room} frei, und die Karte kostet {cost}.",
    },
  },
  events: {
    "ticked-flood": "Die Zählung steigt auf {count} von 13. Flut: Von Gestellen wird nichts gesammelt.",
    "ticked-invasion":
      "Die Zählung steigt auf {count} von 13. Invasion: Jedes Sammeln kostet das Gestell einen Schädel mehr.",
    "last-round": "Das ist die letzte Runde.",
    forestalled: "Die Opfer der Götter sind gleich: Die Zählung bleibt, und keine Katastrophe kommt.",
    rained: {
      by: "racks",
      one: "Es regnet: {racks} Gestell bekommt einen Schädel aus dem Vorrat.",
      other: "Es regnet: {racks} Gestelle bekommen je einen Schädel aus dem Vorrat.",
    },
    shaken: "Die Erde bebt: 1 Schädel kommt von {space} in den Vorrat.",
    invaded: "Die Invasion nimmt 1 Schädel von {space} aus dem Spiel.",
    "triggered-by-discs": plural(
      "count",
      "Die Apokalypse beginnt, mit [der Scheibe|den Scheiben] von {discs}.",
    ),
    "triggered-by-offerings": "Die Apokalypse beginnt, mit den Opfern an die Götter.",
    "rule-changes": "Eine neue Regel für alle. {change}",
    "every-turn-counts": "Vom nächsten Zug an zählt jeder Zug.",
    "ruling-flood": "Tlaloc hat mehr: Flut.",
    "ruling-invasion": "Huitzilopochtli hat mehr: Invasion.",
    "ruling-none": "Die Götter haben gleich viel: noch keine Katastrophe.",
    refilled: plural(
      "skulls",
      "Das Gestell von {space} wird mit {skulls} [Schädel|Schädeln] aus dem Vorrat gefüllt.",
    ),
    "refilled-lake": "Das Gestell von {space} wird gefüllt: {skulls} aus dem Vorrat, {lake} aus dem See.",
    "refilled-lake-only": plural(
      "lake",
      "Das Gestell von {space} wird mit {lake} [Schädel|Schädeln] aus dem See gefüllt.",
    ),
    "top-card-acted": "Die oberste Karte von {space} wirkt: {card}.",
    "top-card-spent": "Die oberste Karte von {space} wirkt und ist verbraucht: {card}.",
    "battle-ended": "Der Kampf ist vorbei.",
    reshuffled: plural(
      "cards",
      "Der Stapel {pile} wird neu gemischt: {cards} [Karte|Karten] von den Ablagen.",
    ),
    "offered-from-supply": "1 Schädel aus dem Vorrat wird ein Opfer an {god}.",
    "rack-filled": plural(
      "skulls",
      "{skulls} Schädel [kommt|kommen] aus dem Vorrat auf das Gestell von {space}.",
    ),
    "outcome-apocalypse": "Die Welt endet, und niemand gewinnt.",
    "outcome-out-of-days": "Es sind keine Tage mehr übrig, und niemand gewinnt.",
    "turn-began": { you: "Dein Zug beginnt.", other: "{who} ist am Zug." },
    "extra-turn-began": { you: "Dein Zusatzzug beginnt.", other: "{who} beginnt den Zusatzzug." },
    rolled: { you: "Du würfelst eine {dice}.", other: "{who} würfelt eine {dice}." },
    "rolled-two": {
      you: "Du würfelst {dice}, eines davon gilt.",
      other: "{who} würfelt {dice}, eines davon gilt.",
    },
    moved: {
      you: plural("steps", "Du gehst {steps} [Schritt|Schritte] nach {space}."),
      other: plural("steps", "{who} geht {steps} [Schritt|Schritte] nach {space}."),
    },
    "moved-by-card": { you: "Du gehst nach {space}.", other: "{who} geht nach {space}." },
    "moved-only": {
      you: "Du gehst nach {space}. Nach 5 Landungen in einem Zug geschieht dort nichts.",
      other: "{who} geht nach {space}. Nach 5 Landungen in einem Zug geschieht dort nichts.",
    },
    collected: {
      you: plural("skulls", "Du sammelst {skulls} [Schädel|Schädel] von {space}."),
      other: plural("skulls", "{who} sammelt {skulls} [Schädel|Schädel] von {space}."),
    },
    "disc-earned": {
      you: "Du verdienst die Scheibe von {disc}.",
      other: "{who} verdient die Scheibe von {disc}.",
    },
    "disc-taken": {
      you: "Du verdienst die Scheibe von {disc}, die {whom} hatte.",
      toYou: "{who} verdient die Scheibe von {disc}, die du hattest.",
      other: "{who} verdient die Scheibe von {disc}, die {whom} hatte.",
    },
    keeper: {
      you: "Du führst die Zählung: Sie gilt zu Beginn deiner Züge.",
      other: "{who} führt die Zählung: Sie gilt zu Beginn dieser Züge.",
    },
    passed: { you: "Du passt.", other: "{who} passt." },
    "card-played": {
      you: plural("cost", "Du spielst {card} für {cost} [Schädel|Schädel]."),
      other: plural("cost", "{who} spielt {card} für {cost} [Schädel|Schädel]."),
    },
    "card-played-free": { you: "Du spielst {card}.", other: "{who} spielt {card}." },
    "omen-rolled": { you: "Dein neuer Wurf ist {roll}.", other: "Der neue Wurf von {who} ist {roll}." },
    "card-drawn": { you: "Du ziehst eine {deck}.", other: "{who} zieht eine {deck}." },
    "card-drawn-known": { you: "Du ziehst eine {deck}: {card}.", other: "{who} zieht eine {deck}: {card}." },
    "day-card-drawn": {
      you: "Du ziehst die Tageskarte {card}: „{does}“.",
      other: "{who} zieht die Tageskarte {card}: „{does}“.",
    },
    "day-card-kept": {
      you: "Du ziehst {card} und behältst die Blume.",
      other: "{who} zieht {card} und behält die Blume.",
    },
    "day-card-idle": {
      you: "Du ziehst die Tageskarte {card}. Sie wirkt nicht: In diesem Zug haben schon 3 gewirkt.",
      other: "{who} zieht die Tageskarte {card}. Sie wirkt nicht: In diesem Zug haben schon 3 gewirkt.",
    },
    "skulls-taken": {
      you: plural("skulls", "Du nimmst {skulls} [Schädel|Schädel] aus dem Vorrat."),
      other: plural("skulls", "{who} nimmt {skulls} [Schädel|Schädel] aus dem Vorrat."),
    },
    "skulls-lost": {
      you: plural("skulls", "Du verlierst {skulls} [Schädel|Schädel] für immer."),
      other: plural("skulls", "{who} verliert {skulls} [Schädel|Schädel] für immer."),
    },
    offered: {
      you: "Durch eine Karte opferst du {god} 1 Schädel.",
      other: "Durch eine Karte opfert {who} {god} 1 Schädel.",
    },
    "extra-turn-won": {
      you: "Du wirst einen Zusatzzug machen.",
      other: "{who} wird einen Zusatzzug machen.",
    },
    "canoe-launched": {
      you: "Du hast ein Kanu für deinen nächsten Wurf.",
      other: "{who} hat ein Kanu für den nächsten Wurf.",
    },
    "copy-received": {
      you: "Du bekommst eine Kopie der Scheibe von {disc}.",
      other: "{who} bekommt eine Kopie der Scheibe von {disc}.",
    },
    sacrificed: { you: "Du opferst {god} einen Schädel.", other: "{who} opfert {god} einen Schädel." },
    "sacrificed-free": {
      you: "Du opferst {god} einen Schädel aus dem Vorrat.",
      other: "{who} opfert {god} einen Schädel aus dem Vorrat.",
    },
    traded: {
      you: "Du tauschst {skulls} Schädel mit Tonantzin gegen eine Tageskarte.",
      other: "{who} tauscht {skulls} Schädel mit Tonantzin gegen eine Tageskarte.",
    },
    discarded: { you: "Du wirfst {card} ab.", other: "{who} wirft {card} ab." },
    conceded: { you: "Du gibst auf.", other: "{who} gibt auf." },
    "outcome-signs": {
      you: "Du hast Adler, Schlange und Blume: Du gewinnst.",
      other: "{who} hat Adler, Schlange und Blume und gewinnt.",
    },
    "outcome-best-tribe": {
      you: "Du hast den besten Stamm: Du gewinnst.",
      other: "{who} hat den besten Stamm und gewinnt.",
    },
    "outcome-last-tribe": {
      you: "Du hast den letzten Stamm: Du gewinnst.",
      other: "{who} hat den letzten Stamm und gewinnt.",
    },
    "tribute-paid": {
      you: plural("skulls", "Du zahlst {whom} {skulls} [Schädel|Schädel] Tribut."),
      toYou: plural("skulls", "{who} zahlt dir {skulls} [Schädel|Schädel] Tribut."),
      other: plural("skulls", "{who} zahlt {whom} {skulls} [Schädel|Schädel] Tribut."),
    },
    "battle-began": {
      you: "Du greifst {whom} an: {attack} gegen {defence} auf den Würfeln.",
      toYou: "{who} greift dich an: {attack} gegen {defence} auf den Würfeln.",
      other: "{who} greift {whom} an: {attack} gegen {defence} auf den Würfeln.",
    },
    challenged: {
      you: "Du forderst {whom} ein Feld weiter heraus.",
      toYou: "{who} fordert dich ein Feld weiter heraus.",
      other: "{who} fordert {whom} ein Feld weiter heraus.",
    },
    "battle-won": {
      you: "Du gewinnst den Kampf gegen {whom}.",
      toYou: "{who} gewinnt den Kampf gegen dich.",
      other: "{who} gewinnt den Kampf gegen {whom}.",
    },
    "stake-paid": {
      you: plural("skulls", "Du zahlst {whom} den Einsatz: {skulls} [Schädel|Schädel]."),
      toYou: plural("skulls", "{who} zahlt dir den Einsatz: {skulls} [Schädel|Schädel]."),
      other: plural("skulls", "{who} zahlt {whom} den Einsatz: {skulls} [Schädel|Schädel]."),
    },
    "card-paid": {
      you: "Du gibst {whom} eine {deck}.",
      toYou: "{who} gibt dir eine {deck}.",
      other: "{who} gibt {whom} eine {deck}.",
    },
    "card-paid-known": {
      you: "Du gibst {whom} eine {deck}: {card}.",
      toYou: "{who} gibt dir eine {deck}: {card}.",
      other: "{who} gibt {whom} eine {deck}: {card}.",
    },
    "card-taken": {
      you: "Du nimmst {whom} eine {deck} ab.",
      toYou: "{who} nimmt dir eine {deck} ab.",
      other: "{who} nimmt {whom} eine {deck} ab.",
    },
    "card-taken-known": {
      you: "Du nimmst {whom} eine {deck} ab: {card}.",
      toYou: "{who} nimmt dir eine {deck} ab: {card}.",
      other: "{who} nimmt {whom} eine {deck} ab: {card}.",
    },
    chose: { you: "Du wählst {whom}.", toYou: "{who} wählt dich.", other: "{who} wählt {whom}." },
    "chose-god": {
      you: "Du wählst {whom} und {god}.",
      toYou: "{who} wählt dich und {god}.",
      other: "{who} wählt {whom} und {god}.",
    },
    "skulls-paid": {
      you: plural("skulls", "Du zahlst {whom} {skulls} [Schädel|Schädel]."),
      toYou: plural("skulls", "{who} zahlt dir {skulls} [Schädel|Schädel]."),
      other: plural("skulls", "{who} zahlt {whom} {skulls} [Schädel|Schädel]."),
    },
  },
  outcomes: {
    signs: "Drei Zeichen",
    "last-tribe": "Der letzte Stamm",
    apocalypse: "Die Welt ist zu Ende",
    "out-of-days": "Keine Tage mehr übrig",
  },
};
