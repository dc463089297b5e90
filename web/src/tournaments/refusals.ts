import type { PartTexts } from "../refusals/refusal-texts.ts";
import { i18n } from "../texts/index.ts";

/** What those who organise a tournament or take part are refused. */
export const TEXTS: PartTexts<"tournaments"> = {
  "unknown-tournament": () => i18n._("This server has no such tournament. It may be too long ago."),
  "tournament-damaged": () =>
    i18n._("This tournament can no longer be read. The operator has been notified."),
  "tournament-over": () => i18n._("The tournament is over."),
  "tournament-not-started": () => i18n._("The tournament has not begun yet."),
  "registration-closed": () =>
    i18n._("You cannot join any more: the last round was paired, or the organiser removed you."),
  "tournament-full": () => i18n._("As many players as it can have take part already."),
  "not-registered": () => i18n._("This player does not take part."),
  "not-organiser": () => i18n._("Only who created the tournament can do this."),
  "account-needed": () => i18n._("This takes an account. Add a passkey on your page, then come back."),
  "too-many-tournaments": () =>
    i18n._("There are too many tournaments, of yours or of all. End one, or try again later."),
  unauthorized: () => i18n._("The server does not know you any more. Register again."),
  "too-few-players": () => i18n._("There are too few players for a table. Wait for more."),
  "unknown-match": () => i18n._("Your table is being set up. Try again in a moment."),
};
