/** Flower War and Mexica in words: which text says what, for the texts of any language. */
export * from "@flower-war/rules/flower-war/texts";
