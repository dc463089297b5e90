/** The guide to Flower War and Mexica in English. */
export { en } from "@flower-war/rules/flower-war/texts/guide/en";
