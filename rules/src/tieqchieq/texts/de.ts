import type { TieqchieqTexts } from "./en.ts";

/** Tıeqchıeq in German. The canon (docs/rules/tieqchieq.md) decides what the texts may say. */
export const de: TieqchieqTexts = {
  language: "de",
  game: {
    name: "Tıeqchıeq",
    about: "Ein Wettlauf mit Münzen für zwei: Bring 6 Steine an der anderen Farbe vorbei ins Ziel.",
  },
  seats: {
    red: { name: "Rot", about: "Beginnt unter a1 und endet auf b2." },
    yellow: { name: "Gelb", about: "Beginnt über e5 und endet auf d4." },
  },
  shapes: { red: "runder Stein", yellow: "Dreieck" },
  sides: { red: "rot", yellow: "gelb" },
  places: {
    plain: { name: "Feld", about: "Es zu betreten kostet 1." },
    "territory-own": {
      name: "Dein Gebiet",
      about: "Es zu betreten kostet dich 1, und die andere Farbe 3.",
    },
    "territory-enemy": { name: "Gegnerisches Gebiet", about: "Es zu betreten kostet dich 3." },
    plus: { name: "Plus", about: "Landest du hier, darfst du 1 Feld weiter." },
    "plus-other": {
      name: "Plus der anderen Farbe",
      about: "Für dich tut es nichts. Es zu betreten kostet 1.",
    },
    ring: { name: "Ring", about: "Landest du hier, gleich welche Farbe, hast du noch einen Zug." },
    sun: {
      name: "Sonne",
      about: "Landest du hier, hast du noch einen Zug. Ein Stein auf der Sonne ist vor Kämpfen sicher.",
    },
    dot: { name: "Start", about: "Von hier beginnen die Steine der Reserve." },
    home: { name: "Ziel", about: "Das X. Triff es genau: 6 Steine im Ziel gewinnen." },
  },
  things: {
    reserve: { name: "Reserve", about: "Steine, die nicht auf dem Brett sind. Du kannst sie einsetzen." },
    roll: {
      name: "Wurf",
      about: "Von 0 bis 4. Am häufigsten ist die 2: 6 von 16. Eine 0 beendet deinen Zug.",
    },
    price: {
      name: "Preis",
      about: "Jedes betretene Feld kostet 1 des Wurfs, gegnerisches Gebiet 3. Was übrig bleibt, verfällt.",
    },
    battle: {
      name: "Kampf",
      about: "Lande auf einem gegnerischen Stein, und 2 Münzen entscheiden. Der Angriff gewinnt 3 von 4.",
    },
  },
  conditions: {
    running: { met: "Die Partie läuft.", unmet: "Die Partie ist vorbei." },
    seated: { met: "Du hast einen Platz.", unmet: "Du hast keinen Platz in dieser Partie." },
    "your-turn": { met: "Du bist am Zug.", unmet: "{who} ist am Zug." },
    "not-tossed": { met: "Die Münzen sind zu werfen.", unmet: "Du hast schon geworfen." },
    tossed: { met: "Du hast geworfen.", unmet: "Wirf zuerst die Münzen." },
    "plus-answered": {
      met: "Kein Stein wartet auf einem Plus.",
      unmet: "Ein Stein wartet auf einem Plus: weiter oder bleiben.",
    },
    "on-plus": {
      met: "Ein Stein von dir ist auf einem Plus.",
      unmet: "Kein Stein wartet auf einem Plus.",
    },
    "token-in-reserve": {
      met: "Du hast einen Stein in der Reserve.",
      unmet: "Du hast keinen Stein in der Reserve.",
    },
    "token-there": { met: "Dein Stein ist auf {square}.", unmet: "Du hast keinen Stein auf {square}." },
    price: {
      met: "Das nächste Feld kostet {cost} von {roll}.",
      unmet: "Das nächste Feld kostet {cost}, und der Wurf ist {roll}.",
    },
    "not-beyond-home": {
      met: "Der Wurf geht nicht über das Ziel hinaus.",
      unmet: "Das Ziel ist {left} entfernt: Ein Wurf von {roll} geht darüber hinaus.",
    },
    "no-own-token": {
      met: "Kein Stein von dir ist auf {square}.",
      unmet: "Er würde auf {square} enden, wo ein Stein von dir ist.",
    },
    "no-token-on-sun": {
      met: "Der Stein auf {square} ist angreifbar.",
      unmet: "Er würde auf der Sonne enden, wo ein gegnerischer Stein sicher ist.",
    },
  },
  decisions: {
    toss: { you: "Wirf die Münzen.", other: "{who} wirft gleich." },
    act: { you: "Setz einen Stein ein oder zieh einen.", other: "{who} wählt einen Stein." },
    plus: { you: "Geh 1 Feld weiter, oder bleib.", other: "{who} darf 1 Feld weiter." },
  },
  commands: {
    toss: { button: "Werfen", does: "4 Münzen sagen, wie weit es geht." },
    introduce: { button: "Auf {to} einsetzen", does: "{landing}" },
    move: { button: "{from} nach {to} ziehen", does: "{landing}" },
    "plus-step": { button: "Weiter nach {to}", does: "{landing}" },
    "plus-stay": { button: "Auf {square} bleiben", does: "Dein Zug endet." },
    concede: { button: "Aufgeben", does: "Du verlässt die Partie und verlierst sofort." },
  },
  landings: {
    plain: "Er landet auf {to}, und dein Zug endet.",
    plus: "Er landet auf einem Plus: Er darf 1 Feld weiter.",
    ring: "Er landet auf einem Ring: Du hast noch einen Zug.",
    sun: "Er landet auf der Sonne: Dort ist er sicher, und du hast noch einen Zug.",
    home: "Er kommt ins Ziel.",
    battle: "Er kämpft um {to}: Du gewinnst 3 von 4, der unterlegene Stein geht zurück in seine Reserve.",
  },
  refusals: {
    malformed: { plain: "Diesen Befehl kennt das Spiel nicht." },
    "match-over": { plain: "Die Partie ist vorbei." },
    "not-seated": { plain: "Du hast keinen Platz in dieser Partie." },
    "not-your-decision": { plain: "Du bist nicht am Zug.", exact: "{who} ist am Zug." },
    "wrong-phase": { plain: "Das geht jetzt nicht: Etwas anderes ist von dir gefragt." },
    "no-token": { plain: "Dort hast du keinen Stein." },
    "no-move": {
      plain: "Der Wurf reicht nicht bis zum nächsten Feld, oder geht über das Ziel hinaus.",
      exact: "Ein Wurf von {roll} reicht nicht bis zum nächsten Feld, oder geht über das Ziel hinaus.",
    },
    blocked: { plain: "Dort ist ein Stein von dir, oder einer, den die Sonne schützt." },
  },
  events: {
    tossed: { you: "Du wirfst eine {roll}.", other: "{who} wirft eine {roll}." },
    "tossed-nothing": {
      you: "Du wirfst eine 0: Dein Zug endet.",
      other: "{who} wirft eine 0: Der Zug endet.",
    },
    "tossed-in-vain": {
      you: "Du wirfst eine {roll}, aber kein Stein kann sie nutzen: Dein Zug endet.",
      other: "{who} wirft eine {roll}, aber kein Stein kann sie nutzen: Der Zug endet.",
    },
    introduced: { you: "Du setzt einen Stein auf {to} ein.", other: "{who} setzt einen Stein auf {to} ein." },
    moved: { you: "Du ziehst von {from} nach {to}.", other: "{who} zieht von {from} nach {to}." },
    "came-home": {
      you: "Dein Stein auf {from} kommt ins Ziel.",
      other: "Der Stein von {who} auf {from} kommt ins Ziel.",
    },
    "plus-reached": {
      you: "Du darfst von {at} 1 Feld weiter.",
      other: "{who} darf von {at} 1 Feld weiter.",
    },
    stayed: { you: "Du bleibst auf {at}.", other: "{who} bleibt auf {at}." },
    "turn-began": { you: "Dein Zug beginnt.", other: "{who} ist am Zug." },
    "extra-turn-began": { you: "Du hast noch einen Zug.", other: "{who} hat noch einen Zug." },
    conceded: { you: "Du gibst auf.", other: "{who} gibt auf." },
    "battle-won": {
      you: "Du greifst {whom} auf {square} an. Die Münzen zeigen {coins}: Du gewinnst.",
      toYou:
        "{who} greift dich auf {square} an. Die Münzen zeigen {coins}: Dein Stein geht zurück in die Reserve.",
      other: "{who} greift {whom} auf {square} an. Die Münzen zeigen {coins}: {who} gewinnt.",
    },
    "battle-lost": {
      you: "Du greifst {whom} auf {square} an. Die Münzen zeigen {coins}: Dein Stein geht zurück in die Reserve.",
      toYou: "{who} greift dich auf {square} an. Die Münzen zeigen {coins}: Du hältst es.",
      other: "{who} greift {whom} auf {square} an. Die Münzen zeigen {coins}: {whom} hält es.",
    },
    "outcome-home": {
      you: "Alle deine Steine sind im Ziel: Du gewinnst, {whom} hat {home}.",
      toYou: "Alle Steine von {who} sind im Ziel: {who} gewinnt, du hast {home}.",
      other: "Alle Steine von {who} sind im Ziel: {who} gewinnt, {whom} hat {home}.",
    },
    "outcome-last-seat": {
      you: "{whom} hat aufgegeben: Du gewinnst.",
      toYou: "Du hast aufgegeben: {who} gewinnt.",
      other: "{whom} hat aufgegeben: {who} gewinnt.",
    },
    "outcome-tosses": {
      you: "1000 Würfe sind vorbei, und du liegst vor {whom}: Du gewinnst.",
      toYou: "1000 Würfe sind vorbei, und {who} liegt vor dir: {who} gewinnt.",
      other: "1000 Würfe sind vorbei, und {who} liegt vor {whom}: {who} gewinnt.",
    },
    "outcome-draw": "1000 Würfe sind vorbei, und niemand liegt vorn.",
  },
  outcomes: {
    home: "Alle Steine im Ziel",
    "last-seat": "Die andere Seite hat aufgegeben",
    tosses: "1000 Würfe",
  },
};
