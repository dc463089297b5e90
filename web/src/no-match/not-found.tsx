import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { NoticePage } from "../design/page/notice-page.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { i18n } from "../texts/index.ts";

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
