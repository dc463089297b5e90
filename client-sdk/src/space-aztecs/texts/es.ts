/** The texts of Space Aztecs in Spanish. */
export { es } from "@flower-war/rules/space-aztecs/texts/es";
