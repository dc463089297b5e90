import { describePasskeyError } from "../passkeys/passkeys.ts";
import type { PartTexts } from "../refusals/refusal-texts.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./player-page.module.css";

/** What players are refused. */
const TEXTS: PartTexts<"player"> = {
  "bad-token": () => i18n._("The server does not know you any more. Reload the page."),
  "expired-token": () => i18n._("You were away for too long. Reload the page."),
  unauthorized: () => i18n._("You signed out in another tab. Reload the page."),
  "too-many-sign-ins": () => i18n._("Too many attempts from here. Wait a moment."),
  "proof-required": () => i18n._("You did not confirm that it is you, so nothing has changed."),
  "bad-passkey": () => i18n._("The server did not accept the passkey. Try again."),
  "unknown-passkey": () =>
    i18n._("No player here has this passkey. Choose another one, or use a recovery code."),
  "unknown-session": () => i18n._("This device is signed out already."),
  "unknown-personal-token": () => i18n._("This token is revoked already."),
  "too-many-personal-tokens": () => i18n._("You have as many tokens as you can have. Revoke one first."),
  "passkey-known": () => i18n._("This passkey is in use already."),
  "too-many-passkeys": () => i18n._("You have as many passkeys as you can have. Remove one first."),
  "last-passkey": () => i18n._("This is your last passkey. Add another one before you remove it."),
  "no-account": () => i18n._("Add a passkey first."),
  "bad-recovery-code": () => i18n._("This is not a recovery code, or it was used already."),
};

/** Says why something did not happen, as soon as it did not. @param error what was thrown; `null`: nothing */
export function PlayerNote({ error }: { readonly error: unknown }) {
  const passkey = describePasskeyError(error);
  if (passkey === null) return <RefusalNote error={error} texts={TEXTS} />;
  return (
    <p role="alert" className={styles.failure}>
      {passkey}
    </p>
  );
}
