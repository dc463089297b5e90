import { RefusalNote } from "../session/refusal-note.tsx";
import type { PartTexts } from "../session/refusal-texts.ts";
import { i18n } from "../texts/index.ts";

/** What is refused about notices. */
const TEXTS: PartTexts<"notices"> = {
  "bad-token": () => i18n._("The server does not know you any more. Reload the page."),
  "no-push": () => i18n._("This server sends no notices to browsers."),
  "bad-push": () => i18n._("This server does not know the push service of this browser."),
  "unknown-push": () => i18n._("This browser shows no notices any more. Reload the page."),
  "too-many-pushes": () => i18n._("Too many requests from here. Wait a moment."),
  "no-mail": () => i18n._("This server sends no e-mails."),
  "bad-mail": () => i18n._("This is not an e-mail address, or nobody gets e-mails there."),
  "bad-mail-token": () => i18n._("This link is too old, or the address was removed or replaced."),
  "too-many-mails": () => i18n._("Too many e-mails were asked for. Wait before you try again."),
};

/** Says why something about notices was refused, or what the browser threw. @param error `null`: nothing */
export function NoticesNote({ error }: { readonly error: unknown }) {
  return <RefusalNote error={error} texts={TEXTS} />;
}
