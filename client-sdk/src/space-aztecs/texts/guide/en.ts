/** The guide to Space Aztecs in English. */
export { en } from "@flower-war/rules/space-aztecs/texts/guide/en";
