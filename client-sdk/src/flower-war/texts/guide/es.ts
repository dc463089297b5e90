/** The guide to Flower War and Mexica in Spanish. */
export { es } from "@flower-war/rules/flower-war/texts/guide/es";
