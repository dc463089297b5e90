/** The texts of Flower War and Mexica in Spanish. */
export { es } from "@flower-war/rules/flower-war/texts/es";
