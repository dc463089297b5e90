import type { AnyPlayerMatch } from "@flower-war/client-sdk";
import { Icon } from "../../design/parts/icon.tsx";
import { Unseen } from "../../design/parts/panel.tsx";
import { catalogEntry } from "../../games/catalog.ts";
import { PRESETS } from "../../presets/presets.ts";
import { i18n } from "../../texts/index.ts";
import styles from "./match-history.module.css";

/** What was played: the game, its preset where it has several, and whether only invited people could see it. */
export function GameTitle({ match }: { readonly match: AnyPlayerMatch }) {
  return (
    <>
      {titleOf(match)}
      {match.private ? (
        <span className={styles.private}>
          <Icon id="lock" />
          <Unseen>{i18n._("private")}</Unseen>
        </span>
      ) : null}
    </>
  );
}

/** Returns what a match is called: its game, and its preset if the game has several. */
export function titleOf({ game, preset }: AnyPlayerMatch): string {
  const title = catalogEntry(game)?.title ?? game;
  const presets = PRESETS.filter((each) => each.game === game);
  const known = presets.length > 1 ? presets.find(({ id }) => id === preset) : undefined;
  return known === undefined ? title : `${title}, ${known.title()}`;
}
