import type { NameFault } from "@flower-war/client-sdk/players";
import { i18n } from "./index.ts";

const NAME_FAULTS: { readonly [Fault in NameFault]: () => string } = {
  missing: () => i18n._("Enter the name that others see."),
  "too-long": () => i18n._("A name has at most 24 characters, fewer of those that are many in one."),
  characters: () => i18n._("A name has letters, digits, punctuation and emoji, and no invisible characters."),
  marks: () => i18n._("This name has too many marks on one letter."),
  scripts: () => i18n._("Write the name in letters of one alphabet."),
  reserved: () => i18n._("This name is taken by the server itself. Choose another one."),
};

/** Returns what is wrong with a name, and what to do about it. */
export const describeNameFault = (fault: NameFault): string => NAME_FAULTS[fault]();
