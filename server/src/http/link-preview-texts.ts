/** The texts of link previews, by language. Names and games are put in as they are: the caller escapes the text. */
export interface PreviewTexts {
  /** The language as Open Graph writes it. */
  readonly locale: string;
  readonly about: string;
  /** What players do in a game, by its name. */
  readonly leads: { readonly [game: string]: string | undefined };
  readonly tableOf: (host: string, game: string) => string;
  readonly table: (game: string) => string;
  readonly invitation: (game: string) => string;
  /** @param people the seated people, as a list in words; `""`: none */
  readonly free: (free: number, all: number, people: string) => string;
  readonly full: (people: string) => string;
  readonly playing: (people: string) => string;
  readonly over: string;
}

const en: PreviewTexts = {
  locale: "en_US",
  about: "A board game of twenty days, skulls and two gods. Play it in the browser, with friends or bots.",
  leads: {
    "flower-war":
      "Walk the ring of days, gather skulls, feed two gods, and find eagle, serpent and flower before the world ends.",
    mexica:
      "Flower War as it was first designed: cards are free, and 260 offerings begin the end of the world.",
    "space-aztecs":
      "Everybody chooses a pile at once. Build a city of cards before the saucers take the people away.",
    tieqchieq:
      "A race for two on a small board: toss the coins, cross the bridges, and bring six tokens home.",
  },
  tableOf: (host, game) => `${host}'s table: ${game}`,
  table: (game) => `A table: ${game}`,
  invitation: (game) => `An invitation to play ${game}`,
  free: (free, all, people) =>
    `Free seats: ${free} of ${all}.${people === "" ? "" : ` At the table: ${people}.`}`,
  full: (people) => `All seats are taken, you can watch. At the table: ${people}.`,
  playing: (people) => `The match has begun, you can watch. At the table: ${people}.`,
  over: "The match is over. See how it ended.",
};

const es: PreviewTexts = {
  locale: "es_ES",
  about:
    "Un juego de mesa de veinte días, calaveras y dos dioses. Se juega en el navegador, con amigos o con bots.",
  leads: {
    "flower-war":
      "Recorre el anillo de los días, junta calaveras, alimenta a dos dioses y halla águila, serpiente y flor antes de que el mundo acabe.",
    mexica:
      "Flower War como se diseñó al principio: las cartas son gratis y 260 ofrendas inician el fin del mundo.",
    "space-aztecs":
      "Todos eligen un montón a la vez. Construye una ciudad de cartas antes de que los platillos se lleven a la gente.",
    tieqchieq:
      "Una carrera para dos en un tablero pequeño: lanza las monedas, cruza los puentes y lleva seis fichas a casa.",
  },
  tableOf: (host, game) => `La mesa de ${host}: ${game}`,
  table: (game) => `Una mesa: ${game}`,
  invitation: (game) => `Una invitación a jugar a ${game}`,
  free: (free, all, people) =>
    `Asientos libres: ${free} de ${all}.${people === "" ? "" : ` En la mesa: ${people}.`}`,
  full: (people) => `Todos los asientos están ocupados, puedes mirar. En la mesa: ${people}.`,
  playing: (people) => `La partida ha empezado, puedes mirar. En la mesa: ${people}.`,
  over: "La partida ha terminado. Mira cómo acabó.",
};

export const PREVIEW_TEXTS = { en, es } as const;
