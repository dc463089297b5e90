import type { ReportReason } from "@flower-war/client-sdk";
import type { AuditEntry, OperatorAct } from "@flower-war/client-sdk/admin";
import { i18n } from "../texts/index.ts";

/** Returns a date and time, short. */
export function describeTime(at: number): string {
  return i18n.date(at, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
}

/** Returns why a player was reported. */
export function describeReason(reason: ReportReason): string {
  switch (reason) {
    case "insults":
      return i18n._("insults");
    case "name":
      return i18n._("an offensive name");
    case "cheating":
      return i18n._("cheating");
    case "stalling":
      return i18n._("stalling");
    case "other":
      return i18n._("something else");
  }
}

/** Returns what an operator did, as the audit log has it. */
export function describeAct({ act, target, until }: AuditEntry): string {
  const failed = act.endsWith("-failed");
  const name = act.replace(/-failed$/, "") as OperatorAct;
  const what = describeDone(name, target, until === null ? "" : describeTime(until));
  return failed ? i18n._("failed: {what}", { what }) : what;
}

function describeDone(act: OperatorAct, target: string, time: string): string {
  switch (act) {
    case "sign-in":
      return i18n._("signed in");
    case "close-match":
      return i18n._("closed match {target}", { target });
    case "remove-player":
      return i18n._("removed a player: {target}", { target });
    case "ban":
      return i18n._("banned {target} until {time}", { target, time });
    case "mute":
      return i18n._("muted {target} until {time}", { target, time });
    case "lift":
      return i18n._("lifted {target}", { target });
    case "settle-report":
      return i18n._("settled report {target}", { target });
    case "announce":
      return i18n._("announced until {time}", { time });
    case "withdraw-announcement":
      return i18n._("withdrew the announcement");
    case "drain-server":
      return i18n._("drained server {target}", { target });
  }
}

/** Returns what a temple says is wrong with it (temple protocol section 3, `faults`); what is not known is returned as it is. */
export function describeFault(fault: string): string {
  switch (fault) {
    case "blocked-h":
      return i18n._("Huitzilopochtli's slot is blocked");
    case "blocked-t":
      return i18n._("Tlaloc's slot is blocked");
    case "sensor-h":
      return i18n._("Huitzilopochtli's sensor fails");
    case "sensor-t":
      return i18n._("Tlaloc's sensor fails");
    case "storage":
      return i18n._("its storage fails");
    default:
      return fault;
  }
}

/** Returns why a temple started last (`reset`); what is not known is returned as it is. */
export function describeReset(reset: string): string {
  switch (reset) {
    case "power-on":
      return i18n._("switched on");
    case "restart":
      return i18n._("restarted");
    case "crash":
      return i18n._("crashed");
    case "watchdog":
      return i18n._("hung (watchdog)");
    case "brownout":
      return i18n._("voltage too low");
    case "sleep":
      return i18n._("woke up");
    default:
      return reset;
  }
}
