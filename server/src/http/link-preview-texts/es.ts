import type { PreviewTexts } from "./types.ts";

export const es: PreviewTexts = {
  locale: "es_ES",
  about:
    "Un juego de mesa de veinte días, calaveras y dos dioses. Se juega en el navegador, con amigos o con bots.",
  leads: {
    "flower-war":
      "Recorre el anillo de los días, junta calaveras, alimenta a dos dioses y halla águila, serpiente y flor antes de que el mundo acabe.",
    mexica:
      "Flower War como se diseñó al principio: las cartas son gratis y 260 ofrendas inician el fin del mundo.",
    "space-aztecs":
      "Todos eligen en secreto una carta a la vez. Construye una ciudad de cartas antes de que los platillos se lleven a la gente.",
    tieqchieq:
      "Una carrera para dos en un tablero pequeño: lanza las monedas, cruza los puentes y lleva seis fichas a casa.",
  },
  tableOf: "La mesa de {host}: {game}",
  table: "Una mesa: {game}",
  invitation: "Una invitación a jugar a {game}",
  free: "Asientos libres: {free} de {all}.",
  full: "Todos los asientos están ocupados, puedes mirar.",
  playing: "La partida ha empezado, puedes mirar.",
  seated: "En la mesa: {people}.",
  over: "La partida ha terminado. Mira cómo acabó.",
};
