import type { ReportReason } from "@flower-war/client-sdk";
import type { AuditEntry, OperatorAct, OperatorRole, ReportGroup } from "@flower-war/client-sdk/admin";
import type { Tournament } from "@flower-war/client-sdk/tournaments";
import { i18n } from "../texts/index.ts";

/** Returns a date and time, short. */
export function describeTime(at: number): string {
  return i18n.date(at, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

/** Returns how a tournament that is not over stands, how many take part, and whose it is. */
export function describeTournament({
  status,
  players,
  organiser,
}: Pick<Tournament, "status" | "players" | "organiser">): string {
  const state =
    status === "running"
      ? i18n._("going on")
      : status === "paused"
        ? i18n._("paused")
        : i18n._("not started");
  return i18n._("{state}, {players, plural, one {# player} other {# players}}, organised by {name}", {
    state,
    players,
    name: organiser.name || i18n._("a deleted player"),
  });
}

const REASONS: { readonly [R in ReportReason]: () => string } = {
  insults: () => i18n._("insults"),
  name: () => i18n._("an offensive name"),
  "table-name": () => i18n._("an offensive name of the table"),
  cheating: () => i18n._("cheating"),
  stalling: () => i18n._("stalling"),
  other: () => i18n._("something else"),
};

/** Returns why a player was reported. A newer server may have stored another word. */
export const describeReason = (reason: string): string =>
  Object.hasOwn(REASONS, reason) ? REASONS[reason as ReportReason]() : reason;

/** Returns who reported a player, by what they were at the table. */
export function describeReporters({ accounts, seated, watching }: ReportGroup["reporters"]): string {
  return [
    accounts === 0
      ? null
      : i18n._("{n, plural, one {# player with an account} other {# players with accounts}}", {
          n: accounts,
        }),
    seated === 0 ? null : i18n._("{n, plural, one {# player} other {# players}}", { n: seated }),
    watching === 0
      ? null
      : i18n._("{spectators, plural, one {# spectator} other {# spectators}}", { spectators: watching }),
  ]
    .filter((part) => part !== null)
    .join(", ");
}

/** The most characters of a list of targets that the audit log shows. */
const TARGETS = 60;

const DONE: { readonly [A in OperatorAct]: (target: string, time: string) => string } = {
  "sign-in": () => i18n._("signed in"),
  "close-match": (target) => i18n._("closed match {target}", { target }),
  "export-match": (target) => i18n._("exported match {target}", { target }),
  "move-match": (target) => i18n._("moved match {target} to another server", { target }),
  "import-match": (target) => i18n._("imported match {target}", { target }),
  "remove-player": (target) => i18n._("removed a player: {target}", { target }),
  "end-tournament": (target) => i18n._("ended tournament {target}", { target }),
  "delete-study": (target) => i18n._("deleted study {target}", { target }),
  ban: (target, time) => i18n._("banned {target} until {time}", { target, time }),
  mute: (target, time) => i18n._("muted {target} until {time}", { target, time }),
  lift: (target) => i18n._("lifted {target}", { target }),
  "settle-report": (target) => i18n._("settled report {target}", { target }),
  "reverse-ratings": (target) => i18n._("reversed ratings of {target}", { target }),
  "settle-flags": (target) => i18n._("settled flags of {target}", { target }),
  "settle-reports": (targets) =>
    i18n._("settled reports {targets}", {
      targets: targets.length > TARGETS ? `${targets.slice(0, TARGETS)}…` : targets,
    }),
  announce: (_, time) => i18n._("announced until {time}", { time }),
  "withdraw-announcement": () => i18n._("withdrew the announcement"),
  "drain-server": (target) => i18n._("drained server {target}", { target }),
  "invite-operator": (target) => i18n._("invited {target}", { target }),
  join: () => i18n._("added a passkey"),
  "set-role": (target) => i18n._("changed the role of {target}", { target }),
  "remove-operator": (target) => i18n._("removed the operator {target}", { target }),
};

/** Returns what an operator did, as the audit log has it. */
export function describeAct({ act, target, until }: AuditEntry): string {
  const failed = act.endsWith("-failed");
  const name = act.replace(/-failed$/, "") as OperatorAct;
  // A newer server may have noted other acts.
  const describe = Object.hasOwn(DONE, name) ? DONE[name] : () => `${name} ${target}`.trim();
  const what = describe(target, until === null ? "" : describeTime(until));
  return failed ? i18n._("failed: {what}", { what }) : what;
}

/** Returns who did it. Who signed in with the admin's password gave a name that nothing proves. */
export const describeOperator = ({ operator, account }: Pick<AuditEntry, "operator" | "account">): string =>
  account === null ? i18n._("{operator}, by the password", { operator }) : operator;

/** Returns an operator's role as a word. */
export const describeRole = (role: OperatorRole): string =>
  role === "moderator" ? i18n._("moderator") : i18n._("administrator");

const FAULTS = new Map<string, () => string>([
  ["blocked-h", () => i18n._("Huitzilopochtli's slot is blocked")],
  ["blocked-t", () => i18n._("Tlaloc's slot is blocked")],
  ["sensor-h", () => i18n._("Huitzilopochtli's sensor fails")],
  ["sensor-t", () => i18n._("Tlaloc's sensor fails")],
  ["storage", () => i18n._("its storage fails")],
]);

/** Returns what a temple says is wrong with it (temple protocol section 3, `faults`); what is not known is returned as it is. */
export const describeFault = (fault: string): string => FAULTS.get(fault)?.() ?? fault;

const RESETS = new Map<string, () => string>([
  ["power-on", () => i18n._("switched on")],
  ["restart", () => i18n._("restarted")],
  ["crash", () => i18n._("crashed")],
  ["watchdog", () => i18n._("hung (watchdog)")],
  ["brownout", () => i18n._("voltage too low")],
  ["sleep", () => i18n._("woke up")],
]);

/** Returns why a temple started last (`reset`); what is not known is returned as it is. */
export const describeReset = (reset: string): string => RESETS.get(reset)?.() ?? reset;
