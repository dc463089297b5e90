import { plural } from "../../texts/catalogue.ts";
import type { SpaceAztecsTexts } from "./en.ts";

const VILLAGER = {
  short: "{points} Punkte. Am Ende die wenigsten rosa Azteken: −5",
  rule: "{points} Punkte, geschützt oder nicht. Wer am Ende die wenigsten rosa Azteken in der Stadt hat, verliert 5 Punkte.",
};

/** Space Aztecs in German. The canon (docs/rules/space-aztecs.md) decides what the texts may say. */
export const de: SpaceAztecsTexts = {
  language: "de",
  game: {
    name: "Space Aztecs",
    about:
      "Alle spielen geheim je 1 Karte: Bau eine Stadt, schütze deine Leute, und hüte dich vor den Untertassen.",
  },
  seats: { "0": "Platz 1", "1": "Platz 2", "2": "Platz 3", "3": "Platz 4", "4": "Platz 5", "5": "Platz 6" },
  shapes: {
    "0": "roter Kreis",
    "1": "schwarze Raute",
    "2": "blaues Quadrat",
    "3": "violetter Stern",
    "4": "grünes Sechseck",
    "5": "gelbes Dreieck",
  },
  sets: {
    P: {
      name: "rosa",
      plural: "rosa",
      temple: "Rosa Tempel",
      saucer: "Rosa Untertasse",
      about: "Dorfbewohner und Tiere: einfache Punkte, aber wer die wenigsten hat, verliert 5.",
    },
    Y: {
      name: "gelb",
      plural: "gelben",
      temple: "Gelber Tempel",
      saucer: "Gelbe Untertasse",
      about: "Krieger: Je mehr von einer Art in einer Stadt sind, desto mehr ist jeder wert.",
    },
    B: {
      name: "blau",
      plural: "blauen",
      temple: "Blauer Tempel",
      saucer: "Blaue Untertasse",
      about: "Obere: Priester brauchen je einen Alien; Adlige sind einfache Punkte.",
    },
    G: {
      name: "grün",
      plural: "grünen",
      temple: "Grüner Tempel",
      saucer: "Grüne Untertasse",
      about: "Agenten schützen andere, solange sie sichtbar sind; Archivare sind geschützt mehr wert.",
    },
  },
  places: {
    Lake: "See",
    Market: "Markt",
    Garden: "Garten",
    "Ball Court": "Ballspielplatz",
    Quarry: "Steinbruch",
    Forest: "Wald",
    Volcano: "Vulkan",
    Causeway: "Dammweg",
  },
  cards: {
    P01: { name: "Kaninchen", ...VILLAGER },
    P02: { name: "Wachtel", ...VILLAGER },
    P03: { name: "Hund", ...VILLAGER },
    P04: { name: "Truthahn", ...VILLAGER },
    P05: { name: "Reiher", ...VILLAGER },
    P06: { name: "Fischer", ...VILLAGER },
    P07: { name: "Töpferin", ...VILLAGER },
    P08: { name: "Weberin", ...VILLAGER },
    P09: { name: "Bauer", ...VILLAGER },
    P10: { name: "Heilerin", ...VILLAGER },
    serpent: {
      name: "Schlangen-Krieger",
      short: "1, 5, 11 oder 20 Punkte für 1 bis 4 davon",
      rule: "Alle Schlangen-Krieger deiner Stadt zusammen, geschützt oder nicht, sind 1, 5, 11 oder 20 Punkte wert, bei 1, 2, 3 oder 4 davon.",
    },
    jaguar: {
      name: "Jaguar-Krieger",
      short: "2, 7 oder 15 Punkte für 1 bis 3 davon",
      rule: "Alle Jaguar-Krieger deiner Stadt zusammen, geschützt oder nicht, sind 2, 7 oder 15 Punkte wert, bei 1, 2 oder 3 davon.",
    },
    eagle: {
      name: "Adler-Krieger",
      short: "3, 9 oder 18 Punkte für 1 bis 3 davon",
      rule: "Alle Adler-Krieger deiner Stadt zusammen, geschützt oder nicht, sind 3, 9 oder 18 Punkte wert, bei 1, 2 oder 3 davon.",
    },
    alien: {
      name: "Alien",
      short: "{points} Punkte, oder macht einen Priester 10 wert",
      rule: "{points} Punkte, geschützt oder nicht. Am Ende nimmt jeder Priester deiner Stadt 1 Alien, die mit den wenigsten Punkten zuerst: Das Paar ist 10 wert, und die Punkte des Aliens entfallen.",
    },
    priest: {
      name: "Priester",
      short: "10 Punkte mit einem Alien, sonst 0",
      rule: "Am Ende nimmt jeder Priester deiner Stadt 1 Alien deiner Stadt, geschützt oder nicht, die mit den wenigsten Punkten zuerst. Ein Paar ist 10 Punkte wert. Ein Priester ohne Alien ist 0 wert.",
    },
    B04: { name: "Adlige, Herrin", short: "{points} Punkte", rule: "{points} Punkte, geschützt oder nicht." },
    B07: {
      name: "Adliger, Herrscher",
      short: "{points} Punkte",
      rule: "{points} Punkte, geschützt oder nicht.",
    },
    archivist: {
      name: "Archivar",
      short: "{points} Punkte, und {sheltered} mehr, wenn geschützt",
      rule: "{points} Punkte, und {sheltered} mehr, wenn am Ende ein Tempel ihn schützt.",
    },
    "special-agent": {
      name: "Spezialagent",
      short: "{points} Punkte. Schützt, solange sichtbar, Azteken, die du später spielst",
      rule: "{points} Punkte, geschützt oder nicht. Solange er sichtbar in deiner Stadt liegt, darf ein Azteke, den du spielst, sofort unter einen Tempel seiner Farbe, den du hast. Ein grüner Tempel oder eine grüne Untertasse beendet das.",
    },
    "very-special-agent": {
      name: "Ganz spezieller Agent",
      short: "{points} Punkte. Schützt, solange sichtbar, Azteken, die du später spielst",
      rule: "{points} Punkte, geschützt oder nicht. Solange er sichtbar in deiner Stadt liegt, darf ein Azteke, den du spielst, sofort unter einen Tempel seiner Farbe, den du hast. Ein grüner Tempel oder eine grüne Untertasse beendet das.",
    },
    temple: {
      name: "Tempel",
      short: "Alle deine sichtbaren {set} Azteken gehen darunter, sicher vor Untertassen",
      rule: "Alle sichtbaren {set} Azteken deiner Stadt gehen darunter, ob du willst oder nicht; was unter einem älteren Tempel liegt, bleibt dort. Ohne sie bleibt er leer. Geschützte Azteken sind vor Untertassen sicher. Später gespielte gehen nur mit Hilfe eines Agenten darunter.",
    },
    saucer: {
      name: "Fliegende Untertasse",
      short: "Nimmt allen anderen 1 sichtbaren {set} Azteken: je 1 Punkt",
      rule: "Sie nimmt aus jeder anderen Stadt 1 sichtbaren {set} Azteken; wo es mehrere gibt, wählst du. Noch nicht aufgedeckte Karten sind sicher, geschützte auch. Jede Karte unter ihr ist für dich 1 Punkt wert. Deine eigene Stadt trifft sie nicht.",
    },
    C1: {
      name: "Kodex des Morgens",
      short: "2 für jede gezählte Karte vor 12:00, höchstens 8",
      rule: "Am Ende: 2 Punkte für jeden Azteken und Tempel deiner Stadt mit einer Zeit vor 12:00, höchstens 8.",
    },
    C2: {
      name: "Kodex des Abends",
      short: "2 für jede gezählte Karte ab 12:00, höchstens 8",
      rule: "Am Ende: 2 Punkte für jeden Azteken und Tempel deiner Stadt mit einer Zeit ab 12:00, höchstens 8.",
    },
    C3: {
      name: "Kodex des Steins",
      short: "2 für jeden Tempel deiner Stadt, höchstens 8",
      rule: "Am Ende: 2 Punkte für jeden Tempel deiner Stadt, höchstens 8.",
    },
    C4: {
      name: "Kodex des Schutzes",
      short: "2 für jeden geschützten Azteken, höchstens 8",
      rule: "Am Ende: 2 Punkte für jeden geschützten Azteken deiner Stadt, höchstens 8.",
    },
    C5: {
      name: "Kodex des Himmels",
      short: "2 für jeden sichtbaren Azteken, höchstens 8",
      rule: "Am Ende: 2 Punkte für jeden sichtbaren Azteken deiner Stadt, höchstens 8.",
    },
    C6: {
      name: "Kodex vieler Völker",
      short: "2 für jede Farbe in deiner Stadt, höchstens 8",
      rule: "Am Ende: 2 Punkte für jede Farbe, von der deine Stadt einen Azteken oder einen Tempel hat, höchstens 8.",
    },
    C7: {
      name: "Kodex der Sippe",
      short: "2 für jede gezählte Karte deiner größten Farbe, höchstens 8",
      rule: "Am Ende: 2 Punkte für jeden Azteken und Tempel der Farbe, von der deine Stadt am meisten hat, höchstens 8.",
    },
    C8: {
      name: "Kodex der Schreiber",
      short: "2 für jeden Kodex, den du gespielt hast, höchstens 8",
      rule: "Am Ende: 2 Punkte für jeden Kodex, den du gespielt hast, auch diesen, höchstens 8.",
    },
  },
  kinds: { aztec: "Azteke", temple: "Tempel", saucer: "Untertasse", codex: "Kodex" },
  cardAtTime: "{card} um {time}",
  cardOf: "{card} von {whom}",
  scores: {
    codices: { name: "Kodizes", about: "Was deine Kodizes bringen." },
    aztecs: { name: "Azteken", about: "Die Azteken deiner Stadt, sichtbar und geschützt." },
    fewest: {
      name: "Wenigste rosa",
      about: "−5 für die wenigsten rosa Azteken, auch bei Gleichstand.",
    },
    saucers: { name: "Untertassen", about: "1 Punkt für jede Karte unter deinen Untertassen." },
    total: { name: "Summe", about: "Die meisten Punkte gewinnen." },
    survivors: {
      name: "Überlebende",
      about: "Die Azteken in deiner Stadt. Sie entscheiden bei gleichen Summen.",
    },
  },
  things: {
    pile: {
      name: "Stapel",
      about: "Die Karten eines Ortes, verdeckt. Du siehst sie nur, solange du sie hältst: Merk sie dir.",
    },
    place: { name: "Ort", about: "Einer von 8 um die Sonnenuhr. Er benennt nur einen Stapel." },
    time: {
      name: "Zeit",
      about:
        "Jede Karte hat ihre eigene. Die früheste Karte einer Runde nimmt den Marker und wird zuerst gespielt.",
    },
    token: {
      name: "Marker",
      about: "Wer ihn hat, spielt in dieser Runde zuerst und nimmt in der nächsten zuerst einen Stapel.",
    },
    visible: {
      name: "Sichtbare Azteken",
      about: "Eine Untertasse ihrer Farbe kann sie nehmen, ein Tempel ihrer Farbe schützt sie.",
    },
    covered: { name: "Geschützte Azteken", about: "Sie liegen unter einem Tempel und sind sicher." },
    saucer: { name: "Untertasse", about: "Nimmt allen anderen 1 sichtbaren Azteken ihrer Farbe." },
    "saucer-limit": {
      name: "Untertassen bis zum Ende",
      about: "Mit 7 gespielten Untertassen (9 zu 5 oder 6) endet die Partie nach dieser Runde.",
    },
    codex: { name: "Kodex", about: "Bringt am Ende je 2 Punkte für etwas, höchstens 8." },
    box: { name: "Schachtel", about: "Karten, die in dieser Partie nicht gespielt werden." },
  },
  conditions: {
    running: { met: "Die Partie läuft.", unmet: "Die Partie ist vorbei." },
    seated: {
      met: "Du hast einen Platz.",
      unmet: "Du hast hier keinen Platz, oder du hast aufgegeben.",
    },
    taking: { met: "Stapel werden genommen.", unmet: "Stapel nimmt man zu Beginn einer Runde." },
    "your-turn": { met: "Du bist mit Nehmen dran.", unmet: "{who} nimmt zuerst." },
    "place-free": { met: "Niemand hält den Stapel.", unmet: "{who} hält den Stapel." },
    "place-not-empty": { met: "Im Stapel sind Karten.", unmet: "Der Stapel ist leer." },
    choosing: { met: "Karten werden gewählt.", unmet: "Du wählst, sobald alle einen Stapel haben." },
    "not-chosen": { met: "Du hast noch nicht gewählt.", unmet: "Du hast gewählt, und das gilt." },
    "card-held": { met: "Sie ist in deinem Stapel.", unmet: "Sie ist nicht in deinem Stapel." },
  },
  decisions: {
    take: { you: "Nimm einen Stapel.", other: "{who} nimmt einen Stapel." },
    choose: { you: "Wähle eine Karte deines Stapels.", other: "{who} wählt eine Karte." },
    shelter: {
      you: "Schütz deinen Azteken, oder lass ihn sichtbar.",
      other: "{who} darf einen Azteken schützen.",
    },
    abduct: {
      you: "Wähle, wen deine Untertasse nimmt.",
      other: "{who} wählt, wen die Untertasse nimmt.",
    },
  },
  commands: {
    take: {
      button: "{place} nehmen",
      does: plural("cards", "{cards} [Karte|Karten]. Nur du siehst sie."),
    },
    choose: {
      button: "{card} spielen",
      does: "Verdeckt und endgültig. Zuerst wird nur die Zeit, {time}, genannt.",
    },
    "shelter-covered": { button: "Unter den Tempel legen", does: "Vor Untertassen sicher." },
    "shelter-visible": {
      button: "Sichtbar lassen",
      does: "Eine Untertasse kann ihn nehmen, ein späterer Tempel ihn schützen.",
    },
    abduct: { button: "{cards} nehmen", does: "Jede Karte ist für dich 1 Punkt wert." },
    concede: {
      button: "Aufgeben",
      does: "Du verlässt die Partie endgültig und wirst Letzter. Deine Stadt bleibt, spielt aber nicht mehr mit.",
    },
  },
  refusals: {
    malformed: { plain: "Diesen Befehl kennt das Spiel nicht." },
    "match-over": { plain: "Die Partie ist vorbei." },
    "not-seated": { plain: "Du hast keinen Platz in dieser Partie, oder du hast aufgegeben." },
    "not-your-decision": { plain: "Jetzt entscheidet jemand anders." },
    "wrong-phase": { plain: "Das geht jetzt nicht: Etwas anderes ist von dir gefragt." },
    "already-chosen": { plain: "Du hast gewählt, und das gilt." },
    "no-such-place": { plain: "Diesen Ort gibt es nicht." },
    "place-held": {
      plain: "Den Stapel dieses Ortes hält schon jemand.",
      exact: "{who} hält den Stapel: {place}.",
    },
    "place-empty": {
      plain: "An diesem Ort sind keine Karten mehr.",
      exact: "Keine Karten mehr: {place}.",
    },
    "card-not-held": { plain: "Diese Karte ist nicht in deinem Stapel." },
    "bad-targets": {
      plain: "Wähle in jeder Stadt, die mehrere hat, einen sichtbaren Azteken in der Farbe der Untertasse.",
    },
  },
  events: {
    "round-began": "Eine neue Runde beginnt.",
    "choosing-began": "Alle haben einen Stapel und wählen eine Karte daraus.",
    "outcome-piles": "Zwei Stapel sind leer: Die Partie ist vorbei.",
    "outcome-saucers": "Genug Untertassen sind gekommen: Die Partie ist vorbei.",
    "outcome-last-seat": "Alle anderen haben aufgegeben: Die Partie ist vorbei.",
    "winners-shared": "{names} gewinnen gemeinsam.",
    "pile-taken": { you: "Du nimmst einen Stapel: {place}.", other: "{who} nimmt einen Stapel: {place}." },
    "card-chosen": { you: "Du hast gewählt.", other: "{who} hat gewählt." },
    "card-chosen-known": { you: "Du hast gewählt: {card}.", other: "{who} hat gewählt: {card}." },
    "time-told": { you: "Deine Zeit: {time}.", other: "{who}: {time}." },
    "token-taken": {
      you: "Du bist am frühesten: Du nimmst den Marker und spielst zuerst.",
      other: "{who} ist am frühesten, nimmt den Marker und spielt zuerst.",
    },
    "card-turned-up": { you: "Du deckst auf: {card}.", other: "{who} deckt auf: {card}." },
    "codex-laid": {
      you: "Du behältst {card} bis zum Ende.",
      other: "{who} behält {card} bis zum Ende.",
    },
    "temple-built": {
      you: "Dein Tempel ({temple}) schützt {cards}.",
      other: "{who}: {temple} schützt {cards}.",
    },
    "temple-empty": {
      you: "Dein Tempel ({temple}) schützt niemanden.",
      other: "{who}: {temple} schützt niemanden.",
    },
    "aztec-settled": {
      you: "{card} zieht in deine Stadt.",
      other: "{card} zieht in die Stadt von {who}.",
    },
    "aztec-sheltered": {
      you: "{card} geht in deinen Schutz: {temple}.",
      other: "{card} geht in den Schutz von {who}: {temple}.",
    },
    "saucer-empty": {
      you: "Deine Untertasse ({saucer}) nimmt niemanden.",
      other: "{who}: {saucer} nimmt niemanden.",
    },
    conceded: { you: "Du gibst auf.", other: "{who} gibt auf." },
    winner: {
      you: plural("points", "Du gewinnst mit {points} [Punkt|Punkten]."),
      other: plural("points", "{who} gewinnt mit {points} [Punkt|Punkten]."),
    },
    scored: {
      you: plural("points", "Du hast {points} [Punkt|Punkte]."),
      other: plural("points", "{who} hat {points} [Punkt|Punkte]."),
    },
    abducted: {
      you: "{saucer}: Du nimmst {card}, aus der Stadt von {whom}.",
      toYou: "{saucer} von {who}: nimmt {card} aus deiner Stadt.",
      other: "{saucer} von {who}: nimmt {card} aus der Stadt von {whom}.",
    },
  },
  outcomes: {
    piles: "Zwei Stapel sind leer",
    saucers: "Die Untertassen sind da",
    "last-seat": "Alle anderen haben aufgegeben",
  },
};
