/** The guide to Tıeqchıeq in English. */
export { en } from "@flower-war/rules/tieqchieq/texts/guide/en";
