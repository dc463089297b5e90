import type { TieqchieqTexts } from "./en.ts";

/** Tıeqchıeq in Spanish. The canon (docs/rules/tieqchieq.md) decides what the texts may say. */
export const es: TieqchieqTexts = {
  language: "es",
  game: {
    name: "Tıeqchıeq",
    about: "Una carrera para dos con monedas: lleva 6 fichas a casa pasando al otro color.",
  },
  seats: {
    red: { name: "Rojo", about: "Empieza debajo de a1 y termina en b2." },
    yellow: { name: "Amarillo", about: "Empieza encima de e5 y termina en d4." },
  },
  shapes: { red: "ficha redonda", yellow: "triángulo" },
  sides: { red: "rojo", yellow: "amarillo" },
  places: {
    plain: { name: "Casilla", about: "Entrar cuesta 1." },
    "territory-own": { name: "Tu territorio", about: "Entrar te cuesta 1, y al otro color 3." },
    "territory-enemy": { name: "Territorio enemigo", about: "Entrar te cuesta 3." },
    plus: { name: "Cruz", about: "Si llegas aquí, puedes avanzar 1 casilla más." },
    "plus-other": { name: "La cruz del otro color", about: "A ti no te da nada. Entrar cuesta 1." },
    ring: { name: "Anillo", about: "Si llegas aquí, sea cual sea tu color, juegas otro turno." },
    sun: {
      name: "Sol",
      about: "Si llegas aquí, juegas otro turno. A una ficha en el sol no se la puede atacar.",
    },
    dot: { name: "Salida", about: "De aquí salen las fichas de la reserva." },
    home: { name: "Casa", about: "La X. Hay que llegar justo: con 6 fichas en casa se gana." },
  },
  things: {
    reserve: { name: "Reserva", about: "Las fichas que no están en el tablero. Pueden entrar." },
    roll: {
      name: "Tirada",
      about: "De 0 a 4. Lo más probable es un 2: 6 de cada 16. Con un 0 termina tu turno.",
    },
    price: {
      name: "Precio",
      about:
        "Cada casilla en la que entras cuesta 1 de la tirada; el territorio enemigo, 3. Lo que sobra se pierde.",
    },
    battle: {
      name: "Batalla",
      about: "Si llegas a una ficha enemiga, deciden 2 monedas. Quien ataca gana 3 de cada 4.",
    },
  },
  conditions: {
    running: { met: "La partida está en marcha.", unmet: "La partida ha terminado." },
    seated: { met: "Tienes un asiento.", unmet: "No tienes asiento en esta partida." },
    "your-turn": { met: "Es tu turno.", unmet: "Es el turno de {who}." },
    "not-tossed": { met: "Toca lanzar las monedas.", unmet: "Ya has lanzado." },
    tossed: { met: "Ya has lanzado.", unmet: "Antes lanza las monedas." },
    "plus-answered": {
      met: "Ninguna ficha espera en una cruz.",
      unmet: "Una ficha espera en una cruz: sigue o quédate.",
    },
    "on-plus": { met: "Una ficha tuya está en una cruz.", unmet: "Ninguna ficha espera en una cruz." },
    "token-in-reserve": { met: "Tienes una ficha en la reserva.", unmet: "No tienes fichas en la reserva." },
    "token-there": { met: "Tu ficha está en {square}.", unmet: "No tienes ficha en {square}." },
    price: {
      met: "La siguiente casilla cuesta {cost} de los {roll}.",
      unmet: "La siguiente casilla cuesta {cost}, y la tirada es {roll}.",
    },
    "not-beyond-home": {
      met: "La tirada no se pasa de casa.",
      unmet: "Faltan {left} para llegar a casa: con un {roll} te pasas.",
    },
    "no-own-token": {
      met: "No tienes ninguna ficha en {square}.",
      unmet: "Acabaría en {square}, donde ya hay una ficha tuya.",
    },
    "no-token-on-sun": {
      met: "A la ficha de {square} se la puede atacar.",
      unmet: "Acabaría en el sol, donde una ficha enemiga está a salvo.",
    },
  },
  decisions: {
    toss: { you: "Lanza las monedas.", other: "{who} va a lanzar." },
    act: { you: "Haz entrar una ficha o mueve una.", other: "{who} elige una ficha." },
    plus: { you: "Avanza 1 casilla más o quédate.", other: "{who} puede avanzar 1 casilla más." },
  },
  commands: {
    toss: { button: "Lanzar", does: "4 monedas dicen cuánto avanzas." },
    introduce: { button: "Entrar en {to}", does: "{landing}" },
    move: { button: "Mover {from} a {to}", does: "{landing}" },
    "plus-step": { button: "Seguir a {to}", does: "{landing}" },
    "plus-stay": { button: "Quedarse en {square}", does: "Tu turno termina." },
    concede: { button: "Rendirse", does: "Dejas la partida y pierdes al instante." },
  },
  landings: {
    plain: "Llega a {to} y tu turno termina.",
    plus: "Llega a una cruz: puede avanzar 1 casilla más.",
    ring: "Llega a un anillo: juegas otro turno.",
    sun: "Llega al sol: allí está a salvo y juegas otro turno.",
    home: "Llega a casa.",
    battle: "Lucha por {to}: ganas 3 de cada 4, y la ficha que pierde vuelve a su reserva.",
  },
  refusals: {
    malformed: { plain: "El juego no conoce esa orden." },
    "match-over": { plain: "La partida ha terminado." },
    "not-seated": { plain: "No tienes asiento en esta partida." },
    "not-your-decision": { plain: "No es tu turno.", exact: "Es el turno de {who}." },
    "wrong-phase": { plain: "Ahora no es posible: se te pide otra cosa." },
    "no-token": { plain: "Allí no tienes ninguna ficha." },
    "no-move": {
      plain: "La tirada no alcanza la siguiente casilla, o se pasa de casa.",
      exact: "Con un {roll} no alcanzas la siguiente casilla, o te pasas de casa.",
    },
    blocked: { plain: "Allí hay una ficha tuya, o una que el sol protege." },
  },
  events: {
    tossed: { you: "Sacas un {roll}.", other: "{who} saca un {roll}." },
    "tossed-nothing": { you: "Sacas un 0: tu turno termina.", other: "{who} saca un 0: su turno termina." },
    "tossed-in-vain": {
      you: "Sacas un {roll}, pero ninguna ficha puede usarlo: tu turno termina.",
      other: "{who} saca un {roll}, pero ninguna ficha puede usarlo: su turno termina.",
    },
    introduced: { you: "Haces entrar una ficha en {to}.", other: "{who} hace entrar una ficha en {to}." },
    moved: { you: "Mueves de {from} a {to}.", other: "{who} mueve de {from} a {to}." },
    "came-home": {
      you: "Tu ficha de {from} llega a casa.",
      other: "La ficha de {who} llega a casa desde {from}.",
    },
    "plus-reached": {
      you: "Puedes avanzar 1 casilla más desde {at}.",
      other: "{who} puede avanzar 1 casilla más desde {at}.",
    },
    stayed: { you: "Te quedas en {at}.", other: "{who} se queda en {at}." },
    "turn-began": { you: "Empieza tu turno.", other: "Empieza el turno de {who}." },
    "extra-turn-began": { you: "Juegas otro turno.", other: "{who} juega otro turno." },
    conceded: { you: "Te rindes.", other: "{who} se rinde." },
    "battle-won": {
      you: "Atacas a {whom} en {square}. Las monedas muestran {coins}: ganas.",
      toYou: "{who} te ataca en {square}. Las monedas muestran {coins}: tu ficha vuelve a la reserva.",
      other: "{who} ataca a {whom} en {square}. Las monedas muestran {coins}: gana {who}.",
    },
    "battle-lost": {
      you: "Atacas a {whom} en {square}. Las monedas muestran {coins}: tu ficha vuelve a la reserva.",
      toYou: "{who} te ataca en {square}. Las monedas muestran {coins}: resistes.",
      other: "{who} ataca a {whom} en {square}. Las monedas muestran {coins}: {whom} resiste.",
    },
    "outcome-home": {
      you: "Todas tus fichas están en casa: ganas. {whom} tiene {home}.",
      toYou: "Todas las fichas de {who} están en casa: gana {who}. Tú tienes {home}.",
      other: "Todas las fichas de {who} están en casa: gana {who}. {whom} tiene {home}.",
    },
    "outcome-last-seat": {
      you: "{whom} se ha rendido: ganas.",
      toYou: "Te has rendido: gana {who}.",
      other: "{whom} se ha rendido: gana {who}.",
    },
    "outcome-tosses": {
      you: "Se acabaron los 1000 lanzamientos y vas por delante de {whom}: ganas.",
      toYou: "Se acabaron los 1000 lanzamientos y {who} va por delante de ti: gana {who}.",
      other: "Se acabaron los 1000 lanzamientos y {who} va por delante de {whom}: gana {who}.",
    },
    "outcome-draw": "Se acabaron los 1000 lanzamientos y nadie va por delante.",
  },
  outcomes: {
    home: "Todas las fichas en casa",
    "last-seat": "El rival se rindió",
    tosses: "1000 lanzamientos",
  },
};
