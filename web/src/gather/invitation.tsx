import { Suspense, useRef, useState } from "react";
import { paths } from "../app/routes.ts";
import { Button } from "../design/parts/button.tsx";
import { Field } from "../design/parts/field.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { canShare } from "../result/share-button.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./invitation.module.css";
import { useOriginForOthers } from "./use-origin-for-others.ts";
import { QrCode } from "./qr-code-lazy.tsx";

/** The link to a match: to copy, to share, to scan. */
export function Invitation({ code }: { readonly code: string }) {
  const link = useOriginForOthers() + paths.match(code);
  const [copied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Without a secure address there is no clipboard: the link is selected, to be copied by hand.
      input.current?.select();
    }
  };
  return (
    <div className={styles.invitation}>
      <div className={styles.qr}>
        <Suspense fallback={null}>
          <QrCode text={link} />
        </Suspense>
      </div>
      <div className={styles.link}>
        <p>
          {i18n._("Code")} <strong className={styles.code}>{code}</strong>
        </p>
        <Field ref={input} label={i18n._("Link")} value={link} readOnly onChange={() => {}} />
        <div className={styles.buttons}>
          <Button tone="gold" onClick={() => void copy()}>
            <Icon id="copy" />
            {i18n._("Copy")}
          </Button>
          {canShare() ? (
            <Button onClick={() => void navigator.share({ url: link }).catch(() => {})}>
              <Icon id="share" />
              {i18n._("Share")}
            </Button>
          ) : null}
          <span role="status">{copied ? i18n._("Link copied") : ""}</span>
        </div>
      </div>
    </div>
  );
}
