export * from "./format.ts";
export * from "./forms.ts";
