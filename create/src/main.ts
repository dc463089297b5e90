#!/usr/bin/env node
/** `create-flower-war-game <folder>`: makes a folder with a game of one's own. */
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { CreateError } from "./create-error.ts";
import { createGame } from "./create-game.ts";
import { findTarballs } from "./packages.ts";

const USAGE = `Makes a folder with a game of your own, which a Flower War server hosts: a game of cards that can be played at once, for you to change.

usage: create-flower-war-game <folder>

  <folder>  its last part names the game: 1 to 24 of a-z, 0-9 and -, beginning with a letter`;

main();

function main(): void {
  try {
    const { folder, help } = readArguments();
    if (help) return console.log(USAGE);
    const path = createGame(folder, findTarballs());
    console.log(`The game is in ${path}. Its README.md says what each file does. Now:

  cd ${relative(process.cwd(), path) || "."}
  npm install
  npm start    play it at http://localhost:2567, where it follows your edits
  npm test     try its rules and its words in random matches`);
  } catch (error) {
    if (!(error instanceof CreateError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** @throws CreateError: the command line is wrong */
function readArguments(): { readonly folder: string; readonly help: boolean } {
  const options = { help: { type: "boolean", short: "h" } } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [folder] = positionals;
    if (values.help) return { folder: "", help: true };
    if (folder !== undefined && positionals.length === 1) return { folder, help: false };
  } catch {
    // An option that it does not have is one more way to need the usage.
  }
  throw new CreateError(USAGE);
}
