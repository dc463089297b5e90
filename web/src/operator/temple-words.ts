import { i18n } from "../texts/index.ts";

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
