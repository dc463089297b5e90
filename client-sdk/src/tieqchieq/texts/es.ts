/** The texts of Tıeqchıeq in Spanish. */
export { es } from "@flower-war/rules/tieqchieq/texts/es";
