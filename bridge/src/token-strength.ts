/** Words that guessers of a bridge's token try first. */
const OWN_WORDS = ["flower", "war", "flower-war", "flowerwar", "templo", "temple", "bridge"];

/** zxcvbn's score of what takes 10^10 guesses or more, its highest. */
const STRONG = 4;

/** Whether a token is easy to guess. The dictionaries of guesses are loaded for this alone. */
export async function isGuessable(token: string): Promise<boolean> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return guesser.check(token, OWN_WORDS).score < STRONG;
}
