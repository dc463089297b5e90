import { useLocation } from "wouter";
import { NoticePage } from "../design/page/notice-page.tsx";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { Button } from "../design/parts/button.tsx";
import { i18n } from "../texts/index.ts";

/** A match of a game that the server hosts, but that is not one of the page's. */
export function UnknownGame({ code, game }: { readonly code: string; readonly game: string }) {
  const [, goTo] = useLocation();
  usePage(i18n._("Match {code}", { code }));
  return (
    <NoticePage
      tone="dark"
      sign="calli"
      title={i18n._("This page has no board for {game}", { game })}
      actions={<Button onClick={() => goTo(paths.lobby)}>{i18n._("To the lobby")}</Button>}
    >
      <p role="alert">{i18n._("The host added this game. You need its own client to play or watch it.")}</p>
    </NoticePage>
  );
}
