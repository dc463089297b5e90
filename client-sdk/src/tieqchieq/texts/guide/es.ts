/** The guide to Tıeqchıeq in Spanish. */
export { es } from "@flower-war/rules/tieqchieq/texts/guide/es";
