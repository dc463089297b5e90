import { useEffect, useRef } from "react";
import { i18n } from "../../texts/index.ts";
import { texts, type TieqchieqScene } from "./texts.ts";
import type { TablePart } from "./handling.ts";
import {
  actEffect,
  actKey,
  actKind,
  actsOf,
  actTitle,
  type Choice,
  type Prospect,
  prospectsOf,
  type Way,
} from "./acts.ts";
import frame from "../../game-frame/hand/card.module.css";
import styles from "./hand.module.css";
import { type Act, otherSeat, type Seat } from "@flower-war/client-sdk/tieqchieq";
import { Drawing, drawingUrl } from "../../art/drawing.tsx";
import { CardRow } from "../../game-frame/hand/card-row.tsx";
import { paintOf } from "./pieces.tsx";

/** Returns the viewer's acts; `null`: they watch, or the match is over. */
export function hand({ scene, handling }: TablePart) {
  if (scene.seat === null || scene.view.table.phase === "over") return null;
  return <ActsRow scene={scene} handling={handling} seat={scene.seat} />;
}

interface ActsRowProps extends Pick<TablePart, "scene" | "handling"> {
  readonly seat: Seat;
}

/** The viewer's acts as cards: those of this roll, or while there is none, what each roll would do. */
function ActsRow({ scene, handling, seat }: ActsRowProps) {
  const row = useRef<HTMLUListElement>(null);
  const { view } = scene;
  const { choices, chosen } = handling;
  const key = chosen === null ? null : actKey(chosen.act);
  useEffect(() => {
    const card = row.current?.querySelector<HTMLElement>(`[data-act="${key}"]`);
    if (row.current === null || card == null) return;
    // On phones the row is swiped; the page itself stays where it is.
    row.current.scrollTo({ left: card.offsetLeft - (row.current.clientWidth - card.offsetWidth) / 2 });
  }, [key]);
  const open = choices.filter(({ number }) => number !== null).length;
  if (choices.length > 0) {
    return (
      <section aria-label={i18n._("Your acts, {open} open", { open })}>
        <CardRow ref={row} className={styles.row}>
          {choices.map((choice) => (
            <li key={actKey(choice.act)} data-act={actKey(choice.act)}>
              <ActCard
                scene={scene}
                seat={seat}
                choice={choice}
                chosen={actKey(choice.act) === key}
                onChoose={() => handling.choose(choice)}
              />
            </li>
          ))}
        </CardRow>
      </section>
    );
  }
  return (
    <section aria-label={i18n._("Your tokens, and where each roll leads them")}>
      {/* On phones the row is swiped, and by keyboard scrolled: so it takes the focus. */}
      <CardRow ref={row} className={styles.row} tabIndex={0} aria-label={texts().things.roll.name}>
        {actsOf(view.table, seat).map((act) => (
          <li key={actKey(act)}>
            <ProspectCard scene={scene} seat={seat} choice={{ act }} />
          </li>
        ))}
      </CardRow>
    </section>
  );
}

interface ActCardProps {
  readonly scene: TieqchieqScene;
  readonly seat: Seat;
  readonly choice: Choice;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** An act as a card: what moves where, what it leads to, or why it is not possible. */
function ActCard({ scene, seat, choice, chosen, onChoose }: ActCardProps) {
  const { number, act, way } = choice;
  const kind =
    way === null ? "closed" : act.type === "introduce" && way.landing === "plain" ? "new" : way.landing;
  return (
    <button
      type="button"
      className={`${frame.card} ${styles.card} ${styles[kind]} ${chosen ? `${frame.lit} ${styles.chosen}` : ""}`}
      aria-pressed={number === null ? undefined : chosen}
      aria-disabled={number === null}
      aria-keyshortcuts={number === null ? undefined : String(number)}
      onClick={onChoose}
    >
      <span className={`${frame.picture} ${styles.picture}`}>
        <ActPicture seat={seat} act={act} way={way} />
        <span className={styles.key} aria-hidden="true">
          {number ?? <Drawing sheet="sisters" id="i-lock" />}
        </span>
      </span>
      <b>{actTitle(choice, scene)}</b>
      <i>{actKind(choice, seat)}</i>
      <span className={styles.effect}>{actEffect(choice, scene)}</span>
    </button>
  );
}

interface ProspectProps {
  readonly scene: TieqchieqScene;
  readonly seat: Seat;
  readonly choice: Pick<Choice, "act">;
}

/** A token as a card before the toss: where each roll would lead it. */
function ProspectCard({ scene, seat, choice: { act } }: ProspectProps) {
  const from = act.type === "move" ? act.from : i18n._("New token");
  return (
    <div className={`${frame.card} ${styles.card} ${styles.prospect}`}>
      <span className={styles.head}>
        <Drawing sheet="sisters" id={`t-${seat}`} className={styles.token} />
        <b>{from}</b>
      </span>
      <dl>
        {prospectsOf(scene.view.table, seat, act).map((prospect) => (
          <div key={prospect.roll} className={prospect.way === null ? styles.none : undefined}>
            <dt>{prospect.roll}</dt>
            <dd>{prospectWords(prospect)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function prospectWords({ way }: Prospect): string {
  if (way === null) return i18n._("no act");
  if (way.landing === "plain") return way.to;
  const kind = way.landing === "battle" ? texts().things.battle.name : texts().places[way.landing].name;
  return `${way.to}, ${kind}`;
}

interface ActPictureProps {
  readonly seat: Seat;
  readonly act: Act;
  readonly way: Way | null;
}

/** What an act does, drawn: what moves, and where to. */
function ActPicture({ seat, act, way }: ActPictureProps) {
  const own = drawingUrl("sisters", `t-${seat}`);
  const battle = way?.landing === "battle";
  const start = act.type === "introduce";
  return (
    <svg className={styles.drawing} viewBox="0 0 110 50" aria-hidden="true">
      {start ? (
        <use href={drawingUrl("tieqchieq", `start-${seat}`)} x={14} y={10} width={32} height={32} />
      ) : (
        <use href={own} x={battle ? 22 : 12} y={5} width={42} height={42} />
      )}
      {battle && !start ? null : (
        <path className={styles.arrow} d={start ? "M49 26h10m-5 -5l6 5l-6 5" : "M52 26h8m-5 -5l6 5l-6 5"} />
      )}
      {start && !battle ? (
        <use href={own} x={64} y={5} width={42} height={42} />
      ) : (
        <use
          href={battle ? drawingUrl("sisters", `t-${otherSeat(seat)}`) : goalOf(seat, way)}
          x={62}
          y={battle ? 4 : 5}
          width={42}
          height={42}
        />
      )}
    </svg>
  );
}

function goalOf(seat: Seat, way: Way | null): string {
  if (way === null) return drawingUrl("tieqchieq", `end-${seat}`);
  const paint = paintOf(way.to);
  if (paint === null || paint.startsWith("plus-")) {
    return drawingUrl("tieqchieq", way.landing === "plus" ? `plus-${seat}` : "square");
  }
  return drawingUrl("tieqchieq", paint.replace("fret-", "land-"));
}
