import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

/** A command that a document tells its reader to run. */
export interface DocumentedCommand {
  readonly page: string;
  /** One line of a shell, or several of one loop. */
  readonly line: string;
}

/** Programs that fetch from a registry what is not installed. */
const FETCHES = /^(?:[A-Z_]+=\S+ )*(?:npx|npm (?:i|install|exec)|pip install)\b/;

/** Returns all commands of all documents: those in blocks of `sh`, and those in a sentence that may fetch something. */
export function readCommands(): readonly DocumentedCommand[] {
  const pages = globSync("**/*.md", {
    cwd: ROOT,
    exclude: ["**/node_modules/**", "docs/rules/**", "test/**", "data/**"],
  });
  return pages.toSorted().flatMap((page) => {
    const text = readFileSync(join(ROOT, page), "utf8");
    const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)].flatMap(([, block = ""]) => linesOf(block));
    const prose = text.replaceAll(/^ *```.*?^ *```/gms, "");
    const inline = [...prose.matchAll(/`([^`]+)`/g)]
      .map(([, code = ""]) => code.replaceAll(/\s+/g, " "))
      .filter((code) => FETCHES.test(code));
    return [...blocks, ...inline].map((line) => ({ page, line }));
  });
}

/** Whether a command may fetch something from a registry. */
export const isFetch = (line: string): boolean => line.split(/ && |; /).some((part) => FETCHES.test(part));

/** Splits a block into commands, without comments; a loop is one. */
function linesOf(block: string): string[] {
  const lines = block
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
  const commands: string[] = [];
  let depth = 0;
  for (const line of lines) {
    if (depth > 0) commands.push(`${commands.pop() ?? ""}\n${line}`);
    else commands.push(line);
    depth += Number(/^for\b/.test(line)) - Number(/\bdone\b/.test(line));
  }
  return commands;
}
