import { type Command, InvalidArgumentError } from "commander";
import { parseBroker, parseTempleId } from "../arguments.ts";
import { EXIT } from "../failure.ts";
import { checkTemple, type Finding } from "./check.ts";
import { type Hands, Person, Program } from "./hands.ts";

interface Options {
  readonly hand?: string;
  readonly cycles: number;
  readonly json?: true;
}

/** Adds `temple-check`. */
export function addTempleCheckCommand(flowerWar: Command): void {
  flowerWar
    .command("temple-check")
    .description(
      "Plays the protocol's conformance vectors F1-F9 against a temple, and names the rules that it breaks.",
    )
    .argument(
      "<broker>",
      "like mqtt://bridge-1:<password>@<host>:1883; no bridge may be running there",
      parseBroker,
    )
    .argument("<temple>", "the temple's id", parseTempleId)
    .option("--hand <command>", "a program that drops the beads instead of a person")
    .option("--cycles <number>", "how often F5 cuts the power", parseCycles, 20)
    .option("--json", "print JSON: one { id, title, result, rule?, reason? } a line")
    .addHelpText("after", HELP)
    .action(async (broker: string, temple: string, { hand, cycles: times, json }: Options) => {
      const hands = createHands(hand);
      const onFinding = (finding: Finding) =>
        void process.stdout.write(json ? `${JSON.stringify(finding)}\n` : formatFinding(finding));
      try {
        const findings = await checkTemple({ broker, templeId: temple, hands, cycles: times, onFinding });
        if (findings.some(({ result }) => result === "broken")) process.exitCode = EXIT.flawed;
      } finally {
        await hands.close();
      }
    });
}

/** Questions to a person go to stderr, findings to stdout. */
function createHands(hand: string | undefined): Hands {
  return hand === undefined
    ? new Person(process.stdin, (text) => process.stderr.write(text))
    : new Program(hand);
}

function formatFinding(finding: Finding): string {
  const head = `${finding.id} ${finding.title}:`;
  if (finding.result === "passed") return `${head} yes\n`;
  if (finding.result === "skipped") return `${head} not played, ${finding.reason}\n`;
  return `${head} no, ${finding.rule}: ${finding.reason}\n`;
}

function parseCycles(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 100) return number;
  throw new InvalidArgumentError("It must be a number from 1 to 100.");
}

const HELP = `
It plays the bridge's part at the broker and asks you to drop beads. Stop the bridge before, and start it again after.
Exit codes: 0 all vectors passed or were skipped, 6 the temple breaks a rule, 1 they could not be played, 2 wrong usage, 3 no broker.`;
