/* Loaded when a field for a name is shown, in a chunk of its own: the first load leaves it out. */
export { readName } from "@flower-war/client-sdk/players";
