import { plural } from "../../texts/catalogue.ts";
import type { SpaceAztecsTexts } from "./en.ts";

const VILLAGER = {
  short: "{points} puntos. Menos aztecas rosas que nadie al final: −5",
  rule: "{points} puntos, esté o no a cubierto. Al final, quien tenga menos aztecas rosas en su ciudad pierde 5 puntos.",
};

/** Space Aztecs in Spanish. The canon (docs/rules/space-aztecs.md) decides what the texts may say. */
export const es: SpaceAztecsTexts = {
  language: "es",
  game: {
    name: "Space Aztecs",
    about:
      "Todos juegan en secreto 1 carta cada vez: levanta una ciudad, protege a tu gente y cuidado con los platillos.",
  },
  seats: {
    "0": "Asiento 1",
    "1": "Asiento 2",
    "2": "Asiento 3",
    "3": "Asiento 4",
    "4": "Asiento 5",
    "5": "Asiento 6",
  },
  shapes: {
    "0": "círculo rojo",
    "1": "rombo negro",
    "2": "cuadrado azul",
    "3": "estrella violeta",
    "4": "hexágono verde",
    "5": "triángulo amarillo",
  },
  sets: {
    P: {
      name: "rosa",
      plural: "rosas",
      temple: "Templo rosa",
      saucer: "Platillo rosa",
      about: "Aldeanos y Animales: puntos fijos, pero quien tiene menos pierde 5.",
    },
    Y: {
      name: "amarillo",
      plural: "amarillos",
      temple: "Templo amarillo",
      saucer: "Platillo amarillo",
      about: "Guerreros: cuantos más de un tipo hay en una ciudad, más vale cada uno.",
    },
    B: {
      name: "azul",
      plural: "azules",
      temple: "Templo azul",
      saucer: "Platillo azul",
      about: "Superiores: cada Sacerdote necesita un Alienígena; los Nobles dan puntos fijos.",
    },
    G: {
      name: "verde",
      plural: "verdes",
      temple: "Templo verde",
      saucer: "Platillo verde",
      about: "Los Agentes protegen a otros mientras están a la vista; los Archivistas valen más a cubierto.",
    },
  },
  places: {
    Lake: "Lago",
    Market: "Mercado",
    Garden: "Jardín",
    "Ball Court": "Juego de pelota",
    Quarry: "Cantera",
    Forest: "Bosque",
    Volcano: "Volcán",
    Causeway: "Calzada",
  },
  cards: {
    P01: { name: "Conejo", ...VILLAGER },
    P02: { name: "Codorniz", ...VILLAGER },
    P03: { name: "Perro", ...VILLAGER },
    P04: { name: "Guajolote", ...VILLAGER },
    P05: { name: "Garza", ...VILLAGER },
    P06: { name: "Pescador", ...VILLAGER },
    P07: { name: "Alfarera", ...VILLAGER },
    P08: { name: "Tejedora", ...VILLAGER },
    P09: { name: "Campesino", ...VILLAGER },
    P10: { name: "Curandera", ...VILLAGER },
    serpent: {
      name: "Guerrero serpiente",
      short: "1, 5, 11 o 20 puntos por tener de 1 a 4",
      rule: "Todos los Guerreros serpiente de tu ciudad juntos, a cubierto o no, valen 1, 5, 11 o 20 puntos si son 1, 2, 3 o 4.",
    },
    jaguar: {
      name: "Guerrero jaguar",
      short: "2, 7 o 15 puntos por tener de 1 a 3",
      rule: "Todos los Guerreros jaguar de tu ciudad juntos, a cubierto o no, valen 2, 7 o 15 puntos si son 1, 2 o 3.",
    },
    eagle: {
      name: "Guerrero águila",
      short: "3, 9 o 18 puntos por tener de 1 a 3",
      rule: "Todos los Guerreros águila de tu ciudad juntos, a cubierto o no, valen 3, 9 o 18 puntos si son 1, 2 o 3.",
    },
    alien: {
      name: "Alienígena",
      short: "{points} puntos, o hace que un Sacerdote valga 10",
      rule: "{points} puntos, esté o no a cubierto. Al final cada Sacerdote de tu ciudad se lleva 1 Alienígena, primero los de menos puntos: la pareja vale 10 y los puntos del Alienígena se pierden.",
    },
    priest: {
      name: "Sacerdote",
      short: "10 puntos con un Alienígena; si no, 0",
      rule: "Al final cada Sacerdote de tu ciudad se lleva 1 Alienígena de tu ciudad, a cubierto o no, primero los de menos puntos. Una pareja vale 10 puntos. Un Sacerdote sin Alienígena vale 0.",
    },
    B04: { name: "Noble, la Dama", short: "{points} puntos", rule: "{points} puntos, esté o no a cubierto." },
    B07: {
      name: "Noble, el Gobernante",
      short: "{points} puntos",
      rule: "{points} puntos, esté o no a cubierto.",
    },
    archivist: {
      name: "Archivista",
      short: "{points} puntos, y {sheltered} más a cubierto",
      rule: "{points} puntos, y {sheltered} más si al final está bajo un Templo.",
    },
    "special-agent": {
      name: "Agente especial",
      short: "{points} puntos. A la vista, protege a los aztecas que juegues después",
      rule: "{points} puntos, esté o no a cubierto. Mientras está a la vista en tu ciudad, cada azteca que juegues puede ponerse enseguida bajo un Templo de su grupo que tengas. Un Templo o un Platillo verde acaban con eso.",
    },
    "very-special-agent": {
      name: "Agente muy especial",
      short: "{points} puntos. A la vista, protege a los aztecas que juegues después",
      rule: "{points} puntos, esté o no a cubierto. Mientras está a la vista en tu ciudad, cada azteca que juegues puede ponerse enseguida bajo un Templo de su grupo que tengas. Un Templo o un Platillo verde acaban con eso.",
    },
    temple: {
      name: "Templo",
      short: "Todos tus aztecas {set} a la vista se ponen debajo, a salvo",
      rule: "Todos los aztecas {set} a la vista de tu ciudad se ponen debajo, quieras o no; los que están bajo un Templo anterior se quedan allí. Si no hay ninguno, queda vacío. A cubierto están a salvo de los Platillos. Los que juegues después solo entran con ayuda de un Agente.",
    },
    saucer: {
      name: "Platillo volante",
      short: "Quita a cada rival 1 de sus aztecas {set} a la vista: 1 punto",
      rule: "Se lleva 1 de los aztecas {set} a la vista de cada una de las demás ciudades; donde hay varios, eliges tú. Las cartas aún sin descubrir están a salvo, y también las que están a cubierto. Cada carta que se lleva te da 1 punto. Tu ciudad no sufre.",
    },
    C1: {
      name: "Códice del Alba",
      short: "2 por cada azteca o Templo antes de las 12:00, 8 como mucho",
      rule: "Al final: 2 puntos por cada azteca y Templo de tu ciudad con hora anterior a las 12:00, 8 como mucho.",
    },
    C2: {
      name: "Códice del Ocaso",
      short: "2 por cada azteca o Templo desde las 12:00, 8 como mucho",
      rule: "Al final: 2 puntos por cada azteca y Templo de tu ciudad con hora de las 12:00 o posterior, 8 como mucho.",
    },
    C3: {
      name: "Códice de la Piedra",
      short: "2 por cada Templo de tu ciudad, 8 como mucho",
      rule: "Al final: 2 puntos por cada Templo de tu ciudad, 8 como mucho.",
    },
    C4: {
      name: "Códice del Refugio",
      short: "2 por cada azteca a cubierto, 8 como mucho",
      rule: "Al final: 2 puntos por cada azteca a cubierto de tu ciudad, 8 como mucho.",
    },
    C5: {
      name: "Códice del Cielo Abierto",
      short: "2 por cada azteca a la vista, 8 como mucho",
      rule: "Al final: 2 puntos por cada azteca a la vista de tu ciudad, 8 como mucho.",
    },
    C6: {
      name: "Códice de los Pueblos",
      short: "2 por cada grupo de tu ciudad, 8 como mucho",
      rule: "Al final: 2 puntos por cada grupo del que tu ciudad tenga un azteca o un Templo, 8 como mucho.",
    },
    C7: {
      name: "Códice del Linaje",
      short: "2 por cada azteca o Templo de tu grupo mayor, 8 como mucho",
      rule: "Al final: 2 puntos por cada azteca y Templo del grupo del que tu ciudad tenga más, 8 como mucho.",
    },
    C8: {
      name: "Códice de los Escribas",
      short: "2 por cada Códice que hayas jugado, 8 como mucho",
      rule: "Al final: 2 puntos por cada Códice que hayas jugado, este incluido, 8 como mucho.",
    },
  },
  kinds: { aztec: "Azteca", temple: "Templo", saucer: "Platillo", codex: "Códice" },
  cardAtTime: "{time} {card}",
  cardOf: "{card} de {whom}",
  scores: {
    codices: { name: "Códices", about: "Lo que puntúan tus Códices." },
    aztecs: { name: "Aztecas", about: "Los aztecas de tu ciudad, a la vista y a cubierto." },
    fewest: {
      name: "Menos rosas",
      about: "−5 por tener menos aztecas rosas que nadie, también si hay empate.",
    },
    saucers: { name: "Platillos", about: "1 punto por cada carta bajo tus Platillos." },
    total: { name: "Total", about: "Gana quien tenga más puntos." },
    survivors: {
      name: "Supervivientes",
      about: "Los aztecas de tu ciudad. Deciden si los totales son iguales.",
    },
  },
  things: {
    pile: {
      name: "Montón",
      about: "Las cartas de un lugar, boca abajo. Solo las ves mientras las tienes: recuérdalas.",
    },
    place: { name: "Lugar", about: "Uno de los 8 que rodean el reloj de sol. Solo da nombre a un montón." },
    time: {
      name: "Hora",
      about: "Cada carta tiene la suya. La más temprana de la ronda se lleva la ficha y se juega primero.",
    },
    token: {
      name: "Ficha",
      about: "Quien la tiene juega primero en esta ronda y toma primero un montón en la siguiente.",
    },
    visible: {
      name: "Aztecas a la vista",
      about: "Un Platillo de su grupo puede llevárselos; un Templo de su grupo los cubre.",
    },
    covered: { name: "Aztecas a cubierto", about: "Están bajo un Templo, a salvo." },
    saucer: { name: "Platillo", about: "Se lleva 1 azteca a la vista de su grupo de cada rival." },
    "saucer-limit": {
      name: "Platillos hasta el final",
      about: "Con 7 Platillos jugados (9 con 5 o 6 jugadores) la partida acaba tras esa ronda.",
    },
    codex: { name: "Códice", about: "Al final puntúa 2 por cada cosa de algún tipo, 8 como mucho." },
    box: { name: "Caja", about: "Las cartas que no se juegan en esta partida." },
  },
  conditions: {
    running: { met: "La partida está en marcha.", unmet: "La partida ha terminado." },
    seated: { met: "Tienes un asiento.", unmet: "No tienes asiento en esta partida, o te rendiste." },
    taking: { met: "Se están tomando montones.", unmet: "Los montones se toman al empezar la ronda." },
    "your-turn": { met: "Te toca tomar.", unmet: "Antes toma {who}." },
    "place-free": { met: "Nadie tiene el montón.", unmet: "{who} tiene el montón." },
    "place-not-empty": { met: "Hay cartas en el montón.", unmet: "El montón está vacío." },
    choosing: { met: "Se están eligiendo cartas.", unmet: "Se elige cuando todos tienen un montón." },
    "not-chosen": { met: "Aún no has elegido.", unmet: "Ya has elegido, y no se puede cambiar." },
    "card-held": { met: "Está en el montón que tienes.", unmet: "No está en el montón que tienes." },
  },
  decisions: {
    take: { you: "Toma un montón.", other: "{who} toma un montón." },
    choose: { you: "Elige una carta de tu montón.", other: "{who} elige una carta." },
    shelter: {
      you: "Pon a tu azteca a cubierto o déjalo a la vista.",
      other: "{who} puede cubrir a un azteca.",
    },
    abduct: {
      you: "Elige a quién se lleva tu Platillo.",
      other: "{who} elige a quién se lleva el Platillo.",
    },
  },
  commands: {
    take: {
      button: "Tomar {place}",
      does: plural("cards", "{cards} [carta|cartas]. Solo [la|las] ves tú."),
    },
    choose: {
      button: "Jugar {card}",
      does: "Boca abajo y sin vuelta atrás. Primero solo se dice su hora: {time}.",
    },
    "shelter-covered": { button: "Ponerlo bajo el Templo", does: "Queda a salvo de los Platillos." },
    "shelter-visible": {
      button: "Dejarlo a la vista",
      does: "Un Platillo puede llevárselo; un Templo posterior puede cubrirlo.",
    },
    abduct: { button: "Llevarse {cards}", does: "Cada carta te da 1 punto." },
    concede: {
      button: "Rendirse",
      does: "Dejas la partida para siempre y quedas al final. Tu ciudad se queda, pero ya no participa.",
    },
  },
  refusals: {
    malformed: { plain: "El juego no conoce esa orden." },
    "match-over": { plain: "La partida ha terminado." },
    "not-seated": { plain: "No tienes asiento en esta partida, o te rendiste." },
    "not-your-decision": { plain: "Ahora decide otra persona." },
    "wrong-phase": { plain: "Ahora no es posible: se te pide otra cosa." },
    "already-chosen": { plain: "Ya has elegido, y no se puede cambiar." },
    "no-such-place": { plain: "No existe ese lugar." },
    "place-held": {
      plain: "Alguien tiene el montón de ese lugar.",
      exact: "{who} tiene el montón: {place}.",
    },
    "place-empty": { plain: "No quedan cartas en ese lugar.", exact: "No quedan cartas: {place}." },
    "card-not-held": { plain: "Esa carta no está en el montón que tienes." },
    "bad-targets": {
      plain: "Elige un azteca a la vista del grupo del Platillo en cada ciudad que tenga varios.",
    },
  },
  events: {
    "round-began": "Empieza una nueva ronda.",
    "choosing-began": "Todos tienen un montón y eligen una carta.",
    "outcome-piles": "Dos montones están vacíos: la partida ha terminado.",
    "outcome-saucers": "Han llegado suficientes Platillos: la partida ha terminado.",
    "outcome-last-seat": "Los demás se han rendido: la partida ha terminado.",
    "winners-shared": "{names} comparten la victoria.",
    "pile-taken": { you: "Tomas un montón: {place}.", other: "{who} toma un montón: {place}." },
    "card-chosen": { you: "Has elegido.", other: "{who} ha elegido." },
    "card-chosen-known": { you: "Has elegido: {card}.", other: "{who} ha elegido: {card}." },
    "time-told": { you: "Tu hora: {time}.", other: "{who}: {time}." },
    "token-taken": {
      you: "Tu carta es la más temprana: te llevas la ficha y juegas primero.",
      other: "La carta de {who} es la más temprana: se lleva la ficha y juega primero.",
    },
    "card-turned-up": { you: "Descubres {card}.", other: "{who} descubre {card}." },
    "codex-laid": { you: "Guardas {card} hasta el final.", other: "{who} guarda {card} hasta el final." },
    "temple-built": { you: "Tu {temple} cubre a {cards}.", other: "El {temple} de {who} cubre a {cards}." },
    "temple-empty": { you: "Tu {temple} no cubre a nadie.", other: "El {temple} de {who} no cubre a nadie." },
    "aztec-settled": {
      you: "{card} se instala en tu ciudad.",
      other: "{card} se instala en la ciudad de {who}.",
    },
    "aztec-sheltered": {
      you: "{card} se pone bajo tu {temple}.",
      other: "{card} se pone bajo el {temple} de {who}.",
    },
    "saucer-empty": {
      you: "Tu {saucer} no se lleva a nadie.",
      other: "El {saucer} de {who} no se lleva a nadie.",
    },
    conceded: { you: "Te rindes.", other: "{who} se rinde." },
    winner: {
      you: plural("points", "Ganas con {points} [punto|puntos]."),
      other: plural("points", "{who} gana con {points} [punto|puntos]."),
    },
    scored: {
      you: plural("points", "Tienes {points} [punto|puntos]."),
      other: plural("points", "{who} tiene {points} [punto|puntos]."),
    },
    abducted: {
      you: "Tu {saucer} se lleva a {card}, de {whom}.",
      toYou: "El {saucer} de {who} se lleva a {card}, de tu ciudad.",
      other: "El {saucer} de {who} se lleva a {card}, de {whom}.",
    },
  },
  outcomes: {
    piles: "Dos montones vacíos",
    saucers: "Han llegado los platillos",
    "last-seat": "Los demás se rindieron",
  },
};
