import type { TieqchieqGuide } from "./en.ts";

/** The guide to Tıeqchıeq in Spanish. The canon (docs/rules/tieqchieq.md) decides what it may say. */
export const es: TieqchieqGuide = {
  options: {
    first: {
      label: "Quién empieza",
      about: "Los dos colores tienen las mismas posibilidades.",
      values: { random: "lo decide una moneda", red: "Rojo", yellow: "Amarillo" },
    },
  },
  rules: {
    goal: {
      heading: "Cómo se gana",
      canon: "1, 9",
      paragraphs: ["Lleva las 6 fichas de tu color a casa, a tu X. Gana quien lo consigue primero."],
    },
    board: {
      heading: "El tablero",
      canon: "3",
      paragraphs: [
        "Cada color recorre su propio camino de 14 casillas, del punto a la X. Los dos giran en el mismo sentido, así que las fichas se persiguen.",
        "7 casillas son de los dos caminos. Allí se encuentran las fichas.",
      ],
    },
    turn: {
      heading: "Tu turno",
      canon: "5, 6",
      paragraphs: [
        "Lanza 4 monedas. La tirada es cuántas quedan de cara; con un 0 termina tu turno.",
        "Haz entrar una ficha o mueve una, hasta donde llegue la tirada. Si alguna puede actuar, tiene que hacerlo una. En cada casilla solo cabe una ficha tuya; se puede pasar por encima de otras.",
        "Una ficha no puede usar una tirada que se pase de casa.",
      ],
    },
    prices: {
      heading: "Lo que cuestan las casillas",
      canon: "3, 6",
      paragraphs: [
        "Entrar en una casilla cuesta 1 de la tirada. Una de territorio enemigo cuesta 3, también si solo pasas por ella.",
        "Si lo que queda de la tirada no paga la siguiente casilla, la ficha se detiene y el resto se pierde.",
      ],
    },
    battle: {
      heading: "Batallas",
      canon: "8",
      paragraphs: [
        "Si llegas a una ficha enemiga, se lanzan dos monedas, cada una con un lado rojo y otro amarillo. Si las dos muestran el color de quien defiende, gana quien defiende; si no, quien ataca: 3 de cada 4.",
        "La ficha que pierde vuelve a su reserva y puede entrar de nuevo.",
      ],
    },
    squares: {
      heading: "Cruz, anillo y sol",
      canon: "7",
      paragraphs: [
        "En una cruz de tu color puedes avanzar enseguida 1 casilla más, si cuesta 1 y está libre para ti.",
        "En un anillo o en el sol juegas otro turno, con la ficha que quieras. En el sol una ficha está a salvo de batallas.",
      ],
    },
    end: {
      heading: "Cómo acaba una partida",
      canon: "9",
      paragraphs: [
        "Con 6 fichas en casa. Si llegara a 1000 lanzamientos, cosa que no ocurre, ganaría quien vaya por delante.",
        "Puedes rendirte en cualquier momento, también en el turno del rival, que gana al instante.",
      ],
    },
  },
};
