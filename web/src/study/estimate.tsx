import { type GameMap, type GameName, Refusal, systemRandom } from "@flower-war/client-sdk";
import type { PositionEstimate } from "@flower-war/client-sdk/replay";
import type { StudyBranch, StudyPosition } from "@flower-war/client-sdk/study";
import { useState } from "react";
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

/** Each seat's estimated chance from the position at which it was opened, wherever the study goes meanwhile. It is computed while it is shown. */
export function Estimate<G extends GameName>(props: Props<G>) {
  const [asked] = useState(props);
  return <EstimateView {...asked} state={useEstimate(asked.replayed.record, asked.at, asked.branches)} />;
}

export function EstimateView<G extends GameName>({
  state: { news, failed },
  ...props
}: Props<G> & { readonly state: WorkState<PositionEstimate> }) {
  const { people } = props.replayed;
  const [seed] = useState(newSeed);
  if (failed && !news?.done)
    return <p role="status">{i18n._("This browser could not estimate the chances.")}</p>;
  const best =
    news?.done === true && news.known.best !== null ? bestWords(news.known.best, { ...props, seed }) : null;
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

/** A replay keeps a branch by its id and seed: each estimate tries one of its own. */
const newSeed = (): string =>
  Array.from(systemRandom.bytes(32), (byte) => byte.toString(16).padStart(2, "0")).join("");

interface Tried<G extends GameName> extends Omit<Props<G>, "about"> {
  /** 64 hex digits, another one for each estimate. */
  readonly seed: string;
}

/** What a bot's command would do at once, in words; `null`: nothing that has words, or the rules refuse it. */
function bestWords<G extends GameName>(
  { seat, command }: NonNullable<PositionEstimate["best"]>,
  { replayed: { replay, people }, ui, at, branches, seed }: Tried<G>,
): string | null {
  const steps = [{ id: "", seat, command }];
  const tried: StudyBranch = { id: "b999999", from: at, seed, steps, by: { player: "", name: "" } };
  try {
    const [entry] = replay.line(tried.id, [...branches, tried]).entries;
    const view = replay.view(0, null);
    const words = (entry?.events ?? []).map((event: GameMap[G]["event"]) =>
      ui.describeEvent(event, null, people, view),
    );
    return words.find((each) => each !== null && each !== "") ?? null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
