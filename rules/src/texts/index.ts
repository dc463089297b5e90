export * from "./format.ts";
export * from "./forms.ts";
export { type Language, LANGUAGES } from "./languages.ts";
