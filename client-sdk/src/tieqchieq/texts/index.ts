/** Tıeqchıeq in words: which text says what, for the texts of any language. */
export * from "@flower-war/rules/tieqchieq/texts";
