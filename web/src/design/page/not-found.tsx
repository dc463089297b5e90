import { useLocation } from "wouter";
import { Button } from "../parts/button.tsx";
import { i18n } from "../../texts/index.ts";
import { NoticePage } from "./notice-page.tsx";
import { paths } from "../../base/routes.ts";
import { usePage } from "../../base/use-page.ts";

/** The page of an unknown address. */
export function NotFound() {
  const [, goTo] = useLocation();
  usePage(i18n._("Page not found"));
  return (
    <NoticePage
      tone="dark"
      sign="miquiztli"
      title={i18n._("There is nothing at this address")}
      actions={
        <Button tone="gold" onClick={() => goTo(paths.lobby)}>
          {i18n._("To the lobby")}
        </Button>
      }
    >
      {i18n._("Maybe a letter is missing. The lobby lists all open tables, and yours.")}
    </NoticePage>
  );
}
