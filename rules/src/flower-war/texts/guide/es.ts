import type { FlowerWarGuide } from "./en.ts";

/** The guide to Flower War and Mexica in Spanish. The canon (docs/rules/flower-war.md) decides what it may say. */
export const es: FlowerWarGuide = {
  options: {
    battleStake: {
      label: "Qué se juega en una batalla",
      about: "Lo que paga quien pierde, antes de lo que añadan cartas y reglas.",
      values: { one: "1 calavera", "lower-roll": "el menor de los dos dados" },
    },
    cardCosts: {
      label: "Qué cuestan las cartas",
      about: "El coste se paga en el tzompantli donde se juega el turno, así que allí tiene que haber sitio.",
      values: { printed: "las calaveras que indican", free: "nada" },
    },
    apocalypseTrigger: {
      label: "Cómo empieza el final",
      about: "Cuentan los discos que están fuera del tablero al mismo tiempo.",
      values: {
        "1": "con el primer disco fuera del tablero",
        "2": "con 2 discos fuera del tablero",
        "3": "con 3 discos fuera del tablero",
        "260": "con 260 ofrendas, o con todos los discos fuera del tablero",
      },
    },
    countdown: {
      label: "Cómo se cuenta el final",
      about: "La cuenta acaba en 13. Los turnos extra no cuentan nunca.",
      values: { keeper: "cuando empieza un turno quien lleva la cuenta", turns: "al final de cada turno" },
    },
    discRules: {
      label: "Los discos cambian reglas al final",
      about: "Cada disco que desata el final cambia una regla para todos. Con 260 ofrendas, ninguno.",
      values: { true: "sí, cada uno la suya", false: "no" },
    },
    rackSize: {
      label: "Calaveras de un tzompantli lleno",
      about: "De 4 a 13. Con menos, la partida es más corta; las demás quedan en la reserva.",
      values: {},
    },
    bestTribeWins: {
      label: "Quién gana si el mundo se acaba",
      about:
        "Si no deciden las ofrendas, la mejor tribu es la que tiene más signos distintos; en caso de empate, más discos, luego más calaveras y luego más cartas en la mano.",
      values: { true: "la mejor tribu", false: "ninguna tribu" },
    },
    offeringsDecide: {
      label: "La mejor tribu tiene",
      about:
        "Solo si gana la mejor tribu. Son ofrendas las calaveras propias que llegan a los dioses desde que empieza el final; en caso de empate cuentan signos, discos, calaveras y cartas.",
      values: { true: "más ofrendas", false: "más signos distintos" },
    },
    offeringsSpent: {
      label: "Las ofrendas tras una catástrofe",
      about:
        "Cada comparación trae la catástrofe del dios con más ofrendas. Si así se gastan, ese dios empieza de nuevo, e inundaciones e invasiones se alternan más.",
      values: { true: "se gastan", false: "cuentan hasta el final" },
    },
  },
  rules: {
    goal: {
      heading: "Cómo se gana",
      canon: "9",
      paragraphs: [
        "Reúne los tres signos al mismo tiempo: águila, serpiente y flor. Ganas en ese instante, sea el turno de quien sea.",
        "El águila es una carta del mazo de Guerra; la serpiente, una del mazo de Lluvia. 13 de las 260 cartas de Día son la flor. Los discos de las casillas cuauhtli, coatl y xochitl también valen como águila, serpiente y flor.",
        "Si el mundo se acaba antes, no gana nadie. Pasa a menudo: la victoria tiene que ser difícil.",
        "En una velada corta, o si el anfitrión lo eligió, gana entonces la mejor tribu.",
        "Donde deciden las ofrendas, como en la velada corta, es la que dio a los dioses más calaveras propias desde que empezó el final; si no, y en caso de empate, la que tiene más signos distintos, luego más discos, calaveras y cartas. Si dos siguen iguales, no gana nadie.",
      ],
    },
    board: {
      heading: "El tablero",
      canon: "2",
      paragraphs: [
        "20 signos de los días forman un anillo que todos recorren en el mismo sentido. En cada uno hay un tzompantli con 13 calaveras, o menos si habéis elegido una partida más corta.",
        "Hay 360 calaveras. Las que no están en los tzompantlis forman la reserva, en el centro. Empiezas sin calaveras y sin cartas, cada tribu en su casilla inicial.",
      ],
    },
    turn: {
      heading: "Tu turno",
      canon: "3",
      paragraphs: [
        "Tira el dado y avanza tantas casillas. Algunos discos y cartas te dejan ir más lejos.",
        "Llegas: tomas una calavera del tzompantli, y puede que ocurran más cosas.",
        "Después ofrenda calaveras a los dioses, tantas como quieras, o haz un trueque con Tonantzin. Luego juega o descarta cartas, tantas como quieras. Con la primera carta acaban tus ofrendas de este turno.",
        "Termina tu turno. Acaba solo cuando ya no puedes hacer nada.",
      ],
    },
    landing: {
      heading: "Llegar a una casilla",
      canon: "4",
      paragraphs: [
        "En este orden: recoges una calavera; ganas el disco si era la última; actúa la carta de encima de la pila; pagas tributo; luchas con todos los que estén allí.",
        "Si el tzompantli estaba lleno cuando llegaste, al final robas además una carta de Día.",
        "Si tienes un disco de alcance, después puedes desafiar a una tribu que esté exactamente a una casilla.",
      ],
    },
    discs: {
      heading: "Los discos del calendario",
      canon: "4, 8",
      paragraphs: [
        "En cada casilla hay un disco. Toma la última calavera de su tzompantli y el disco es tuyo, aunque lo tuviera otra tribu. El tzompantli se rellena enseguida.",
        "Cada disco te da una ventaja: pasos más largos, una calavera más al recoger, +1 en batalla, alcance, o una ofrenda gratis por turno. Las ventajas de un mismo tipo se suman hasta 2 como mucho.",
        "Los demás que lleguen a su casilla te pagan 1 calavera de tributo.",
      ],
    },
    offerings: {
      heading: "Ofrendas",
      canon: "6",
      paragraphs: [
        "Da una calavera a Huitzilopochtli y roba una carta de Guerra, o dásela a Tláloc y roba una carta de Lluvia. Si jugáis con un Templo Mayor, deja caer la calavera por su ranura: es lo mismo.",
        "Una ofrenda cuenta para su dios el resto de la partida. Las dos sumas deciden lo que hace el apocalipsis.",
        "O haz un trueque: una vez por turno, si no has ofrendado nada, 7 calaveras salen del juego a cambio de una carta de Día. Después ya no puedes ofrendar en ese turno.",
      ],
    },
    cards: {
      heading: "Jugar cartas",
      canon: "7",
      paragraphs: [
        "Cada carta dice cuándo se puede jugar: en una batalla, o en tu turno después de llegar. Puedes tener tantas como quieras, y solo las ves tú.",
        "Su coste se paga en calaveras en el tzompantli de la tribu en turno, que tiene que tener sitio. Por eso es difícil jugar cartas sobre un tzompantli lleno. Algunas cuestan 0.",
        "Las cartas jugadas y descartadas quedan en la pila de esa casilla. Una carta que permanece actúa sobre quien llega, pero solo mientras está encima: descarta una carta para taparla.",
      ],
    },
    battle: {
      heading: "Batallas",
      canon: "5",
      paragraphs: [
        "Quien llega ataca. Cada tribu tira un dado y suma sus ventajas. Luego, empezando por quien ataca, cada una juega una carta de batalla o pasa, por turnos, hasta que las dos pasan seguidas.",
        "Gana el total mayor, y quien pierde paga la apuesta: 1 calavera, y más con algunas cartas. En caso de empate nadie paga.",
        "Quien pierde sin calaveras entrega una carta de su elección, aunque sea un signo. Si tampoco tiene cartas, se roba una carta de Día para quien ganó.",
      ],
    },
    "day-cards": {
      heading: "Cartas de Día",
      canon: "7",
      paragraphs: [
        "Una carta de Día tiene un signo y un número del 1 al 13, como en el calendario ritual. Actúa en cuanto se roba; con un número más alto, con más fuerza. En un turno actúan 3 como mucho.",
        "Solo se guarda la flor, y todos la ven.",
      ],
    },
    apocalypse: {
      heading: "El apocalipsis",
      canon: "1, 10",
      paragraphs: [
        "Empieza cuando un disco sale del tablero: el primero, el segundo o el tercero, según lo acordado. La tribu en cuyo turno ocurre lleva la cuenta.",
        "Al empezar cada turno de quien lleva la cuenta se comparan las ofrendas de los dos dioses. Si son desiguales, la cuenta sube 1. Si son iguales, no sube: el final se aplaza.",
        "En 12 se anuncia la última ronda. En 13 la partida acaba al instante.",
      ],
    },
    catastrophes: {
      heading: "Inundación e invasión",
      canon: "10",
      paragraphs: [
        "Si Tláloc tiene más ofrendas, hay inundación: no se recoge nada de los tzompantlis y, por tanto, no se gana ningún disco.",
        "Si Huitzilopochtli tiene más, hay invasión: después de recoger, otra calavera del tzompantli se pierde para siempre. Si así se vacía, nadie gana el disco.",
        "Cada una dura hasta la próxima comparación.",
        "En una velada corta, o si el anfitrión lo eligió, una catástrofe gasta las ofrendas de su dios: las próximas comparaciones cuentan solo las hechas desde entonces.",
      ],
    },
    "rule-changes": {
      heading: "Los discos cambian las reglas",
      canon: "10",
      paragraphs: [
        "Cada disco que desató el apocalipsis cambia una regla, para todos y hasta el final. Mira el disco para saber cuál.",
      ],
    },
    end: {
      heading: "Cómo acaba una partida",
      canon: "9",
      paragraphs: [
        "Alguien reúne tres signos; o solo queda una tribu porque las demás se han rendido; o la cuenta se completa; o pasan 2600 turnos.",
        "Puedes rendirte en cualquier momento. Tus calaveras van a la reserva, tus cartas a tu casilla y tus discos vuelven al tablero.",
      ],
    },
    mexica: {
      heading: "Mexica, el primer diseño",
      canon: "1",
      paragraphs: [
        "Mexica es Flower War con estas diferencias.",
        "De 2 a 4 tribus. Las cartas no cuestan nada. Quien pierde una batalla paga el menor de los dos dados.",
        "El apocalipsis empieza con 260 ofrendas en total, o cuando los 20 discos están fuera del tablero. Desde el siguiente turno se compara y se cuenta en todos los turnos, hasta 13. Ningún disco cambia reglas.",
      ],
    },
    fair: {
      heading: "Dados limpios",
      canon: "12",
      paragraphs: [
        "Todo el azar sale de un secreto que el servidor sella antes de la partida y de una palabra de cada jugador. Al terminar, cualquiera puede volver a calcular cada dado.",
      ],
    },
  },
};
