import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Field } from "../design/parts/field.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { i18n } from "../texts/index.ts";
import { host } from "./host.ts";
import styles from "./link-actions.module.css";
import { useAnswer } from "./use-answer.ts";

interface Props {
  readonly link: string;
  /** What it is called. Default: a link. */
  readonly label?: string;
  /** Whether the link itself is shown. Else it is only if it has to be copied by hand. */
  readonly shown?: boolean;
}

/** A link, to copy and to share. */
export function LinkActions({ link, label, shown = true }: Props) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Without a secure address there is no clipboard: the link is selected, to be copied by hand.
      setCopied(false);
      input.current?.select();
    }
  };
  useEffect(() => {
    if (copied === false) input.current?.select();
  }, [copied]);
  return (
    <>
      {shown || copied === false ? (
        <Field
          ref={input}
          className={styles.field}
          label={label ?? i18n._("Link")}
          value={link}
          readOnly
          onChange={() => {}}
        />
      ) : null}
      <div className={styles.buttons}>
        <Button tone={shown ? "gold" : "plain"} onClick={() => void copy()}>
          <Icon id="copy" />
          {shown ? i18n._("Copy") : i18n._("Copy the link")}
        </Button>
        {canShare() ? (
          <Button onClick={() => void navigator.share({ url: link }).catch(() => {})}>
            <Icon id="share" />
            {i18n._("Share")}
          </Button>
        ) : null}
        <span role="status">
          {copied === true ? (label === undefined ? i18n._("Link copied") : i18n._("Copied")) : ""}
        </span>
      </div>
    </>
  );
}

/** Whether the browser can hand a link to other programs. */
const canShare = (): boolean => typeof navigator.share === "function";

interface ShareButtonProps {
  /** The address on this server. Matches are named by their id in it: codes are given again. */
  readonly path: string;
  readonly children: ReactNode;
}

/** Shares a link, or copies it. Without a secure address there is no clipboard: the link is shown, to be copied by hand. */
export function ShareButton({ path, children }: ShareButtonProps) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const url = location.origin + path;
  const share = async () => {
    if (canShare()) await navigator.share({ url }).catch(() => {});
    else
      try {
        await navigator.clipboard.writeText(url);
        setCopied(true);
      } catch {
        setCopied(false);
      }
  };
  return (
    <>
      <Button onClick={() => void share()}>
        <Icon id="share" />
        {children}
      </Button>
      <span role="status">{copied === true ? i18n._("Link copied") : ""}</span>
      {copied === false ? (
        <Dialog title={i18n._("Share")} onClose={() => setCopied(null)}>
          <Field
            label={i18n._("Link")}
            value={url}
            readOnly
            onFocus={({ target }) => target.select()}
            onChange={() => {}}
          />
        </Dialog>
      ) : null}
    </>
  );
}

/** Returns the origin under which others reach this page: at home, not that of this machine alone. */
export function useOriginForOthers(): string {
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  // Without an answer the link is good on this machine.
  return useAnswer(isHere ? "address" : null, () => host.findAddress()).answer ?? location.origin;
}
