/** Texts whose answers are cached: players come back, and each join checks a name that was checked before. */
const MOST = 2_000;
/** Characters of a text at most whose answer is cached: no name that is allowed has more. */
const LONGEST = 100;

/**
 * Returns a function that caches the answers of `ask` for the texts of the last calls.
 * @param ask must give the same answer for the same text
 */
export function cacheAnswers<T extends object | boolean>(ask: (text: string) => T): (text: string) => T {
  const cached = new Map<string, T>();
  return (text) => {
    const answer = cached.get(text) ?? ask(text);
    if (text.length > LONGEST) return answer;
    cached.delete(text);
    cached.set(text, answer);
    if (cached.size > MOST) {
      const [oldest = ""] = cached.keys();
      cached.delete(oldest);
    }
    return answer;
  };
}
