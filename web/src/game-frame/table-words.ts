import { delayWords } from "../session/delay-words.ts";
import { seatName } from "../session/seat-names.ts";
import { i18n } from "../texts/index.ts";
import { type Named, nameOf } from "./log/turn-lines.tsx";
import { takenBackIn } from "./turn-events.ts";

/** Returns what an entry of the table says, as a line of its seat; `null`: it is one of the game. */
export function tableWords(event: object, people: Named): string | null {
  if (takenBackIn(event) !== null) return i18n._("Took the last act back.");
  const { type, seconds, to, days, by } = event as { [name: string]: unknown };
  const time = delayWords(Number(seconds));
  const isJudges = by === "judge";
  if (type === "table-paused")
    return isJudges
      ? i18n._("The judge paused the match for {time}.", { time })
      : i18n._("Paused the match for {time}.", { time });
  if (type === "table-resumed")
    return isJudges ? i18n._("The judge ended the pause.") : i18n._("Went on after the pause.");
  if (type === "table-holiday-taken")
    return i18n._("On holiday for {days, plural, one {# day} other {# days}} at most.", {
      days: Number(days),
    });
  if (type === "table-holiday-ended") return i18n._("Back from the holiday.");
  if (type === "table-judge-sought") return i18n._("Seeks a judge.");
  if (type === "table-judge-named") return i18n._("A judge has come.");
  if (type === "table-judge-dropped") return i18n._("There is no judge any more.");
  if (type === "table-end-asked") return i18n._("The judge asks to end the match.");
  if (type === "table-seat-offered") return i18n._("Hands the seat over by a link.");
  if (type === "table-seat-kept") return i18n._("Keeps the seat.");
  if (type === "table-seat-handed") return i18n._("Took the seat over.");
  if (type !== "table-time-given" && type !== "table-seat-freed") return null;
  // The bot's name is the seat's from then on.
  if (type === "table-seat-freed")
    return i18n._("The judge lets a bot play on: {seat}", { seat: seatName(String(to)) });
  const name = nameOf(String(to), people);
  return isJudges
    ? i18n._("The judge gave {name} {time} more.", { time, name })
    : i18n._("{time} more for {name}.", { time, name });
}
