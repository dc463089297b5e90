import type { Command } from "commander";
import { EXIT, Failure } from "../failure.ts";
import { SETTINGS, startHost } from "./host.ts";

/** The first version of Node that has all that a server needs. */
const LEAST_NODE = 24;

/** Adds `flower-war start`, which resolves when server and bridge are being started; they run until the process is stopped. */
export function addStartCommand(flowerWar: Command): void {
  flowerWar
    .command("start")
    .description("Runs a server with its page, and a bridge for temples. Ctrl-C stops both.")
    .option(
      "--game <path>",
      "also host a game of your own, a module or its folder; may be repeated",
      (path: string, others: readonly string[]) => [...others, path],
      [],
    )
    .addHelpText("after", `\n${SETTINGS}`)
    .action(({ game }: { game: readonly string[] }) => {
      if (Number.parseInt(process.versions.node, 10) < LEAST_NODE) {
        throw new Failure(
          EXIT.failed,
          `A server needs Node ${LEAST_NODE} or later; this is ${process.version}.`,
        );
      }
      startHost(game);
    });
}
