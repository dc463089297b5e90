import { Refusal, type SeatInfo } from "@flower-war/client-sdk";
import { type Command, conditionSentence, REFUSALS, refusalWords } from "@flower-war/client-sdk/flower-war";
import { type FlowerWarScene, readerFor, say, texts } from "../games/flower-war/texts.ts";
import { describeRefusal } from "../refusals/refusal-texts.ts";
import { i18n } from "../texts/index.ts";
import type { Closed } from "./skull-drag.ts";

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

const STATES: { readonly [S in TempleState]: () => string } = {
  free: () => i18n._("no temple yet"),
  asking: () => i18n._("asking the temple"),
  elsewhere: () => i18n._("at another match"),
  paired: () => i18n._("paired"),
  owing: () => i18n._("owes a bead"),
  offline: () => i18n._("offline"),
};

/** How a seat stands to a temple of wood and stone, in a word or two. */
export const describeState = (state: TempleState): string => STATES[state]();

/** How a seat stands to a temple of wood and stone. */
export type TempleState = "free" | "asking" | "elsewhere" | "paired" | "owing" | "offline";

/** The temple of a seat as the match has it. */
export type SeatTemple = Pick<SeatInfo, "name" | "temple" | "templeOnline" | "fixH" | "fixT">;

/**
 * Returns how a seat stands to a temple. A temple that is silent cannot count what is taken out, so that comes first.
 * @param asking whether a pairing is under way
 * @param refused the code with which the last pairing was refused; `null`: it was not
 */
export function templeStateOf(
  { temple, templeOnline, fixH, fixT }: Omit<SeatTemple, "name">,
  asking: boolean,
  refused: string | null,
): TempleState {
  if (temple === "") {
    if (asking) return "asking";
    return refused === "temple-elsewhere" ? "elsewhere" : "free";
  }
  if (!templeOnline) return "offline";
  return fixH < 0 || fixT < 0 ? "owing" : "paired";
}
