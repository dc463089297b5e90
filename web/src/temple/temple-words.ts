import { type Command, conditionSentence, REFUSALS, refusalWords } from "@flower-war/client-sdk/flower-war";
import { Refusal } from "@flower-war/client-sdk";
import type { FlowerWarScene } from "../games/flower-war/texts.ts";
import { readerFor, say, texts } from "../games/flower-war/texts.ts";
import { describeRefusal } from "../session/refusal-texts.ts";
import { i18n } from "../texts/index.ts";
import type { Closed } from "./slots.ts";
import type { TempleState } from "./temple-state.ts";

/** Says which slots are open. */
export function describeOpenSlots(tlaloc: boolean, huitzilopochtli: boolean): string {
  if (tlaloc && huitzilopochtli) return i18n._("both slots open");
  if (tlaloc || huitzilopochtli) {
    return i18n._("{god}'s slot open", { god: texts().gods[tlaloc ? "tlaloc" : "huitzilopochtli"].name });
  }
  return i18n._("both slots closed");
}

/** Says why a skull was no offering, before anything was sent. */
export function describeClosed(closed: Closed, { seat, people }: FlowerWarScene): string {
  return i18n._("No offering: your skull comes back. {reason}", { reason: reasonOf() });

  function reasonOf(): string {
    if (closed === "reconnecting") return i18n._("You are reconnecting.");
    if (closed === "away") return i18n._("The server plays for you.");
    if (closed === null) return i18n._("It is not time to offer.");
    return say(conditionSentence(closed, texts(), readerFor({ seat, people })));
  }
}

/** Says why the server refused a skull. */
export function describeRefused(
  error: unknown,
  command: Command,
  { view, seat, people }: FlowerWarScene,
): string {
  const code = error instanceof Refusal ? error.code : null;
  const known = REFUSALS.find((each) => each === code);
  const reason =
    known !== undefined
      ? say(refusalWords(known, texts(), readerFor({ seat, people }), { command, view }))
      : error instanceof Refusal
        ? describeRefusal(error)
        : i18n._("Something went wrong on this page: {error}", { error: String(error) });
  return i18n._("No offering: your skull comes back. {reason}", { reason });
}

/** How a seat stands to a temple of wood and stone, in a word or two. */
export function describeState(state: TempleState): string {
  switch (state) {
    case "free":
      return i18n._("no temple yet");
    case "asking":
      return i18n._("asking the temple");
    case "elsewhere":
      return i18n._("at another match");
    case "paired":
      return i18n._("paired");
    case "owing":
      return i18n._("owes a bead");
    case "offline":
      return i18n._("offline");
  }
}
