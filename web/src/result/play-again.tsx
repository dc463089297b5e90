import { useLocation } from "wouter";
import { paths } from "../base/routes.ts";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { i18n } from "../texts/index.ts";

/** The way to a new match of a game, with whoever comes. */
export function PlayAgain({ game }: { readonly game: string }) {
  const [, goTo] = useLocation();
  return (
    <Button tone="gold" onClick={() => goTo(`${paths.create}?game=${game}`)}>
      <Icon id="again" />
      {i18n._("Play again")}
    </Button>
  );
}
