import { useLocation } from "wouter";
import { paths } from "../base/routes.ts";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { i18n } from "../texts/index.ts";

/** The way to the match in which this one is played again. */
export function GoToRematch({ id }: { readonly id: string }) {
  const [, goTo] = useLocation();
  return (
    <Button tone="gold" onClick={() => goTo(paths.match(id))}>
      <Icon id="eye" />
      {i18n._("Go to the rematch")}
    </Button>
  );
}
