/** Minutes of a match, by game, preset and number of seats. `npm run simulate -- --minutes` measures and writes them. */
export const MINUTES: {
  readonly [game: string]: { readonly [preset: string]: { readonly [seats: number]: number } };
} = {
  "flower-war": {
    "short-evening": { 2: 15, 3: 20, 4: 23, 5: 27, 6: 31 },
    "flower-war": { 2: 29, 3: 45, 4: 52, 5: 58, 6: 65 },
  },
  mexica: {
    mexica: { 2: 30, 3: 53, 4: 61 },
  },
  "space-aztecs": {
    "space-aztecs": { 2: 14, 3: 11, 4: 10, 5: 12, 6: 11 },
  },
  tieqchieq: {
    tieqchieq: { 2: 15 },
  },
};
