import { type Command, InvalidArgumentError } from "commander";
import { brokerUrl, templeId } from "../arguments.ts";
import { EXIT } from "../failure.ts";
import { checkTemple, type Finding } from "./check.ts";
import { type Hands, Person, Program } from "./hands.ts";

interface Options {
  readonly hand?: string;
  readonly cycles: number;
  readonly json?: true;
}

export function addTempleCheck(flowerWar: Command): void {
  flowerWar
    .command("temple-check")
    .description(
      "Plays the protocol's conformance vectors F1-F8 against a temple, and names the rule that it breaks.",
    )
    .argument(
      "<broker>",
      "like mqtt://bridge-1:<password>@<host>:1883; no bridge may be running there",
      brokerUrl,
    )
    .argument("<temple>", "the temple's id", templeId)
    .option("--hand <command>", "a program that drops the beads, in place of a person")
    .option("--cycles <number>", "how often F5 cuts the power", cycles, 20)
    .option("--json", "print JSON: one { id, title, result, rule?, reason? } a line")
    .addHelpText("after", HELP)
    .action(async (broker: string, temple: string, { hand, cycles: times, json }: Options) => {
      const hands = handsFor(hand);
      const tell = (finding: Finding) =>
        void process.stdout.write(json ? `${JSON.stringify(finding)}\n` : sentence(finding));
      try {
        const findings = await checkTemple({ broker, templeId: temple, hands, cycles: times, tell });
        if (findings.some(({ result }) => result === "broken")) process.exitCode = EXIT.flawed;
      } finally {
        await hands.close();
      }
    });
}

/** What a person is asked goes where it does not mix with the findings. */
function handsFor(hand: string | undefined): Hands {
  return hand === undefined
    ? new Person(process.stdin, (text) => process.stderr.write(text))
    : new Program(hand);
}

function sentence(finding: Finding): string {
  const head = `${finding.id} ${finding.title}:`;
  if (finding.result === "passed") return `${head} yes\n`;
  if (finding.result === "skipped") return `${head} not played, ${finding.reason}\n`;
  return `${head} no, ${finding.rule}: ${finding.reason}\n`;
}

function cycles(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 100) return number;
  throw new InvalidArgumentError("It must be a number from 1 to 100.");
}

const HELP = `
It takes the bridge's place at the broker, and asks you for the beads: stop the bridge before, and start it again after.
Exit codes: 0 all that was played passed, 6 a rule is broken, 1 it could not be played, 2 wrong usage, 3 no broker.`;
