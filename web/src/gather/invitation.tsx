import type { GameName, Match } from "@flower-war/client-sdk";
import { nameOf, paths } from "../base/routes.ts";
import { Check } from "../design/parts/field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { LinkActions, useOriginForOthers } from "../session/share.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { laterPart } from "../texts/lazy-part.tsx";
import styles from "./invitation.module.css";

/** How to draw a QR code is loaded when the first is shown. */
const QrCode = laterPart(async () => (await import("./qr-code.tsx")).QrCode, "gather");

/** The link to a match: to copy, to share, to scan. The host of a private one decides whether its code works too. */
export function Invitation<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { code, isHost, status, details } = match;
  const link = useOriginForOthers() + paths.match(nameOf(match));
  const action = useAction();
  return (
    <div className={styles.invitation}>
      <div className={styles.qr}>
        <QrCode text={link} />
      </div>
      <div className={styles.link}>
        {details.codeShown ? (
          <p>
            {i18n._("Code")} <strong className={styles.code}>{code}</strong>
          </p>
        ) : null}
        <LinkActions link={link} />
        {match.state.private && isHost && status === "gathering" ? (
          <Check checked={details.codeShown} onChange={(shown) => action.run(() => match.showCode(shown))}>
            {i18n._("Also let people in by a code of four characters")}
          </Check>
        ) : null}
        <RefusalNote error={action.error} />
      </div>
    </div>
  );
}
