import { plural } from "../../texts/catalogue.ts";
import type { FlowerWarTexts } from "./en.ts";

/** Flower War and Mexica in Spanish. The canon (docs/rules/flower-war.md) decides what the texts may say. */
export const es: FlowerWarTexts = {
  language: "es",
  games: {
    "flower-war": {
      name: "Flower War",
      about:
        "Reúne calaveras, entrégalas a dos dioses celosos y consigue tres signos antes de que acabe el mundo.",
    },
    mexica: {
      name: "Mexica",
      about:
        "El primer diseño de Flower War: cartas gratis, batallas más caras y un final que llega con las ofrendas.",
    },
  },
  seats: {
    east: { name: "Este", about: "Empieza en 20 xochitl. Es la primera tribu del orden de turno." },
    north: { name: "Norte", about: "Empieza en 5 coatl." },
    south: { name: "Sur", about: "Empieza en 15 cuauhtli." },
    topan: { name: "Topan", about: "Las alturas. Empieza en 3 calli." },
    mictlan: { name: "Mictlan", about: "Las profundidades. Empieza en 13 acatl." },
    west: { name: "Oeste", about: "Empieza en 10 itzcuintli. Es la última tribu del orden de turno." },
  },
  shapes: {
    east: "círculo rojo",
    north: "rombo negro",
    south: "cuadrado azul",
    topan: "estrella violeta",
    mictlan: "hexágono verde",
    west: "triángulo amarillo",
  },
  gods: {
    huitzilopochtli: {
      name: "Huitzilopochtli",
      about:
        "Dios de la guerra y del sol. Una calavera para él da una carta de Guerra. Si tiene más, llega la invasión.",
    },
    tlaloc: {
      name: "Tláloc",
      about:
        "Dios de la lluvia. Una calavera para él da una carta de Lluvia. Si tiene más, llega la inundación.",
    },
  },
  signs: { eagle: "águila", serpent: "serpiente", flower: "flor" },
  decks: {
    war: {
      name: "Guerra",
      card: "carta de Guerra",
      about: "40 cartas para las batallas; una de ellas es el águila.",
    },
    rain: {
      name: "Lluvia",
      card: "carta de Lluvia",
      about: "40 cartas para tu turno; una de ellas es la serpiente.",
    },
    day: { name: "Día", card: "carta de Día", about: "260 cartas que actúan al robarlas; 13 son la flor." },
  },
  meanings: {
    cipactli: "cocodrilo",
    ehecatl: "viento",
    calli: "casa",
    cuetzpalin: "lagartija",
    coatl: "serpiente",
    miquiztli: "muerte",
    mazatl: "venado",
    tochtli: "conejo",
    atl: "agua",
    itzcuintli: "perro",
    ozomahtli: "mono",
    malinalli: "hierba",
    acatl: "caña",
    ocelotl: "jaguar",
    cuauhtli: "águila",
    cozcacuauhtli: "buitre",
    olin: "movimiento",
    tecpatl: "pedernal",
    quiahuitl: "lluvia",
    xochitl: "flor",
  },
  spaceNotes: {
    rack: { by: "rack", one: "Queda 1 calavera.", other: "Quedan {rack} calaveras." },
    "rack-full": "El tzompantli está lleno: quien recoja aquí también roba una carta de Día.",
    "rack-empty": "El tzompantli está vacío. Se rellena cuando alguien llega y hay calaveras disponibles.",
    "last-skull": "Quien recoja la última calavera gana el disco.",
    "disc-on-board": "El disco está en el tablero.",
    "top-card": { by: "height", one: "Encima: {card}.", other: "Encima de {height} cartas: {card}." },
    "reached-by": "Con un {roll} llegas aquí.",
    flooded: "Inundación: aquí no se recoge nada.",
    invaded: "Invasión: cuando alguien recoge aquí, se pierde otra calavera del tzompantli.",
  },
  discHeld: {
    you: "Tienes el disco: los demás te pagan tributo aquí.",
    other: "{who} tiene el disco y cobra tributo aquí.",
  },
  discs: {
    earned:
      "Recoge tú la última calavera del tzompantli de la casilla y ganas el disco: del tablero o de quien lo ganó antes. Después el tzompantli se rellena.",
    tribute: "Cada rival que llega a su casilla te paga 1 calavera, si la tiene.",
    sign: "También es un signo: {sign}.",
    bonuses: {
      movement: {
        short: "Avanza 1 paso más",
        rule: "Puedes alargar en 1 cada tirada de movimiento. Estos discos se suman, hasta 2 como mucho.",
      },
      collect: {
        short: "Recoge 1 más",
        rule: "Te llevas 1 calavera más al recoger, si el tzompantli la tiene. Estos discos se suman, hasta 2 como mucho.",
      },
      attack: {
        short: "+1 al atacar",
        rule: "Tu total en batalla sube 1 cuando atacas. Estos discos se suman, hasta 2 como mucho.",
      },
      defense: {
        short: "+1 al defender",
        rule: "Tu total en batalla sube 1 cuando defiendes. Estos discos se suman, hasta 2 como mucho.",
      },
      range: {
        short: "Desafía a 1 casilla de distancia",
        rule: "Al llegar, después de las batallas de tu casilla, puedes desafiar a una tribu que esté exactamente 1 casilla delante o detrás de ti.",
      },
      "free-tlaloc": {
        short: "La primera ofrenda a Tláloc es gratis",
        rule: "Tu primera ofrenda a Tláloc de cada turno toma la calavera de la reserva, si queda alguna.",
      },
      "free-huitzilopochtli": {
        short: "La primera ofrenda a Huitzilopochtli es gratis",
        rule: "Tu primera ofrenda a Huitzilopochtli de cada turno toma la calavera de la reserva, si queda alguna.",
      },
      "free-first": {
        short: "La primera ofrenda es gratis",
        rule: "Tu primera ofrenda de cada turno, al dios que quieras, toma la calavera de la reserva, si queda alguna.",
      },
    },
    changes: {
      cipactli: "Al recoger se toma 1 calavera más.",
      ehecatl: "Cada tirada de movimiento cuenta 1 más.",
      calli: "Quien defiende tiene +1.",
      cuetzpalin: "Todos se mueven en sentido contrario, con tiradas y con cartas.",
      coatl: "Las cartas de Lluvia no cuestan nada.",
      miquiztli: "Quien pierde una batalla pierde además 1 calavera para siempre, si le queda alguna.",
      mazatl: "Para moverte tiras dos dados y usas el que quieras.",
      tochtli: "El tributo es de 2 calaveras, o de lo que tengas.",
      atl: "Cada ofrenda a Tláloc cuenta el doble.",
      itzcuintli: "Quien empieza su turno sin calaveras toma 1 de la reserva.",
      ozomahtli: "En caso de empate gana quien ataca.",
      malinalli: "Las cartas cuestan 1 más, también las de 0.",
      acatl: "Todos pueden desafiar a 1 casilla de distancia.",
      ocelotl: "Quien ataca tiene +1.",
      cuauhtli: "Las cartas de Guerra no cuestan nada.",
      cozcacuauhtli: "Quien gana una batalla toma además 1 calavera de la reserva.",
      olin: "Después de recoger, 1 calavera del tzompantli vuelve a la reserva. Si así se vacía, nadie gana el disco.",
      tecpatl: "La apuesta de las batallas sube 1.",
      quiahuitl:
        "Cada vez que la primera tribu del orden empieza un turno, cada tzompantli que no esté lleno gana 1 calavera de la reserva.",
      xochitl: "El trueque con Tonantzin cuesta 4 calaveras.",
    },
  },
  times: {
    battle: { short: "Batalla", rule: "En una batalla tuya, cuando te toque jugar una carta o pasar." },
    "battle-attacking": {
      short: "Batalla, al atacar",
      rule: "En una batalla en la que atacas, cuando te toque jugar una carta o pasar.",
    },
    "battle-defending": {
      short: "Batalla, al defender",
      rule: "En una batalla en la que te atacan, cuando te toque jugar una carta o pasar.",
    },
    turn: {
      short: "Tu turno",
      rule: "En tu turno, después de llegar. Con tu primera carta acaban tus ofrendas.",
    },
    "turn-lingers": {
      short: "Tu turno, queda",
      rule: "En tu turno, después de llegar. Con tu primera carta acaban tus ofrendas. Actúa mientras está encima de la pila.",
    },
    sign: { short: "Signo", rule: "Nunca se juega ni se descarta: cuenta mientras lo tengas." },
    day: { short: "Al robarla", rule: "Actúa en cuanto se roba y nunca se guarda en la mano." },
  },
  cost: {
    free: "No cuesta nada.",
    paid: plural(
      "cost",
      "[1 calavera|{cost} calaveras], que se [paga|pagan] en el tzompantli de la tribu en turno. Tiene que haber sitio para [ella|ellas].",
    ),
  },
  copies: "{copies} en un mazo de {cards}",
  lingering:
    "Una carta que permanece solo actúa mientras está encima de la pila y quien la jugó sigue en la partida.",
  cards: {
    eagle: {
      name: "Águila",
      about: "El ave que señaló dónde fundar la ciudad",
      short: "Uno de los tres signos que dan la victoria",
      rule: "Tienes el águila mientras esta carta esté en tu mano. No se juega ni se descarta. Puedes perderla: al pagarla por una batalla perdida, por un cautivo, o al descartarla por malinalli si solo tienes signos.",
    },
    macuahuitl: {
      name: "Macuahuitl",
      hyphenated: "Macua\u00adhuitl",
      about: "Una espada de madera con filos de obsidiana",
      short: "+1 a tu total",
      rule: "Tu total en esta batalla sube 1.",
    },
    "obsidian-edge": {
      name: "Filo de obsidiana",
      hyphenated: "Filo de obsi\u00addiana",
      about: "Una hoja de vidrio volcánico",
      short: "+2 a tu total",
      rule: "Tu total en esta batalla sube 2.",
    },
    "eagle-knight": {
      name: "Guerrero águila",
      hyphenated: "Gue\u00adrrero águila",
      about: "Un guerrero de plumas, la élite del ejército",
      short: "+3 a tu total",
      rule: "Tu total en esta batalla sube 3.",
    },
    "jaguar-knight": {
      name: "Guerrero jaguar",
      hyphenated: "Gue\u00adrrero jaguar",
      about: "Un guerrero con piel de jaguar",
      short: "+2 a tu total, y la apuesta sube 1",
      rule: "Tu total en esta batalla sube 2. Quien pierda, sea quien sea, paga 1 calavera más.",
    },
    atlatl: {
      name: "Atlatl",
      about: "Un lanzadardos",
      short: "+2 a tu total",
      rule: "Tu total en esta batalla sube 2. Solo puede jugarla quien ataca.",
    },
    chimalli: {
      name: "Chimalli",
      hyphenated: "Chima\u00adlli",
      about: "Un escudo de carrizo y plumas",
      short: "+2 a tu total",
      rule: "Tu total en esta batalla sube 2. Solo puede jugarla quien defiende.",
    },
    "war-drum": {
      name: "Tambor de guerra",
      about: "El tambor que llama a la batalla",
      short: "La apuesta sube 2",
      rule: "Quien pierda esta batalla, sea quien sea, paga 2 calaveras más, si las tiene.",
    },
    captive: {
      name: "Cautivo",
      about: "Un prisionero, más valioso que un enemigo muerto",
      short: "Si ganas, toma una carta al azar de quien pierde",
      rule: "Si ganas esta batalla, después de la apuesta tomas 1 carta al azar de la mano de quien pierde. Puede ser un signo.",
    },
    "feathered-retreat": {
      name: "Retirada emplumada",
      hyphenated: "Retirada emplu\u00admada",
      about: "Una salida con honor",
      short: "La batalla termina y nadie paga",
      rule: "La batalla termina al instante. Nadie ha ganado ni perdido y nadie paga. Lo que ya costaron las cartas no se devuelve. La niebla no puede detenerla.",
    },
    omen: {
      name: "Presagio",
      about: "Un cometa sobre el lago",
      short: "Tira otra vez tu dado: vale la nueva tirada",
      rule: "Tiras otra vez tu dado y vale la nueva tirada, sea mayor o menor. Si se apuesta el dado menor, también cuenta para eso.",
    },
    ambush: {
      name: "Emboscada",
      hyphenated: "Embos\u00adcada",
      about: "Guerreros escondidos entre los carrizos",
      short: "El próximo rival que llegue te paga 1 calavera",
      rule: "Se queda en esta casilla. El próximo rival que llegue te paga 1 calavera, si la tiene. Entonces la emboscada se agota, haya pagado o no.",
    },
    xochiyaoyotl: {
      name: "Xochiyaoyotl",
      hyphenated: "Xochi\u00adyaoyotl",
      about: "La guerra florida: una batalla concertada",
      short: "Batalla contra cualquier rival, esté donde esté",
      rule: "Elige a un rival que siga en la partida. Lo atacas al instante, por lejos que esté. Nadie se mueve.",
    },
    serpent: {
      name: "Serpiente",
      hyphenated: "Ser\u00adpiente",
      about: "La serpiente en el pico del águila",
      short: "Uno de los tres signos que dan la victoria",
      rule: "Tienes la serpiente mientras esta carta esté en tu mano. No se juega ni se descarta. Puedes perderla: al pagarla por una batalla perdida, por un cautivo, o al descartarla por malinalli si solo tienes signos.",
    },
    "tlalocs-tears": {
      name: "Lágrimas de Tláloc",
      about: "Lluvia sobre los campos",
      short: "Quien llegue toma 1 calavera de la reserva",
      rule: "Se queda en esta casilla. Toda tribu que llegue aquí toma 1 calavera de la reserva, también la tuya, mientras queden.",
    },
    chinampa: {
      name: "Chinampa",
      hyphenated: "Chinam\u00adpa",
      about: "Un huerto que flota en el lago",
      short: "Cuando tú llegas, tomas 2 calaveras de la reserva",
      rule: "Se queda en esta casilla. Cada vez que llegas aquí, tomas 2 calaveras de la reserva, o las que queden.",
    },
    "spring-rain": {
      name: "Lluvia de primavera",
      hyphenated: "Lluvia de prima\u00advera",
      about: "La primera lluvia del año",
      short: "Toma 2 calaveras de la reserva",
      rule: "Tomas 2 calaveras de la reserva, o las que queden.",
    },
    downpour: {
      name: "Aguacero",
      hyphenated: "Agua\u00adcero",
      about: "Una tromba sobre un solo lugar",
      short: "Hasta 4 calaveras pasan de la reserva a este tzompantli",
      rule: "Después de pagar, hasta 4 calaveras pasan de la reserva al tzompantli de tu casilla, tantas como quepan.",
    },
    drought: {
      name: "Sequía",
      about: "Tierra agrietada",
      short: "El próximo rival que llegue no recoge nada",
      rule: "Se queda en esta casilla. El próximo rival que llegue no recoge nada aquí, así que no gana el disco ni roba carta de Día por un tzompantli lleno. Entonces la sequía se agota.",
    },
    canoe: {
      name: "Canoa",
      about: "Un tronco ahuecado sobre el lago",
      short: "Tu próxima tirada de movimiento puede alargarse hasta 3",
      rule: "Puedes alargar hasta 3 tu próxima tirada de movimiento. Las canoas se suman.",
    },
    causeway: {
      name: "Calzada",
      about: "Un camino sobre el agua",
      short: "Ve a cualquier casilla y llega allí",
      rule: "Elige una casilla, también la tuya. Vas allí y llegas: recoges, pagas tributo y luchas con quien esté allí.",
    },
    "offering-bowl": {
      name: "Vaso de ofrendas",
      about: "Un vaso de piedra para los dioses",
      short: "La reserva ofrenda hasta 3 calaveras al dios que nombres",
      rule: "Nombra a un dios. Hasta 3 calaveras de la reserva se convierten en ofrendas a ese dios. No robas cartas por ellas.",
    },
    chalchiuhtlicue: {
      name: "Chalchiuhtlicue",
      hyphenated: "Chal\u00adchiuh\u00adtlicue",
      about: "Diosa de los ríos, la de la falda de jade",
      short: "Cada rival con más calaveras que tú te paga 1",
      rule: "Después de pagar se cuenta una vez: cada rival que tenga entonces más calaveras que tú te paga 1.",
    },
    mist: {
      name: "Niebla",
      about: "Bruma sobre el campo de batalla",
      short: "La última carta de batalla de tu rival no tiene efecto",
      rule: "La última carta que tu rival jugó en esta batalla no tiene efecto; lo que costó no se devuelve. Si era otra niebla, la carta que había detenido vuelve a actuar. Hace falta una carta que aún tenga efecto.",
    },
    tlaloque: {
      name: "Tlaloque",
      hyphenated: "Tlalo\u00adque",
      about: "Los ayudantes de Tláloc, que vierten la lluvia",
      short: "Roba una carta de Guerra y una de Día, que actúa",
      rule: "Robas 1 carta de Guerra para tu mano y después 1 carta de Día, que actúa al instante.",
    },
  },
  dayCards: {
    cipactli: {
      short: plural("skulls", "Toma {skulls} [calavera|calaveras] de la reserva"),
      rule: plural(
        "skulls",
        "Tomas {skulls} [calavera|calaveras] de la reserva, [si queda alguna|o las que queden].",
      ),
    },
    ehecatl: {
      short: plural("steps", "Avanza {steps} [casilla|casillas] y llega"),
      rule: plural(
        "steps",
        "Avanzas {steps} [casilla|casillas], en el sentido actual del movimiento, y llegas allí.",
      ),
    },
    calli: {
      short: plural(
        "skulls",
        "Llega a tu casilla inicial y toma {skulls} [calavera|calaveras] de la reserva",
      ),
      rule: plural(
        "skulls",
        "Vas a tu casilla inicial y llegas allí. Después tomas {skulls} [calavera|calaveras] de la reserva.",
      ),
    },
    cuetzpalin: {
      short: plural("steps", "Retrocede {steps} [casilla|casillas] y llega"),
      rule: plural(
        "steps",
        "Retrocedes {steps} [casilla|casillas], contra el sentido actual del movimiento, y llegas allí.",
      ),
    },
    coatl: {
      short: plural("cards", "Roba {cards} [carta|cartas] de Lluvia"),
      rule: plural("cards", "Robas {cards} [carta|cartas] de Lluvia para tu mano."),
    },
    miquiztli: {
      short: plural("skulls", "Pierdes {skulls} [calavera|calaveras] para siempre"),
      rule: {
        by: "skulls",
        one: "{skulls} calavera tuya sale del juego, si la tienes.",
        other: "{skulls} calaveras tuyas salen del juego, hasta donde tengas.",
      },
    },
    mazatl: {
      short: "Juega un turno extra",
      rule: "Juegas un turno extra después de este. En un turno extra no puedes ganar otro. Los turnos extra no cuentan para el apocalipsis.",
    },
    tochtli: {
      short: "Paga 1 calavera a cada rival, mientras te queden",
      rule: "Pagas 1 calavera a cada rival, en orden de turno, mientras te queden.",
    },
    atl: {
      short: plural("skulls", "{skulls} [calavera tuya va|calaveras tuyas van] para Tláloc"),
      rule: {
        by: "skulls",
        one: "{skulls} calavera tuya se convierte en ofrenda a Tláloc, si la tienes. No robas carta por ella.",
        other:
          "{skulls} calaveras tuyas se convierten en ofrendas a Tláloc, hasta donde tengas. No robas cartas por ellas.",
      },
    },
    itzcuintli: {
      short: plural(
        "skulls",
        "Llega al inicio de {home}: {skulls} [calavera|calaveras], o {double} si ganas allí",
      ),
      rule: plural(
        "skulls",
        "Vas a la casilla inicial de {home} y llegas allí. Después tomas {skulls} [calavera|calaveras] de la reserva, o {double} si ganaste una batalla en esa llegada.",
      ),
    },
    ozomahtli: {
      short: plural("skulls", "Elige rival y dios: le ofrenda {skulls} [calavera|calaveras]"),
      rule: {
        by: "skulls",
        one: "Elige a un rival y a un dios. {skulls} calavera de ese rival se convierte en ofrenda a ese dios, si la tiene. No se roba carta por ella.",
        other:
          "Elige a un rival y a un dios. {skulls} calaveras de ese rival se convierten en ofrendas a ese dios, hasta donde tenga. No se roban cartas por ellas.",
      },
    },
    malinalli: {
      short: "Elige rival: descarta una carta de su elección",
      rule: "Elige a un rival. Descarta una carta de su elección, si tiene alguna. Solo entrega un signo si no tiene otra cosa.",
    },
    acatl: {
      short: "Roba otra carta de Día, que también actúa",
      rule: "Robas otra carta de Día, que actúa al instante. En un turno actúan 3 cartas de Día como mucho.",
    },
    ocelotl: {
      short: "Batalla contra el rival más cercano por delante",
      rule: "Atacas al rival más cercano por delante; primero, a quien esté en tu casilla. Si hay varios en una casilla, al primero en orden de turno. Nadie se mueve.",
    },
    cuauhtli: {
      short: plural("cards", "Roba {cards} [carta|cartas] de Guerra"),
      rule: plural("cards", "Robas {cards} [carta|cartas] de Guerra para tu mano."),
    },
    cozcacuauhtli: {
      short: plural("skulls", "Elige rival: págale {skulls} [calavera|calaveras]"),
      rule: plural(
        "skulls",
        "Elige a un rival. Le pagas {skulls} [calavera|calaveras], [si la tienes|hasta donde tengas].",
      ),
    },
    olin: {
      short: "Batalla contra {home}, o contra el rival más cercano por delante",
      rule: "Atacas a {home}, esté donde esté. Si esa tribu es la tuya o no juega, atacas al rival más cercano por delante. Nadie se mueve.",
    },
    tecpatl: {
      short: plural("skulls", "{skulls} [calavera tuya va|calaveras tuyas van] para Huitzilopochtli"),
      rule: {
        by: "skulls",
        one: "{skulls} calavera tuya se convierte en ofrenda a Huitzilopochtli, si la tienes. No robas carta por ella.",
        other:
          "{skulls} calaveras tuyas se convierten en ofrendas a Huitzilopochtli, hasta donde tengas. No robas cartas por ellas.",
      },
    },
    quiahuitl: {
      short: "Toma 1 calavera de la reserva",
      rule: "Tomas 1 calavera de la reserva, si queda alguna.",
    },
    "quiahuitl-13": {
      short: "Recibes una copia del disco de tu casilla",
      rule: "Recibes una copia del disco de la casilla donde estás, con su ventaja, su tributo y su signo. Una copia nunca desata el apocalipsis.",
    },
    xochitl: {
      short: "El signo de la flor: guárdala",
      rule: "Te quedas la carta: es la flor, uno de los tres signos. Todos ven que la tienes. No se juega ni se descarta. Puedes perderla: al pagarla por una batalla perdida, por un cautivo, o al descartarla por malinalli si solo tienes signos.",
    },
  },
  things: {
    supply: {
      name: "Reserva",
      about:
        "Las calaveras del centro. Las cartas dan de ella, y con ella se rellenan los tzompantlis vacíos.",
    },
    removed: {
      name: "Fuera del juego",
      about: "Calaveras perdidas para siempre: se las llevan los trueques, la muerte y la invasión.",
    },
    lake: {
      name: "Lago",
      about:
        "Donde quedan las calaveras ofrendadas, una mitad para cada dios. Si la reserva se agota, los tzompantlis se rellenan de aquí.",
    },
    "war-deck": {
      name: "Mazo de Guerra",
      about: "40 cartas, que se roban con una ofrenda a Huitzilopochtli. Una de ellas es el águila.",
    },
    "rain-deck": {
      name: "Mazo de Lluvia",
      about: "40 cartas, que se roban con una ofrenda a Tláloc. Una de ellas es la serpiente.",
    },
    "day-deck": {
      name: "Mazo de Día",
      about:
        "260 cartas: 20 signos con los números del 1 al 13. Actúan al robarlas. Las 13 flores se guardan.",
    },
    canoe: {
      name: "Canoa",
      about: "Tu próxima tirada de movimiento puede alargarse hasta 3 por cada canoa.",
    },
    signs: {
      name: "Tres signos",
      about:
        "Águila, serpiente y flor, como cartas o como los discos de cuauhtli, coatl y xochitl. Con los tres ganas.",
    },
    trade: {
      name: "Trueque con Tonantzin",
      about:
        "7 calaveras salen del juego y robas una carta de Día. Una vez por turno, y nunca en un turno con ofrendas.",
    },
    apocalypse: {
      name: "Apocalipsis",
      about: "La cuenta hacia el fin del mundo. En 13 acaba la partida.",
    },
    forestalled: {
      name: "Aplazado",
      about:
        "Las ofrendas eran iguales: la cuenta no sube, y no hay inundación ni invasión hasta la próxima comparación.",
    },
    "best-tribe": {
      name: "La mejor tribu",
      about:
        "Si el mundo se acaba, gana la tribu con más signos distintos; después cuentan discos, calaveras y cartas.",
    },
    "end-offerings": {
      name: "Ofrendas desde que empezó el final",
      about:
        "Si el mundo se acaba, gana la tribu con más ofrendas desde que empezó el final; después cuentan signos, discos, calaveras y cartas.",
    },
    spent: {
      name: "Gastadas",
      about: "Una catástrofe gasta las ofrendas de su dios.",
    },
    "last-round": {
      name: "Última ronda",
      about: "La cuenta está en 12. La próxima comparación desigual acaba la partida.",
    },
    flood: {
      name: "Inundación",
      about: "Tláloc tenía más ofrendas: no se recoge nada de los tzompantlis, así que no se ganan discos.",
    },
    invasion: {
      name: "Invasión",
      about:
        "Huitzilopochtli tenía más ofrendas: después de recoger se pierde otra calavera del tzompantli para siempre.",
    },
  },
  conditions: {
    running: { met: "La partida está en marcha.", unmet: "La partida ha terminado." },
    seated: { met: "Tienes un asiento.", unmet: "No tienes asiento en esta partida, o te has rendido." },
    "not-a-sign": {
      met: "No es un signo.",
      unmet: "Un signo nunca se juega ni se descarta: cuenta mientras lo tengas.",
    },
    "not-a-day-card": { met: "No es una carta de Día.", unmet: "Las cartas de Día actúan al robarlas." },
    "in-battle": { met: "Estás en una batalla.", unmet: "No estás en una batalla." },
    attacking: { met: "Atacas tú.", unmet: "No eres quien ataca." },
    defending: { met: "Defiendes tú.", unmet: "No eres quien defiende." },
    "your-turn": { met: "Es tu turno.", unmet: "Es el turno de {who}." },
    "your-answer": { met: "Te toca jugar una carta.", unmet: "Antes decide {who}." },
    "after-landing": {
      met: "Ya has llegado y no queda nada pendiente.",
      unmet: "Antes tienes que tirar, llegar y resolver lo que ocurra.",
    },
    "before-cards": {
      met: "Aún no has jugado ni descartado cartas este turno.",
      unmet: "Ya has jugado o descartado una carta este turno: con eso acabaron tus ofrendas.",
    },
    "card-to-stop": {
      met: "La última carta de tu rival tiene efecto.",
      unmet: "Tu rival no tiene una última carta con efecto.",
    },
    "not-traded": {
      met: "No has hecho un trueque este turno.",
      unmet: "Ya has hecho un trueque este turno.",
    },
    "not-offered": {
      met: "No has ofrendado nada este turno.",
      unmet: "Ya has hecho una ofrenda este turno.",
    },
    "skull-to-offer": {
      met: "Tienes una calavera para {god}.",
      unmet: "No tienes una calavera para {god} ni una ofrenda gratis.",
    },
    skulls: {
      met: "Puedes pagar: cuesta {cost} de tus {skulls}.",
      unmet: plural("cost", "Cuesta {cost} [calavera|calaveras]: tienes {skulls}."),
    },
    room: {
      met: "Hay sitio en el tzompantli de {space}: {room} libres.",
      unmet: "No hay sitio en el tzompantli de {space} para un coste de {cost}: {room} libres.",
    },
  },
  targets: {
    seat: "Elige contra quién luchas.",
    god: "Elige un dios.",
    space: "Elige a qué casilla vas.",
  },
  decisions: {
    roll: { you: "Tira el dado.", other: "{who} va a tirar." },
    move: { you: "Elige cuánto avanzas.", other: "{who} elige cuánto avanza." },
    battle: { you: "Juega una carta de batalla o pasa.", other: "{who} juega una carta de batalla o pasa." },
    pay: {
      you: "Has perdido y no tienes calaveras: entrega una carta.",
      other: "{who} entrega una carta por la batalla perdida.",
    },
    challenge: {
      you: "Desafía a una tribu vecina o pasa.",
      other: "{who} puede desafiar a una tribu vecina.",
    },
    choose: { you: "Elige a quién afecta {card}.", other: "{who} elige a quién afecta {card}." },
    discard: { you: "Descarta una carta.", other: "{who} descarta una carta." },
    sacrifice: {
      you: "Ofrenda calaveras, haz un trueque, juega cartas o termina tu turno.",
      other: "{who} puede ofrendar, hacer un trueque y jugar cartas.",
    },
    cards: { you: "Juega o descarta cartas, o termina tu turno.", other: "{who} puede jugar cartas." },
  },
  commands: {
    roll: { button: "Tirar", does: "Avanzas lo que salga y llegas." },
    move: {
      button: plural("steps", "Avanzar {steps} [paso|pasos]"),
      does: "Llegas a {space}.",
    },
    challenge: { button: "Desafiar a {whom}", does: "Atacas a {whom} desde la casilla vecina." },
    "play-battle-card": { button: "Jugar {card}", does: "{does}." },
    pass: { button: "Pasar", does: "Cuando ambos pasan seguidos, la batalla se resuelve." },
    "pass-challenge": { button: "No desafiar", does: "La llegada sigue sin desafío." },
    "pay-card": { button: "Entregar {card}", does: "Pasa a la mano de quien ganó." },
    "discard-card": { button: "Descartar {card}", does: "Queda en la pila sin efecto." },
    choose: { button: "Elegir a {whom}", does: "{does}." },
    "choose-god": { button: "{whom}, a {god}", does: "{whom} ofrenda a {god}." },
    sacrifice: { button: "Ofrendar a {god}", does: "1 calavera tuya, y robas una {deck}." },
    "sacrifice-free": { button: "Ofrendar a {god}", does: "1 calavera de la reserva, y robas una {deck}." },
    trade: {
      button: "Trueque con Tonantzin",
      does: plural(
        "cost",
        "{cost} [calavera sale|calaveras salen] del juego y robas una carta de Día. Después no hay más ofrendas este turno.",
      ),
    },
    "play-card": { button: "Jugar {card}", does: "{does}." },
    "play-card-seat": { button: "Jugar {card} contra {whom}", does: "Atacas a {whom} al instante." },
    "play-card-god": { button: "Jugar {card} para {god}", does: "Las calaveras van para {god}." },
    "play-card-space": { button: "Jugar {card} hacia {space}", does: "Vas a {space} y llegas allí." },
    discard: { button: "Descartar {card}", does: "Tapa la carta de debajo y no hace nada más. Es gratis." },
    "end-turn": { button: "Terminar turno", does: "Empieza la siguiente tribu." },
    concede: {
      button: "Rendirse",
      does: "Dejas la partida para siempre. Tus calaveras vuelven a la reserva y tus discos, al tablero.",
    },
  },
  refusals: {
    malformed: { plain: "El juego no conoce esa orden." },
    "match-over": { plain: "La partida ha terminado." },
    "not-seated": { plain: "No tienes asiento en esta partida, o te has rendido." },
    "not-your-decision": { plain: "Ahora decide otra tribu.", exact: "Ahora decide {who}." },
    "wrong-phase": { plain: "Ahora no es posible: se te pide otra cosa." },
    "not-in-hand": { plain: "No tienes esa carta." },
    "not-playable-now": {
      plain: "Esa carta no se puede jugar ahora.",
      exact: "{card} no se puede jugar ahora.",
    },
    "bad-target": { plain: "Elige a un rival que siga en juego y esté a tu alcance." },
    "bad-steps": {
      plain: "Con esta tirada no puedes ir tan lejos.",
      exact: "Con esta tirada puedes avanzar {open} pasos.",
    },
    "already-traded": { plain: "Ya has hecho un trueque este turno: ni ofrendas ni otro trueque." },
    "already-sacrificed": { plain: "Ya has hecho una ofrenda este turno, así que no hay trueque." },
    "no-skulls": { plain: "No tienes ninguna calavera que ofrendar." },
    "not-enough-skulls": {
      plain: "No tienes suficientes calaveras.",
      exact: plural("cost", "Cuesta {cost} [calavera|calaveras]: tienes {skulls}."),
    },
    "space-full": {
      plain: "El tzompantli no tiene sitio para lo que cuesta la carta.",
      exact: "El tzompantli de {space} tiene {room} libres, y la carta cuesta {cost}.",
    },
  },
  events: {
    "ticked-flood": "La cuenta sube a {count} de 13. Inundación: no se recoge nada de los tzompantlis.",
    "ticked-invasion":
      "La cuenta sube a {count} de 13. Invasión: cada vez que se recoge se pierde otra calavera.",
    "last-round": "Es la última ronda.",
    forestalled: "Las ofrendas de los dioses son iguales: la cuenta no sube y no hay catástrofe.",
    rained: {
      by: "racks",
      one: "Llueve: {racks} tzompantli gana una calavera de la reserva.",
      other: "Llueve: {racks} tzompantlis ganan una calavera cada uno de la reserva.",
    },
    shaken: "La tierra tiembla: 1 calavera de {space} vuelve a la reserva.",
    invaded: "La invasión saca del juego 1 calavera de {space}.",
    "triggered-by-discs": plural("count", "Empieza el apocalipsis, con [el disco|los discos] de {discs}."),
    "triggered-by-offerings": "Empieza el apocalipsis, con las ofrendas a los dioses.",
    "rule-changes": "Nueva regla para todos. {change}",
    "every-turn-counts": "Desde el próximo turno, todos los turnos cuentan.",
    "ruling-flood": "Tláloc tiene más: inundación.",
    "ruling-invasion": "Huitzilopochtli tiene más: invasión.",
    "ruling-none": "Los dioses tienen lo mismo: aún no hay catástrofe.",
    refilled: plural(
      "skulls",
      "El tzompantli de {space} se rellena con {skulls} [calavera|calaveras] de la reserva.",
    ),
    "refilled-lake": "El tzompantli de {space} se rellena: {skulls} de la reserva, {lake} del lago.",
    "refilled-lake-only": plural(
      "lake",
      "El tzompantli de {space} se rellena con {lake} [calavera|calaveras] del lago.",
    ),
    "top-card-acted": "Actúa la carta de encima de {space}: {card}.",
    "top-card-spent": "Actúa y se agota la carta de encima de {space}: {card}.",
    "battle-ended": "La batalla ha terminado.",
    reshuffled: plural("cards", "El mazo de {pile} se baraja de nuevo: {cards} [carta|cartas] de las pilas."),
    "offered-from-supply": "1 calavera de la reserva se convierte en ofrenda a {god}.",
    "rack-filled": plural(
      "skulls",
      "{skulls} [calavera|calaveras] de la reserva [va|van] al tzompantli de {space}.",
    ),
    "outcome-apocalypse": "El mundo se acaba y nadie ha ganado.",
    "outcome-out-of-days": "No quedan más días y nadie ha ganado.",
    "turn-began": { you: "Empieza tu turno.", other: "Empieza el turno de {who}." },
    "extra-turn-began": { you: "Empieza tu turno extra.", other: "Empieza el turno extra de {who}." },
    rolled: { you: "Sacas un {dice}.", other: "{who} saca un {dice}." },
    "rolled-two": {
      you: "Sacas {dice}: usa el que quieras.",
      other: "{who} saca {dice} y puede usar cualquiera.",
    },
    moved: {
      you: plural("steps", "Avanzas {steps} [paso|pasos] hasta {space}."),
      other: plural("steps", "{who} avanza {steps} [paso|pasos] hasta {space}."),
    },
    "moved-by-card": { you: "Vas a {space}.", other: "{who} va a {space}." },
    "moved-only": {
      you: "Vas a {space}. Después de 5 llegadas en un turno, allí no pasa nada.",
      other: "{who} va a {space}. Después de 5 llegadas en un turno, allí no pasa nada.",
    },
    collected: {
      you: plural("skulls", "Recoges {skulls} [calavera|calaveras] de {space}."),
      other: plural("skulls", "{who} recoge {skulls} [calavera|calaveras] de {space}."),
    },
    "disc-earned": { you: "Ganas el disco de {disc}.", other: "{who} gana el disco de {disc}." },
    "disc-taken": {
      you: "Ganas el disco de {disc}, que tenía {whom}.",
      toYou: "{who} gana el disco de {disc}, que tenías tú.",
      other: "{who} gana el disco de {disc}, que tenía {whom}.",
    },
    keeper: {
      you: "Llevas la cuenta: se compara al empezar tus turnos.",
      other: "{who} lleva la cuenta: se compara al empezar sus turnos.",
    },
    passed: { you: "Pasas.", other: "{who} pasa." },
    "card-played": {
      you: plural("cost", "Juegas {card} por {cost} [calavera|calaveras]."),
      other: plural("cost", "{who} juega {card} por {cost} [calavera|calaveras]."),
    },
    "card-played-free": { you: "Juegas {card}.", other: "{who} juega {card}." },
    "omen-rolled": { you: "Tu nueva tirada es {roll}.", other: "La nueva tirada de {who} es {roll}." },
    "card-drawn": { you: "Robas una {deck}.", other: "{who} roba una {deck}." },
    "card-drawn-known": { you: "Robas una {deck}: {card}.", other: "{who} roba una {deck}: {card}." },
    "day-card-drawn": {
      you: "Robas la carta de Día {card}: «{does}».",
      other: "{who} roba la carta de Día {card}: «{does}».",
    },
    "day-card-kept": {
      you: "Robas {card} y te quedas la flor.",
      other: "{who} roba {card} y se queda la flor.",
    },
    "day-card-idle": {
      you: "Robas la carta de Día {card}. No tiene efecto: ya han actuado 3 este turno.",
      other: "{who} roba la carta de Día {card}. No tiene efecto: ya han actuado 3 este turno.",
    },
    "skulls-taken": {
      you: plural("skulls", "Tomas {skulls} [calavera|calaveras] de la reserva."),
      other: plural("skulls", "{who} toma {skulls} [calavera|calaveras] de la reserva."),
    },
    "skulls-lost": {
      you: plural("skulls", "Pierdes {skulls} [calavera|calaveras] para siempre."),
      other: plural("skulls", "{who} pierde {skulls} [calavera|calaveras] para siempre."),
    },
    offered: {
      you: "Por una carta ofrendas 1 calavera a {god}.",
      other: "Por una carta {who} ofrenda 1 calavera a {god}.",
    },
    "extra-turn-won": { you: "Tendrás un turno extra.", other: "{who} tendrá un turno extra." },
    "canoe-launched": {
      you: "Botas una canoa para tu próxima tirada.",
      other: "{who} bota una canoa para su próxima tirada.",
    },
    "copy-received": {
      you: "Recibes una copia del disco de {disc}.",
      other: "{who} recibe una copia del disco de {disc}.",
    },
    sacrificed: { you: "Ofrendas una calavera a {god}.", other: "{who} ofrenda una calavera a {god}." },
    "sacrificed-free": {
      you: "Ofrendas a {god} una calavera de la reserva.",
      other: "{who} ofrenda a {god} una calavera de la reserva.",
    },
    traded: {
      you: "Haces un trueque con Tonantzin: {skulls} calaveras por una carta de Día.",
      other: "{who} hace un trueque con Tonantzin: {skulls} calaveras por una carta de Día.",
    },
    discarded: { you: "Descartas {card}.", other: "{who} descarta {card}." },
    conceded: { you: "Te rindes.", other: "{who} se rinde." },
    "outcome-signs": {
      you: "Tienes el águila, la serpiente y la flor: ganas.",
      other: "{who} tiene el águila, la serpiente y la flor, y gana.",
    },
    "outcome-best-tribe": {
      you: "La tuya es la mejor tribu: ganas.",
      other: "{who} tiene la mejor tribu, y gana.",
    },
    "outcome-last-tribe": {
      you: "La tuya es la última tribu: ganas.",
      other: "{who} es la última tribu, y gana.",
    },
    "tribute-paid": {
      you: plural("skulls", "Pagas a {whom} {skulls} [calavera|calaveras] de tributo."),
      toYou: plural("skulls", "{who} te paga {skulls} [calavera|calaveras] de tributo."),
      other: plural("skulls", "{who} paga a {whom} {skulls} [calavera|calaveras] de tributo."),
    },
    "battle-began": {
      you: "Atacas a {whom}: {attack} contra {defence} en los dados.",
      toYou: "{who} te ataca: {attack} contra {defence} en los dados.",
      other: "{who} ataca a {whom}: {attack} contra {defence} en los dados.",
    },
    challenged: {
      you: "Desafías a {whom} a una casilla de distancia.",
      toYou: "{who} te desafía a una casilla de distancia.",
      other: "{who} desafía a {whom} a una casilla de distancia.",
    },
    "battle-won": {
      you: "Ganas la batalla contra {whom}.",
      toYou: "{who} te gana la batalla.",
      other: "{who} gana la batalla contra {whom}.",
    },
    "stake-paid": {
      you: plural("skulls", "Pagas la apuesta a {whom}: {skulls} [calavera|calaveras]."),
      toYou: plural("skulls", "{who} te paga la apuesta: {skulls} [calavera|calaveras]."),
      other: plural("skulls", "{who} paga la apuesta a {whom}: {skulls} [calavera|calaveras]."),
    },
    "card-paid": {
      you: "Entregas a {whom} una {deck}.",
      toYou: "{who} te entrega una {deck}.",
      other: "{who} entrega a {whom} una {deck}.",
    },
    "card-paid-known": {
      you: "Entregas a {whom} una {deck}: {card}.",
      toYou: "{who} te entrega una {deck}: {card}.",
      other: "{who} entrega a {whom} una {deck}: {card}.",
    },
    "card-taken": {
      you: "Le quitas a {whom} una {deck}.",
      toYou: "{who} te quita una {deck}.",
      other: "{who} le quita a {whom} una {deck}.",
    },
    "card-taken-known": {
      you: "Le quitas a {whom} una {deck}: {card}.",
      toYou: "{who} te quita una {deck}: {card}.",
      other: "{who} le quita a {whom} una {deck}: {card}.",
    },
    chose: { you: "Eliges a {whom}.", toYou: "{who} te elige.", other: "{who} elige a {whom}." },
    "chose-god": {
      you: "Eliges a {whom} y a {god}.",
      toYou: "{who} te elige, y a {god}.",
      other: "{who} elige a {whom} y a {god}.",
    },
    "skulls-paid": {
      you: plural("skulls", "Pagas a {whom} {skulls} [calavera|calaveras]."),
      toYou: plural("skulls", "{who} te paga {skulls} [calavera|calaveras]."),
      other: plural("skulls", "{who} paga a {whom} {skulls} [calavera|calaveras]."),
    },
  },
  outcomes: {
    signs: "Tres signos",
    "last-tribe": "La última tribu",
    apocalypse: "El mundo se ha acabado",
    "out-of-days": "No quedan más días",
  },
};
