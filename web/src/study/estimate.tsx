import type { GameMap, GameName } from "@flower-war/client-sdk";
import type { PositionEstimate } from "@flower-war/client-sdk/replay";
import type { StudyBranch, StudyPosition } from "@flower-war/client-sdk/study";
import type { GameUi } from "../game-frame/game-ui.tsx";
import { nameOf } from "../game-frame/log/turn-lines.tsx";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { describeChance, marginWords } from "../replay/chance-words.ts";
import { useEstimate, type WorkState } from "../replay/use-review.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./estimate.module.css";

interface Props<G extends GameName> {
  readonly replayed: ReplayedMatch<G>;
  readonly ui: GameUi<G>;
  readonly at: StudyPosition;
  readonly branches: readonly StudyBranch[];
  /** The position in words. */
  readonly about: string;
}

/** Each seat's estimated chance from one position. It is computed while it is shown. */
export function Estimate<G extends GameName>(props: Props<G>) {
  return <EstimateView {...props} state={useEstimate(props.replayed.record, props.at, props.branches)} />;
}

export function EstimateView<G extends GameName>({
  state: { news, failed },
  ...props
}: Props<G> & { readonly state: WorkState<PositionEstimate> }) {
  const { people } = props.replayed;
  if (failed && !news?.done)
    return <p role="status">{i18n._("This browser could not estimate the chances.")}</p>;
  const best = news?.done === true && news.known.best !== null ? bestWords(news.known.best, props) : null;
  return (
    <div className={styles.estimate}>
      <p>
        {i18n._(
          "{position}. Each player's chance to come first: easy bots play on from there, again and again, with dice and decks dealt anew.",
          { position: props.about },
        )}
      </p>
      <dl className={styles.chances}>
        {people.map(({ seat }) => {
          const chance = news?.known.chances[seat];
          return (
            <div key={seat}>
              <dt>
                <SeatSign seat={seat} size="small" />
                {nameOf(seat, people)}
              </dt>
              <dd>
                <meter min={0} max={1} value={chance?.chance ?? 0} aria-hidden="true" />
                <span>{chance === undefined ? "…" : describeChance(chance)}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <p role="status">{news?.done === true ? marginWords() : i18n._("Playing on…")}</p>
      {best === null ? null : <p>{i18n._("A skilled bot would play: {words}", { words: best })}</p>}
    </div>
  );
}

/** What a bot's command would do at once, in words; `null`: nothing that has words. */
function bestWords<G extends GameName>(
  { seat, command }: NonNullable<PositionEstimate["best"]>,
  { replayed: { replay, people }, ui, at, branches }: Props<G>,
): string | null {
  const tried: StudyBranch = {
    id: "b999999",
    from: at,
    seed: "0".repeat(64),
    steps: [{ id: "", seat, command }],
    by: { player: "", name: "" },
  };
  const [entry] = replay.line(tried.id, [...branches, tried]).entries;
  const view = replay.view(0, null);
  const words = (entry?.events ?? []).map((event: GameMap[G]["event"]) =>
    ui.describeEvent(event, null, people, view),
  );
  return words.find((each) => each !== null && each !== "") ?? null;
}
