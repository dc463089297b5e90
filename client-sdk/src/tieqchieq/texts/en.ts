/** The texts of Tıeqchıeq in English. */
export { en } from "@flower-war/rules/tieqchieq/texts/en";
