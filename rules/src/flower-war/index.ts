export * from "./events.ts";
export * from "./vocabulary.ts";
