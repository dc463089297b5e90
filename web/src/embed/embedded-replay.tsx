import type { GameName } from "@flower-war/client-sdk";
import { paths } from "../base/routes.ts";
import { Pill } from "../design/parts/pill.tsx";
import { describeOutcome } from "../game-frame/describe-outcome.ts";
import { catalogEntry } from "../games/catalog.ts";
import { useGameUi } from "../games/load-game.ts";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { ReplayView } from "../replay/replay-view.tsx";
import { i18n } from "../texts/index.ts";
import { EmbedBar } from "./embed-bar.tsx";
import styles from "./embed.module.css";

interface Props<G extends GameName> {
  readonly replayed: ReplayedMatch<G>;
}

/** An embedded match that is over: its end first, and the way to walk through it. */
export function EmbeddedReplay<G extends GameName>({ replayed }: Props<G>) {
  const { id, replay, people } = replayed;
  const ui = useGameUi(replay);
  const bar = (
    <EmbedBar
      title={catalogEntry(replay.game)?.title ?? replay.game}
      path={paths.replay(id)}
      way={i18n._("Watch there")}
    >
      <span className={styles.outcome}>
        <Pill>{describeOutcome(ui, replay.outcome, { seat: null, people })}</Pill>
      </span>
    </EmbedBar>
  );
  return <ReplayView replayed={replayed} first={replay.entries.length} bar={bar} />;
}
