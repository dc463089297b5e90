/** How many colours people have in a study. */
const COLOURS = 6;

/** Returns a person's colour in a study, from 0: the same for all who see it. @param player their id */
export function colourOf(player: string): number {
  let sum = 0;
  for (const letter of player) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return sum % COLOURS;
}
