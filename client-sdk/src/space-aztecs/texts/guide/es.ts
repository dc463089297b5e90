/** The guide to Space Aztecs in Spanish. */
export { es } from "@flower-war/rules/space-aztecs/texts/guide/es";
