import { type ReactNode, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { i18n } from "../texts/index.ts";

/** Whether the browser can hand a link to other programs. */
export const canShare = (): boolean => typeof navigator.share === "function";

interface Props {
  /** The address on this server. Matches are named by their id in it: codes are given again. */
  readonly path: string;
  readonly children: ReactNode;
}

/** Shares a link, or copies it. */
export function ShareButton({ path, children }: Props) {
  const [copied, setCopied] = useState(false);
  const url = location.origin + path;
  const share = async () => {
    if (canShare()) await navigator.share({ url }).catch(() => {});
    else {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    }
  };
  return (
    <>
      <Button onClick={() => void share()}>
        <Icon id="share" />
        {children}
      </Button>
      <span role="status">{copied ? i18n._("Link copied") : ""}</span>
    </>
  );
}
