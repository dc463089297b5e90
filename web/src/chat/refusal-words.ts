import { i18n } from "../texts/index.ts";

/** Returns why something cannot be said; `undefined`: for a reason that is not the chat's own. */
export function refusalWords(code: string): string | undefined {
  switch (code) {
    case "silent":
      return i18n._("This table is silent: nobody talks here.");
    case "text-missing":
      return i18n._("There is nothing in it to say.");
    case "text-too-long":
      return i18n._("This is too long for one line. Say it in two.");
    case "too-many-lines":
      return i18n._("That was a lot at once. Take a breath.");
    case "chat-full":
      return i18n._("Everything has been said: this chat takes no more.");
    default:
      return undefined;
  }
}
