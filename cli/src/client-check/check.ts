import {
  CHECK_IDS,
  CheckBroken,
  type CheckId,
  CONSTANT,
  type Finding,
  Judge,
  type Played,
  summarize,
} from "./checks.ts";
import { ClientProcess } from "./client-process.ts";
import { type Scenario, SCENARIOS } from "./scenarios.ts";
import { Stage } from "./stage.ts";
import type { Door } from "./viewers.ts";

export interface ClientCheckOptions {
  /** The command that starts the client: the program and its arguments. */
  readonly command: readonly string[];
  /** What to check; default: everything. */
  readonly only?: readonly CheckId[];
  /** The only door by which the client may come; `null`: either. */
  readonly door: Door | null;
  /** ms to wait for what the client is to do. */
  readonly patience: number;
  /** ms of silence after which the client is told to give its connection up. */
  readonly silence: number;
  /** How many clients run at once. */
  readonly atOnce: number;
  /** Is given what the clients print. */
  readonly echo: (text: string) => void;
}

/** Characters of a secret at most: one may be printed in pieces. */
const LONGEST_SECRET = 100;

/**
 * Plays the scenarios of docs/client-check.md with a client, each with a start of its own. Resolves with a finding for each check.
 * @throws Failure if the client cannot be started
 */
export async function checkClient(options: ClientCheckOptions): Promise<Finding[]> {
  const wanted = options.only ?? CHECK_IDS;
  const scenarios = SCENARIOS.filter(({ checks }) => checks.some((check) => wanted.includes(check)));
  const waiting = [...(scenarios.length > 0 ? scenarios : SCENARIOS.slice(0, 1)).entries()];
  const played: Played[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, scenario] = next;
      played[place] = { checks: scenario.checks, judge: await playScenario(scenario, options) };
    }
  };
  await Promise.all(Array.from({ length: options.atOnce }, work));
  return wanted.map((id) => summarize(id, played));
}

async function playScenario(scenario: Scenario, options: ClientCheckOptions): Promise<Judge> {
  const { door, patience, silence, only } = options;
  const open = new Set(only ?? CHECK_IDS);
  const judge = new Judge((broken) => {
    open.delete(broken);
    if (open.size === 0) stage.clientEnded("it was stopped, since all that was asked for is known");
  });
  const stage: Stage = new Stage({ judge, isStrange: scenario.isStrange ?? false, patience, silence, door });
  const environment = {
    FLOWER_WAR_URL: await stage.open(),
    FLOWER_WAR_GAME: "tieqchieq",
    FLOWER_WAR_SILENCE: String(silence / 1000),
  };
  let tail = "";
  const read = (text: string) => {
    options.echo(text);
    tail += text;
    if (stage.secrets.areIn(tail)) judge.break("K-16", "it printed the token of its seat");
    tail = tail.slice(-LONGEST_SECRET);
  };
  try {
    const client = await ClientProcess.start(options.command, environment, read);
    void client.exited.then((reason) => stage.clientEnded(reason));
    try {
      await scenario.play(stage, judge, () => client.output);
    } catch (error) {
      if (!(error instanceof CheckBroken)) throw error;
      judge.break(error.check, error.message);
    } finally {
      await client.stop();
    }
  } finally {
    stage.close();
  }
  if (stage.door !== null) for (const check of CONSTANT) judge.pass(check);
  return judge;
}
