import type { GameMap, GameName } from "@flower-war/client-sdk";
import type { Review } from "@flower-war/client-sdk/replay";
import { Button } from "../design/parts/button.tsx";
import type { GameUi } from "../game-frame/game-ui.tsx";
import { nameOf } from "../game-frame/log/turn-lines.tsx";
import type { ReplayedMatch } from "../record/load-replay.ts";
import { type Steps, turnAt } from "../record/steps.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { i18n } from "../texts/index.ts";
import { describeChance, marginWords } from "./chance-words.ts";
import { ReviewPlot } from "./review-plot.tsx";
import styles from "./review.module.css";
import { useReview, type WorkState } from "./use-review.ts";

export interface ReviewProps<G extends GameName> {
  readonly replayed: ReplayedMatch<G>;
  readonly ui: GameUi<G>;
  readonly steps: Steps;
  /** Shows the position after `n` entries. */
  readonly onShow: (n: number) => void;
}

/** Each seat's estimated chance over a match, and where one fell most. It is computed while it is shown. */
export function MatchReview<G extends GameName>(props: ReviewProps<G>) {
  return <ReviewView {...props} state={useReview(props.replayed.record)} />;
}

export function ReviewView<G extends GameName>({
  state: { news, failed },
  ...props
}: ReviewProps<G> & { readonly state: WorkState<Review> }) {
  const { people } = props.replayed;
  const seats = people.map(({ seat }) => seat);
  const named = (seat: string) => nameOf(seat, people);
  if (failed && !news?.done)
    return <p role="status">{i18n._("This browser could not estimate the chances.")}</p>;
  return (
    <div className={styles.review}>
      <p>
        {i18n._(
          "Each player's chance to come first. To estimate it, easy bots play on from positions of the match, again and again: what was dealt is as it was, dice and decks ahead are not.",
        )}
      </p>
      <p className={styles.progress} role="status">
        {news?.done ? (
          marginWords()
        ) : (
          <>
            <progress max={1} value={news?.spent ?? 0} aria-hidden="true" />
            {i18n._("Playing on…")}
          </>
        )}
      </p>
      {news === null ? null : (
        <>
          <ReviewPlot review={news.known} seats={seats} nameOf={named} />
          <ChanceTable review={news.known} seats={seats} nameOf={named} />
          {news.done ? <Swings {...props} review={news.known} /> : null}
        </>
      )}
    </div>
  );
}

interface TableProps {
  readonly review: Review;
  readonly seats: readonly string[];
  readonly nameOf: (seat: string) => string;
}

function ChanceTable({ review: { positions }, seats, nameOf: named }: TableProps) {
  return (
    <details className={styles.table}>
      <summary>{i18n._("As a table")}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{i18n._("After step")}</th>
            {seats.map((seat) => (
              <th key={seat} scope="col">
                {named(seat)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {positions.map(({ n, chances }) => (
            <tr key={n}>
              <th scope="row">{n}</th>
              {seats.map((seat) => (
                <td key={seat}>{describeChance(chances[seat] ?? { chance: 0, margin: 0 })}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

type Swing = Review["swings"][number];

function Swings<G extends GameName>({
  review,
  replayed,
  ui,
  steps,
  onShow,
}: ReviewProps<G> & { review: Review }) {
  const { people } = replayed;
  return (
    <section className={styles.swings}>
      <h3>{i18n._("Where a chance fell most")}</h3>
      {review.swings.length === 0 ? <p>{i18n._("It did not fall for anyone.")}</p> : null}
      <ol>
        {review.swings.map((swing, i) => {
          const at = swing.better === null ? swing.from : swing.better.n - 1;
          const turn = turnAt(steps, swing.from + 1)?.number ?? 0;
          return (
            <li key={swing.from}>
              <p className={styles.fall}>
                <b>{i + 1}</b>
                <SeatSign seat={swing.seat} size="small" />
                <strong>
                  {i18n._("{who}, from turn {turn}: from {before} to {after}", {
                    who: nameOf(swing.seat, people),
                    turn,
                    before: describeChance(swing.before),
                    after: describeChance(swing.after),
                  })}
                </strong>
              </p>
              <p>
                {isClear({ played: swing.after, instead: swing.before })
                  ? null
                  : i18n._("The fall is within the margins.")}{" "}
                {describeBetter(swing, replayed, ui)}
              </p>
              <Button onClick={() => onShow(at)}>{i18n._("Show this position")}</Button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function describeBetter<G extends GameName>(
  { better }: Swing,
  { replay, people }: ReplayedMatch<G>,
  ui: GameUi<G>,
): string {
  if (better === null) return i18n._("Nothing better was found there: dice, cards or the others made it.");
  const view = replay.view(0, null);
  const tell = (events: readonly object[]): string =>
    events
      .map((event) => ui.describeEvent(event as GameMap[G]["event"], null, people, view))
      .find((words) => words !== null && words !== "") ?? i18n._("another choice");
  const values = {
    played: tell(replay.entries[better.n - 1]?.events ?? []),
    instead: tell(better.events),
    chance: describeChance(better.instead),
    before: describeChance(better.played),
  };
  return isClear(better)
    ? i18n._("Better: “{instead}”, {chance}. Played: “{played}”, {before}.", values)
    : i18n._(
        "Perhaps better, though the difference is within the margins: “{instead}”, {chance}. Played: “{played}”, {before}.",
        values,
      );
}

/** Whether one chance is better than the other beyond what so few tries leave to luck. */
export function isClear({
  played,
  instead,
}: Pick<NonNullable<Swing["better"]>, "played" | "instead">): boolean {
  return instead.chance - played.chance > Math.hypot(played.margin, instead.margin);
}
