import { type Command, InvalidArgumentError, Option } from "commander";
import { EXIT } from "../failure.ts";
import { documentAt } from "../manifest.ts";
import { CHECK_IDS, type CheckId, type Finding } from "./checks.ts";
import type { Door } from "./viewers.ts";

interface Options {
  readonly door?: Door;
  readonly only?: readonly CheckId[];
  readonly silence: number;
  readonly patience: number;
  readonly atOnce: number;
  readonly json?: true;
  readonly show?: true;
}

/** Adds `client-check`. */
export function addClientCheckCommand(flowerWar: Command): void {
  flowerWar
    .command("client-check")
    .description("Plays a scripted server against a client, and names what the client does wrong.")
    .argument("<command...>", "what starts the client, after --")
    .addOption(
      new Option("--door <door>", "the door by which the client must come; default: either").choices([
        "json",
        "websocket",
      ]),
    )
    .option("--only <checks>", "check these alone: K-7,K-12", parseChecks)
    .option("--silence <seconds>", "after how long a client gives a silent connection up", parseNumber, 45)
    .option("--patience <seconds>", "how long to wait for what the client is to do", parseNumber, 20)
    .option("--at-once <number>", "how many clients run at once", parseNumber, 3)
    .option("--show", "print what the client prints, to stderr")
    .option("--json", "print JSON: one { id, title, result, reason?, should?, docs? } a line")
    .addHelpText("after", HELP)
    .action(async (command: string[], options: Options) => {
      const { door = null, only, silence, patience, atOnce, json, show } = options;
      // The other commands start without it.
      const [{ checkClient }, { ClientProcess }] = await Promise.all([
        import("./check.ts"),
        import("./client-process.ts"),
      ]);
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
        process.once(signal, () => {
          ClientProcess.killAll();
          process.kill(process.pid, signal);
        });
      }
      const findings = await checkClient({
        command,
        door,
        silence: silence * 1000,
        patience: patience * 1000,
        atOnce: Math.ceil(atOnce),
        ...(only && { only }),
        echo: (text) => void (show && process.stderr.write(text)),
      });
      for (const finding of findings) {
        process.stdout.write(json ? `${JSON.stringify(finding)}\n` : formatFinding(finding));
      }
      if (findings.some(({ result }) => result !== "passed")) process.exitCode = EXIT.flawed;
    });
}

function formatFinding(finding: Finding): string {
  const head = `${finding.id} It ${finding.title}:`;
  if (finding.result === "passed") return `${head} yes\n`;
  if (finding.result === "skipped") return `${head} not played, ${finding.reason}\n`;
  return `${head} no, ${finding.reason}\n     It should ${finding.should}: ${finding.docs}\n`;
}

function parseChecks(value: string): readonly CheckId[] {
  const ids = value.split(",").map((id) => id.trim());
  const unknown = ids.filter((id) => !CHECK_IDS.includes(id as CheckId));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no check ${unknown.join(", ")}.`);
  return ids as CheckId[];
}

function parseNumber(value: string): number {
  const number = Number(value);
  if (number > 0 && number <= 600) return number;
  throw new InvalidArgumentError("It must be a number above 0, and 600 at most.");
}

const HELP = `
Each scenario starts the client anew, with FLOWER_WAR_URL, the address of its server, FLOWER_WAR_GAME and FLOWER_WAR_SILENCE. The client takes a
seat in a match of that game, sends legal commands when it is its turn, and comes back when its connection breaks.
More: ${documentAt("docs/client-check.md")}
Example: flower-war client-check -- python3 my-bot.py
Exit codes: 0 all checks passed, 6 the client fails one, or it was not played, 2 wrong usage, 3 the client cannot be started.`;
