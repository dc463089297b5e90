/** Texts as data, in any language: what every game's texts have in common. */
export * from "@flower-war/rules/texts";
