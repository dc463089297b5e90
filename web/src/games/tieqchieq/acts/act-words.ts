import { commandWords, conditionSentence, type Seat, type Table } from "@flower-war/client-sdk/tieqchieq";
import { format } from "@flower-war/client-sdk/texts";
import { i18n } from "../../../texts/index.ts";
import { oddsOf } from "../battle/odds.ts";
import type { TieqchieqScene } from "../scene.ts";
import { readerFor, say, texts } from "../texts.ts";
import type { Choice, Way } from "./acts.ts";

/** Returns an act as a button says it: "Move b1 to e2"; one that is not possible by its token. */
export function actTitle({ act, number }: Choice, { view }: TieqchieqScene): string {
  if (number !== null) return say(commandWords(act, view, texts()).button);
  return act.type === "move" ? act.from : texts().things.reserve.name;
}

/** Returns what kind of act it is, in a word or two. */
export function actKind({ way }: Choice, seat: Seat): string {
  if (way === null) return i18n._("Cannot act");
  if (way.landing === "battle") {
    return i18n._("Battle, {wins} in {of}", oddsOf(seat, seat));
  }
  return texts().places[way.landing].name;
}

/** Returns what an act leads to, as short as a card wants it, or why it is not possible. */
export function actEffect({ way, reason }: Choice, { seat, people }: TieqchieqScene): string {
  if (way?.landing === "battle") return i18n._("Win, and you hold {to}.", { to: way.to });
  if (way?.landing === "plus") return i18n._("Then it may go on to {next}.", { next: way.next ?? way.to });
  if (way !== null) return landingWords(way);
  return reason === null ? "" : say(conditionSentence(reason, texts(), readerFor(seat, people)));
}

/** Returns what a way leads to. */
export function landingWords({ landing, to, next }: Way): string {
  const words = format(texts().landings[landing], { to }, texts().language);
  return next === null || landing !== "plus" ? words : `${words} ${i18n._("That is {next}.", { next })}`;
}

/** Returns how many of the roll's points a way leaves over, which are lost. */
export function lostOf({ entered }: Way, { roll }: Table): number {
  return roll - entered.reduce((sum, { cost }) => sum + cost, 0);
}
