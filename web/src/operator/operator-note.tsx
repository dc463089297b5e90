import { RefusalNote } from "../session/refusal-note.tsx";
import type { PartTexts } from "../session/refusal-texts.ts";
import { i18n } from "../texts/index.ts";

/** What operators are refused. */
const TEXTS: PartTexts<"operator"> = {
  unauthorized: () => i18n._("The password is wrong."),
  "too-many-attempts": () => i18n._("Too many attempts. Wait a moment."),
  "bad-addresses": () =>
    i18n._("This is no address or network. Write it like 203.0.113.0/24 or 2001:db8::/48."),
  "unknown-server": () => i18n._("This server is no longer running."),
  "unknown-report": () => i18n._("This report no longer exists."),
  "unknown-sanction": () => i18n._("This ban or mute was lifted already."),
};

/** Says why something that an operator asked for was refused. @param error `null`: nothing */
export function OperatorNote({ error }: { readonly error: unknown }) {
  return <RefusalNote error={error} texts={TEXTS} />;
}
