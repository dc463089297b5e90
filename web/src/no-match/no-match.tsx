import { useLocation } from "wouter";
import { isId, paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { NoticePage } from "../design/page/notice-page.tsx";
import { Button } from "../design/parts/button.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { i18n } from "../texts/index.ts";
import { CodeForm } from "../session/code-form.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";

interface Props {
  readonly code: string;
  /** Why the match cannot be shown; without it there is none. */
  readonly error?: unknown;
}

/** A door that does not open: nothing is behind it, or the server refuses. */
export function NoMatch({ code, error }: Props) {
  const [, goTo] = useLocation();
  usePage(isId(code) ? i18n._("Invitation") : i18n._("Match {code}", { code }));
  const toLobby = <GoButton to={paths.lobby}>{i18n._("To the lobby")}</GoButton>;
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

/** A match of a game that the server hosts, but that is not one of the page's. */
export function UnknownGame({ code, game }: { readonly code: string; readonly game: string }) {
  usePage(i18n._("Match {code}", { code }));
  return (
    <NoticePage
      tone="dark"
      sign="calli"
      title={i18n._("This page has no board for {game}", { game })}
      actions={<GoButton to={paths.lobby}>{i18n._("To the lobby")}</GoButton>}
    >
      <p role="alert">{i18n._("The host added this game. You need its own client to play or watch it.")}</p>
    </NoticePage>
  );
}
