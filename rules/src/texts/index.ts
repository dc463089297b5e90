export * from "./format.ts";
export * from "./languages.ts";
export * from "./forms.ts";
