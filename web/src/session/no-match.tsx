import { useLocation } from "wouter";
import { NoticePage } from "../design/page/notice-page.tsx";
import { isId, paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { Button } from "../design/parts/button.tsx";
import { CodeForm } from "./code-form.tsx";
import { RefusalNote } from "./refusal-note.tsx";
import { i18n } from "../texts/index.ts";

interface Props {
  readonly code: string;
  /** Why the match cannot be shown; without it there is none. */
  readonly error?: unknown;
}

/** A door that does not open: nothing is behind it, or the server refuses. */
export function NoMatch({ code, error }: Props) {
  const [, goTo] = useLocation();
  usePage(isId(code) ? i18n._("Invitation") : i18n._("Match {code}", { code }));
  const toLobby = <Button onClick={() => goTo(paths.lobby)}>{i18n._("To the lobby")}</Button>;
  if (error !== undefined) {
    return (
      <NoticePage
        tone="bad"
        sign="quiahuitl"
        title={i18n._("This match cannot be opened")}
        actions={
          <>
            <Button tone="gold" onClick={() => location.reload()}>
              {i18n._("Try again")}
            </Button>
            {toLobby}
          </>
        }
      >
        <RefusalNote error={error} />
      </NoticePage>
    );
  }
  return (
    <NoticePage
      tone="dark"
      sign="miquiztli"
      title={
        isId(code) ? i18n._("No table behind this link") : i18n._("No match has the code {code}", { code })
      }
      actions={toLobby}
      below={<CodeForm onOpen={(other) => goTo(paths.match(other))} />}
    >
      <p role="alert">
        {isId(code)
          ? i18n._(
              "It closed, or a character of the link is missing. Ask for the link again, or enter a code.",
            )
          : i18n._(
              "It closed, a letter is wrong, or its host does not show its code: ask for the link.",
            )}{" "}
        <code>unknown-match</code>
      </p>
    </NoticePage>
  );
}
