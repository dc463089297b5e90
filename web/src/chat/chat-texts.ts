import type { PartTexts } from "../refusals/refusal-texts.ts";
import { i18n } from "../texts/index.ts";

/** Why something cannot be said, or a spectator not be kept from saying it. */
export const TEXTS: PartTexts<"chat"> = {
  silent: () => i18n._("This table is silent: nobody talks here."),
  silenced: () => i18n._("The host lets you watch, but not talk."),
  "unknown-speaker": () => i18n._("The server does not know any more who said this."),
  "too-many-barred": () =>
    i18n._("You have blocked or silenced as many as you can. Let one come back first."),
  "text-missing": () => i18n._("There is nothing in it to say."),
  "text-too-long": () => i18n._("This is too long for one line. Say it in two."),
  "too-many-lines": () => i18n._("That was a lot at once. Take a breath."),
  "too-many-mutes": () =>
    i18n._("You mute as many players as you can. Hear some of them again on your player page."),
  "chat-full": () => i18n._("Everything has been said: this chat takes no more."),
};
