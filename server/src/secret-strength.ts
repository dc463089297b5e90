import { StartError } from "./start-error.ts";

/** Words that guessers of this server's secrets try first. */
const OWN_WORDS = ["flower", "war", "flower-war", "flowerwar", "templo", "temple", "bridge", "admin"];

/** zxcvbn's score of what takes 10^10 guesses or more, its highest. */
const STRONG = 4;

/**
 * Requires that no secret is easy to guess, and that no two are the same. The dictionaries of guesses are loaded for this alone.
 * @param secrets by the variables that set them; `null`: not set
 * @throws `StartError` naming the variable at fault
 */
export async function requireStrongSecrets(secrets: Readonly<Record<string, string | null>>): Promise<void> {
  const set = Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== null);
  for (const [index, [name, secret]] of set.entries()) {
    const [other] = set.slice(0, index).find(([, earlier]) => earlier === secret) ?? [];
    if (other !== undefined)
      throw new StartError(
        `${name} must differ from ${other}: whoever learns one would know both; ${ADVICE}`,
      );
  }
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  for (const [name, secret] of set) {
    if (guesser.check(secret, OWN_WORDS).score < STRONG)
      throw new StartError(`${name} is too easy to guess: ${ADVICE}`);
  }
}

const ADVICE = "`openssl rand -hex 24` makes a good one.";
