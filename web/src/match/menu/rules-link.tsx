import type { GameName } from "@flower-war/client-sdk";
import { paths } from "../../base/routes.ts";
import { i18n } from "../../texts/index.ts";
import styles from "./match-menu.module.css";

/** The link to a game's rules, in a tab of its own. */
export function RulesLink({
  game,
  className,
}: {
  readonly game: GameName;
  readonly className?: string | undefined;
}) {
  return (
    <a className={`${styles.link} ${className}`} href={paths.rules(game)} target="_blank" rel="noreferrer">
      {i18n._("Rules")}
    </a>
  );
}
