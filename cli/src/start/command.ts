import type { Command } from "commander";
import { createGameOption } from "../arguments.ts";
import { requireServerNode } from "../programs.ts";
import { SETTINGS, startHost } from "./host.ts";

/** Adds `flower-war start`, which resolves when server and bridge are being started; they run until the process is stopped. */
export function addStartCommand(flowerWar: Command): void {
  flowerWar
    .command("start")
    .description("Runs a server with its page, and a bridge for temples. Ctrl-C stops both.")
    .addOption(createGameOption("also host a game of your own"))
    .option("--watch", "start the server again when a file of such a game changes")
    .addHelpText("after", `\n${SETTINGS}`)
    .action(({ game, watch }: { game?: readonly string[]; watch?: true }) => {
      requireServerNode("A server");
      startHost(game, watch);
    });
}
