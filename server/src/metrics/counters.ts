/*
 * Prometheus counters of this process, incremented where things happen. Labels have few values: never a match, a seat or a
 * temple. docs/operate.md describes each metric.
 */
import { Counter, Gauge, Histogram, Registry } from "prom-client";

export const counters = new Registry();
const registers = [counters];

/** Buckets in s, from a round trip on one machine to a disk that hangs. */
const LATENCIES = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Where a command came from. */
export type CommandSource = "player" | "temple" | "bot" | "clock";

export const commandsAccepted = new Counter({
  name: "flower_war_commands_accepted_total",
  help: "Commands played, by source.",
  labelNames: ["by"],
  registers,
});

export const commandsRefused = new Counter({
  name: "flower_war_commands_refused_total",
  help: "Commands refused by the rules or the match, by code.",
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
  help: "Refused requests, over HTTP and in rooms, and failures of rooms and automatic moves, by code. internal: a bug.",
  labelNames: ["code"],
  registers,
});

export const connectionsCut = new Counter({
  name: "flower_war_connections_cut_total",
  help: "Connections closed or refused because of limits, by reason.",
  labelNames: ["reason"],
  registers,
});

export const operatorSignIns = new Counter({
  name: "flower_war_operator_sign_ins_total",
  help: "Attempts to sign in as an operator, by outcome.",
  labelNames: ["outcome"],
  registers,
});

export const wrongSecrets = new Counter({
  name: "flower_war_wrong_secrets_total",
  help: "Wrong secrets sent to the operator's listener, by secret, and whether they were refused or over the limit.",
  labelNames: ["secret", "outcome"],
  registers,
});

export const notices = new Counter({
  name: "flower_war_notices_total",
  help: "Notices to players of their turn and their account, by way and outcome.",
  labelNames: ["by", "outcome"],
  registers,
});

export const journalSeconds = new Histogram({
  name: "flower_war_journal_append_seconds",
  help: "From appending a fact to its being durable.",
  buckets: LATENCIES,
  registers,
});

export const journalFailures = new Counter({
  name: "flower_war_journal_failures_total",
  help: "Failed journal writes: conflict (another process owns the match) or error.",
  labelNames: ["kind"],
  registers,
});

export const matchesTakenOver = new Counter({
  name: "flower_war_matches_taken_over_total",
  help: "Matches of this process that another one took over.",
  registers,
});

export const backupFailures = new Counter({
  name: "flower_war_backup_failures_total",
  help: "Backups that were not shipped, or not verified.",
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
  help: "Temples served by bridges connected here.",
  registers,
});

// A rate needs a first value: the series that alerts use exist from the start.
faults.inc({ code: "internal" }, 0);
for (const outcome of ["accepted", "refused"]) operatorSignIns.inc({ outcome }, 0);
for (const secret of ["admin-password", "bridge-token"]) {
  for (const outcome of ["refused", "limited"]) wrongSecrets.inc({ secret, outcome }, 0);
}
for (const by of ["push", "mail"]) {
  for (const outcome of ["sent", "failed", "refused"]) notices.inc({ by, outcome }, 0);
}
for (const kind of ["conflict", "error"]) journalFailures.inc({ kind }, 0);
for (const by of ["player", "temple", "bot"] satisfies CommandSource[]) commandsAccepted.inc({ by }, 0);
