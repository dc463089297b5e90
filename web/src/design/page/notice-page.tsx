import type { ReactNode } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { Notice } from "../parts/notice.tsx";
import { CenteredPage } from "./frame.tsx";
import { GoButton } from "../parts/go-button.tsx";
import { i18n } from "../../texts/index.ts";
import { paths } from "../../base/routes.ts";
import { usePage } from "../../base/use-page.ts";

interface Props {
  /** `bad`: something failed. `dark`: there is nothing. */
  readonly tone: "bad" | "dark";
  /** The day sign beside the title. */
  readonly sign: string;
  readonly title: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
  /** Another way on, below. */
  readonly below?: ReactNode;
}

/** A page that has nothing but a message: what happened, what is kept, and the ways on. */
export function NoticePage({ tone, sign, title, actions, children, below }: Props) {
  return (
    <CenteredPage>
      <Notice
        level={1}
        tone={tone}
        picture={<Drawing sheet="signs" id={sign} />}
        title={title}
        actions={actions}
      >
        {children}
      </Notice>
      {below}
    </CenteredPage>
  );
}

/** The page of an unknown address. */
export function NotFound() {
  usePage(i18n._("Page not found"));
  return (
    <NoticePage
      tone="dark"
      sign="miquiztli"
      title={i18n._("There is nothing at this address")}
      actions={
        <GoButton tone="gold" to={paths.lobby}>
          {i18n._("To the lobby")}
        </GoButton>
      }
    >
      {i18n._("Maybe a letter is missing. The lobby lists all open tables, and yours.")}
    </NoticePage>
  );
}
