import { useLocation } from "wouter";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { i18n } from "../texts/index.ts";
import { CenteredPage } from "./frame.tsx";
import { paths } from "./routes.ts";
import { usePage } from "./use-page.ts";

/** For an address that names no page. */
export function NotFound() {
  const [, goTo] = useLocation();
  usePage(i18n._("Page not found"));
  return (
    <CenteredPage>
      <Notice
        level={1}
        tone="dark"
        picture={<Drawing sheet="signs" id="miquiztli" />}
        title={i18n._("There is nothing at this address")}
        actions={
          <Button tone="gold" onClick={() => goTo(paths.lobby)}>
            {i18n._("To the lobby")}
          </Button>
        }
      >
        {i18n._("Maybe a letter is missing. The lobby lists all open tables, and yours.")}
      </Notice>
    </CenteredPage>
  );
}
