/**
 * What this process has done, for Prometheus: counted where it happens. Labels have few values; a match, a seat or a
 * temple is never one (docs/operate.md says what each is for).
 */
import { Counter, Gauge, Histogram, Registry } from "prom-client";

export const counts = new Registry();
const registers = [counts];

/** s: from a socket's ping on the same machine to a disk that hangs. */
const LATENCIES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Who asked for a command. */
export type Asker = "player" | "temple" | "bot" | "clock";

export const commandsAccepted = new Counter({
  name: "flower_war_commands_accepted_total",
  help: "Commands played, by who asked.",
  labelNames: ["by"],
  registers,
});

export const commandsRefused = new Counter({
  name: "flower_war_commands_refused_total",
  help: "Commands that the rules or the match refused, by code.",
  labelNames: ["code"],
  registers,
});

export const commandSeconds = new Histogram({
  name: "flower_war_command_seconds",
  help: "From a command's arrival at its match to the patch that shows it.",
  buckets: LATENCIES,
  registers,
});

export const faults = new Counter({
  name: "flower_war_faults_total",
  help: "Requests answered with a fault, over HTTP and in rooms, by code.",
  labelNames: ["code"],
  registers,
});

export const journalSeconds = new Histogram({
  name: "flower_war_journal_append_seconds",
  help: "From an entry to its being durable.",
  buckets: LATENCIES,
  registers,
});

export const journalFailures = new Counter({
  name: "flower_war_journal_failures_total",
  help: "Writes that the journal did not take: conflict (another process owns the match) or error.",
  labelNames: ["kind"],
  registers,
});

export const beads = new Counter({
  name: "flower_war_beads_total",
  help: "Beads judged, by verdict and reason.",
  labelNames: ["verdict", "reason"],
  registers,
});

export const templesOnline = new Gauge({
  name: "flower_war_temples_online",
  help: "Temples that bridges connected here serve.",
  registers,
});

/** Times one attempt at a command, and counts how it ended. */
export async function countCommand<A extends { readonly refused?: string | undefined }>(
  by: Asker,
  play: () => Promise<A>,
): Promise<A> {
  const shown = commandSeconds.startTimer();
  const answer = await play();
  if (answer.refused === undefined) {
    shown();
    commandsAccepted.inc({ by });
  } else commandsRefused.inc({ code: answer.refused });
  return answer;
}

// A rate needs a first value to rise from: what an alert looks at is there from the start.
faults.inc({ code: "internal" }, 0);
for (const kind of ["conflict", "error"]) journalFailures.inc({ kind }, 0);
for (const by of ["player", "temple", "bot"] satisfies Asker[]) commandsAccepted.inc({ by }, 0);
