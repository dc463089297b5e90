import type { Command } from "./machine.ts";

/** Something that is done to a machine. Paths are its own, without the folder of `--root`. */
export type Step =
  | { readonly do: "write"; readonly path: string; readonly mode: string; readonly text: string }
  | { readonly do: "remove"; readonly path: string }
  | { readonly do: "run"; readonly command: Command };
