import type { SpaceAztecsGuide } from "./en.ts";

/** The guide to Space Aztecs in Spanish. The canon (docs/rules/space-aztecs.md) decides what it may say. */
export const es: SpaceAztecsGuide = {
  options: {
    removedSet: {
      label: "Grupo que se queda en la caja",
      about: "De 2 a 4 jugadores, un grupo se queda en la caja. Con más se juegan los 4.",
      values: {
        random: "uno al azar",
        P: "rosa: Aldeanos y Animales",
        Y: "amarillo: Guerreros",
        B: "azul: Superiores",
        G: "verde: Agentes",
      },
    },
    codex: {
      label: "Códices",
      about: "8 cartas que puntúan lo que tiene una ciudad. Con niños se pueden dejar en la caja.",
      values: { true: "se juegan", false: "en la caja" },
    },
  },
  rules: {
    goal: {
      heading: "Cómo se gana",
      canon: "7, 8",
      paragraphs: [
        "Levanta la ciudad con más puntos: aztecas que sobreviven, Códices y cartas que se llevaron tus Platillos.",
      ],
    },
    round: {
      heading: "Una ronda",
      canon: "5",
      paragraphs: [
        "8 montones rodean el reloj de sol. Por turnos, cada cual toma uno y lo mira. Después todos eligen en secreto 1 carta y devuelven el resto.",
        "Cuando todos han elegido, se dicen las horas de las cartas. Luego las cartas se juegan una tras otra.",
      ],
    },
    order: {
      heading: "Quién juega primero",
      canon: "5",
      paragraphs: [
        "La hora más temprana se lleva la ficha. Su dueño juega primero y luego los demás en el sentido de las agujas del reloj, sean cuales sean sus horas. En la siguiente ronda, la ficha también toma montón primero.",
      ],
    },
    temples: {
      heading: "Templos",
      canon: "6",
      paragraphs: [
        "Un Templo cubre a todos los aztecas de su grupo a la vista en tu ciudad. Debajo están a salvo de los Platillos. Los que llegan después quedan a la vista, salvo que ayude un Agente.",
      ],
    },
    saucers: {
      heading: "Platillos volantes",
      canon: "6",
      paragraphs: [
        "Un Platillo se lleva 1 azteca a la vista de su grupo de cada una de las demás ciudades. Donde hay varios, elige su dueño. Cada carta que se lleva vale 1 punto al final.",
        "Las cartas aún sin descubrir están a salvo: por eso importa quién juega primero.",
      ],
    },
    agents: {
      heading: "Agentes",
      canon: "6",
      paragraphs: [
        "Mientras un Agente especial o muy especial está a la vista en tu ciudad, cada azteca que juegues puede ponerse enseguida bajo un Templo de su grupo. El Agente tiene que haber llegado antes.",
      ],
    },
    codices: {
      heading: "Códices",
      canon: "2, 8",
      paragraphs: [
        "Un Códice puntúa al final: 2 puntos por cada cosa de algún tipo en tu ciudad, 8 como mucho. Solo cuentan aztecas y Templos, no los Platillos ni lo que se llevaron.",
      ],
    },
    sets: {
      heading: "Los cuatro grupos",
      canon: "2, 8",
      paragraphs: [
        "Rosa: puntos fijos. Pero al final quien tiene menos aztecas rosas pierde 5 puntos, también todos los que empaten.",
        "Amarillo: los Guerreros valen más cuantos más tengas de un tipo.",
        "Azul: un Sacerdote vale 10 con un Alienígena y 0 sin él. Los Nobles dan puntos fijos.",
        "Verde: los Agentes protegen a otros; los Archivistas valen más a cubierto.",
        "De 2 a 4 jugadores, un grupo se queda en la caja.",
      ],
    },
    end: {
      heading: "Cómo acaba una partida",
      canon: "7, 8",
      paragraphs: [
        "Tras una ronda en la que 2 o más montones quedan vacíos, o cuando han llegado 7 Platillos (9 con 5 o 6 jugadores). Una ronda siempre se termina.",
        "Gana quien tenga más puntos. Si hay empate, deciden los aztecas de la ciudad; si también son iguales, se comparte la victoria.",
        "Puedes rendirte en cualquier momento. Tu ciudad se queda como está, pero ya no participa, y quedas al final. Si solo queda un jugador, gana.",
      ],
    },
    memory: {
      heading: "Recuerda",
      canon: "9",
      paragraphs: [
        "Solo ves un montón mientras lo tienes, y el juego no vuelve a enseñarlo. Recordar qué hay en cada sitio es la mitad de la partida.",
      ],
    },
  },
};
