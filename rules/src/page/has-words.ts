/** Whether texts have words for a name. @param words `undefined` in a page without types that leaves them out */
export function hasWords(words: object | undefined, name: string): boolean {
  return words !== undefined && Object.hasOwn(words, name);
}
