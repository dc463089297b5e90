/** Reads a list that travels as words joined by spaces; `""` is the empty list. */
export function readWords(packed: string): readonly string[] {
  return packed === "" ? [] : packed.split(" ");
}
