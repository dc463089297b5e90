import type { NameFault } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";

/** Returns what is wrong with a name, and what to do about it. */
export function describeFault(fault: NameFault): string {
  switch (fault) {
    case "missing":
      return i18n._("Enter the name that others see.");
    case "too-long":
      return i18n._("A name has at most 24 characters, fewer of those that are many in one.");
    case "characters":
      return i18n._("A name has letters, digits, punctuation and emoji, and nothing that nobody sees.");
    case "marks":
      return i18n._("This name has too many marks on one letter.");
    case "scripts":
      return i18n._("Write the name in letters of one alphabet.");
    case "reserved":
      return i18n._("This name is taken by the server itself. Choose another one.");
  }
}
