import { i18n } from "../texts/index.ts";
import type { PartTexts } from "../refusals/refusal-texts.ts";

/** What those who study a match are refused, wherever they begin, open or change a study. */
export const STUDY_TEXTS: PartTexts<"studies"> = {
  "unknown-study": () => i18n._("There is no such study: it was deleted, or its link is not complete."),
  "unknown-position": () =>
    i18n._("This position is not there any more, or the rules do not let this be played in it."),
  "study-full": ({ field = "" }) => describeFull(field),
  "study-read-only": () =>
    i18n._("Only the owner of this study can change it. You can look around on your own."),
  "not-study-owner": () => i18n._("Only who added this, or the owner of the study, can do that."),
  "no-branches": () => i18n._("This match cannot be played on here: the server has no rules for it."),
  "too-many-studies": () =>
    i18n._("There are too many studies. Delete one of yours, or try again in an hour."),
  "text-missing": () => i18n._("Write something first."),
  "text-too-long": () => i18n._("That is too long: 500 characters at most."),
  "too-many-changes": () => i18n._("That was too much at once. Wait a moment."),
};

/** Says of what a study takes no more, and what to do about it. @param field as the server names it */
function describeFull(field: string): string {
  const texts: Readonly<Record<string, () => string>> = {
    comments: () => i18n._("The study has as many comments as it can have. Remove some first."),
    marks: () => i18n._("The study has as many marks as it can have. Remove some first."),
    branches: () => i18n._("The study has as many what ifs as it can have. Remove one first."),
    steps: () => i18n._("There are as many steps as there can be. Remove a what if, or play on elsewhere."),
    followers: () => i18n._("Too many people follow this study now. Try again later."),
  };
  return (texts[field] ?? (() => i18n._("The study is full. Remove something first.")))();
}
