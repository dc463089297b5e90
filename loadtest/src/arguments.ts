import { parseOptions, UsageError } from "../../protocol/tools/tool.ts";

/** Scenarios that k6 runs. */
const K6_SCENARIOS = ["evening", "rush", "crowd"] as const;
/** The k6 scenarios' settings. A scenario reads each as the variable of the same name in capitals. */
const SETTINGS = [
  "players",
  "watchers",
  "tables",
  "rate",
  "seconds",
  "pace",
  "unavailable",
  "ack",
  "join",
] as const;
const NUMBERS = [...SETTINGS, "temples", "beads"];

export type K6Scenario = (typeof K6_SCENARIOS)[number];

export interface Arguments {
  readonly scenario: K6Scenario | "temples" | "capacity";
  /** Whether the capacity is measured on a small scale. */
  readonly quick: boolean;
  /** The server. */
  readonly url: string;
  /** The server's operator's listener, where temples are enrolled; `undefined`: the command line does not say. */
  readonly operator: string | undefined;
  /** The broker of the temples. */
  readonly mqtt: string;
  /** What the command line sets, by option name. */
  readonly numbers: { readonly [name: string]: number };
}

export const USAGE = `Plays a scenario against a server, to see what it can take.

usage: npm run loadtest -- --scenario evening|rush|crowd|temples [options]
       npm run loadtest -- --capacity [--quick]

scenarios, each with the options that it reads:
  evening   players play, lose their connections and come back: --players 20 --seconds 60 --pace 1500 --ack 100
  rush      players join and leave: --rate 20 --seconds 30 --join 500
  crowd     spectators watch a few matches: --tables 2 --watchers 100 --seconds 60 --pace 1500 --ack 100
  temples   beads fall into temples: --temples 2000 --beads 200 --seconds 20 --ack 100

options:
  --capacity           starts servers of its own on this machine, measures what tables, watchers, temples and bots take of a core and of
                       memory, and prints that with what to rent (docs/capacity.md); eight minutes
  --quick              with --capacity: on a small scale, five minutes
  --url <url>          the server; default http://localhost:2567
  --operator <url>     the server's operator's listener, which enrols the temples; default http://localhost:2568
  --mqtt <url>         the broker of the temples; default mqtt://localhost:1883
  --players <number>   players in all
  --rate <number>      players that join in a second
  --tables <number>    matches with a player and three bots
  --watchers <number>  spectators in all
  --temples <number>   temples
  --beads <number>     beads that fall in a second, over all temples
  --seconds <number>   how long it takes
  --pace <ms>          time that a player takes for a decision, on average
  --unavailable <number>
                       requests for a seat that may be refused as unavailable; they are repeated; default 0
  --ack <ms>           time in which 95 of 100 commands, or beads, must be answered
  --join <ms>          time in which 95 of 100 players must have joined
  --help               this text

environment:
  K6                   the k6 program, for all scenarios but temples; default: the one on PATH
  OPERATOR_URL         as --operator
  ADMIN_PASSWORD       the server's admin password: it enrols the temples

Exits with 0 if all went well, with 1 if not, with 2 if the command line is wrong.`;

/**
 * Parses the command line; `null`: it asks for help.
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): Arguments | null {
  const string = { type: "string" } as const;
  const values: { readonly [name: string]: string | boolean | undefined } | null = parseOptions(args, {
    ...Object.fromEntries(NUMBERS.map((name) => [name, string])),
    scenario: string,
    capacity: { type: "boolean" },
    quick: { type: "boolean" },
    url: { ...string, default: "http://localhost:2567" },
    operator: string,
    mqtt: { ...string, default: "mqtt://localhost:1883" },
  });
  if (values === null) return null;
  const { scenario = values["capacity"] ? "capacity" : undefined, url, operator, mqtt } = values;
  const quick = values["quick"] === true;
  if (quick && scenario !== "capacity") throw new UsageError("--quick is for --capacity.");
  if (!isScenario(scenario)) {
    throw new UsageError(`--scenario is one of ${[...K6_SCENARIOS, "temples"].join(", ")}.`);
  }
  const given = NUMBERS.flatMap((name) =>
    values[name] === undefined ? [] : [[name, readNumber(name, values[name])]],
  );
  return {
    scenario,
    quick,
    url: String(url),
    operator: operator === undefined ? undefined : String(operator),
    mqtt: String(mqtt),
    numbers: Object.fromEntries(given),
  };
}

/** Returns k6's arguments for the settings that the command line gives. */
export function formatSettings({ url, numbers }: Arguments): string[] {
  const settings = SETTINGS.flatMap((name) => {
    const value = numbers[name];
    return value === undefined ? [] : ["--env", `${name.toUpperCase()}=${value}`];
  });
  return ["--env", `URL=${url}`, ...settings];
}

function isScenario(value: unknown): value is Arguments["scenario"] {
  return value === "temples" || value === "capacity" || K6_SCENARIOS.some((name) => name === value);
}

function readNumber(name: string, text: unknown): number {
  if (typeof text === "string" && /^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UsageError(`--${name} is a number.`);
}
