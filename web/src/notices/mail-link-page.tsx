import { useState } from "react";
import { CenteredPage } from "../design/page/frame.tsx";
import { usePage } from "../base/use-page.ts";
import { Button } from "../design/parts/button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { host } from "../session/host.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { NoticesNote } from "./use-notices.tsx";

interface Props {
  /** What the link is for. */
  readonly act: "confirm" | "stop";
}

/** Where a link in an e-mail leads. A button does what it says: e-mail programs look at links before a person follows them. */
export function MailLinkPage({ act }: Props) {
  const words = wordsOf(act);
  usePage(words.title);
  const [isDone, setDone] = useState(false);
  const action = useAction();
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const follow = () =>
    action.run(async () => {
      const identity = await host.identity();
      await (act === "confirm" ? identity.confirmMail(token) : identity.stopMail(token));
      setDone(true);
    });
  return (
    <CenteredPage>
      <Notice
        level={1}
        title={words.title}
        actions={
          isDone ? undefined : (
            <Button tone="gold" aria-disabled={action.busy} onClick={follow}>
              {words.button}
            </Button>
          )
        }
      >
        <p role="status">{isDone ? words.done : words.asked}</p>
        <NoticesNote error={action.error} />
      </Notice>
    </CenteredPage>
  );
}

function wordsOf(act: Props["act"]) {
  return act === "confirm"
    ? {
        title: i18n._("Your e-mail address"),
        asked: i18n._("Do you want an e-mail when it is your turn in a match by days?"),
        button: i18n._("Confirm the address"),
        done: i18n._("The address is confirmed. Each e-mail has a link that ends them."),
      }
    : {
        title: i18n._("No more e-mails"),
        asked: i18n._("Do you want no more e-mails when it is your turn?"),
        button: i18n._("Send no more"),
        done: i18n._("You get no more e-mails. The server has forgotten the address."),
      };
}
