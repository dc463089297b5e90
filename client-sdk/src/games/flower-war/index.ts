export { readView } from "./read-view.ts";
export type * from "./state.ts";
