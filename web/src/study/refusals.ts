import type { RefusalTexts } from "../refusals/refusal-texts.ts";
import { i18n } from "../texts/index.ts";

/** What the page of a study says in its own words. */
export const TEXTS: RefusalTexts = {
  "text-missing": () => i18n._("Write something first."),
  "text-too-long": () => i18n._("That is too long: 500 characters at most."),
  "too-many-changes": () => i18n._("That was too much at once. Wait a moment."),
};
