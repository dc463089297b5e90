/** Texts whose answers are kept: players come back, and each join shows a name that was shown before. */
const KEPT = 2_000;
/** Characters of a text whose answer is kept: no name that is allowed has more. */
const LONGEST = 100;

/**
 * Returns a function that answers as another one, without asking it again about the texts that it was asked about last.
 * @param ask answers the same each time
 */
export function keepLast<T extends object | boolean>(ask: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const answer = kept.get(text) ?? ask(text);
    if (text.length > LONGEST) return answer;
    kept.delete(text);
    kept.set(text, answer);
    if (kept.size > KEPT) {
      const [oldest = ""] = kept.keys();
      kept.delete(oldest);
    }
    return answer;
  };
}
