/** The texts of Space Aztecs in English. */
export { en } from "@flower-war/rules/space-aztecs/texts/en";
