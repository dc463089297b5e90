import type { ReactNode } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { Notice } from "../parts/notice.tsx";
import { CenteredPage } from "./frame.tsx";

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
