/** The games' names for people, by their names on the wire. */
export const GAME_TITLES: { readonly [game: string]: string | undefined } = {
  "flower-war": "Flower War",
  mexica: "Mexica",
  "space-aztecs": "Space Aztecs",
  tieqchieq: "Tıeqchıeq",
};
