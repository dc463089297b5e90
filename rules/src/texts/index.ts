export * from "./format.ts";
export * from "./forms.ts";
export * from "./languages.ts";
