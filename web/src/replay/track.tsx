import { PictureDrawing } from "../game-frame/picture-drawing.tsx";
import { i18n } from "../texts/index.ts";
import { leadArea, type LeadPoint, type Overview } from "./overview.ts";
import type { Steps } from "../record/steps.ts";
import styles from "./track.module.css";
import type { Player } from "./player.ts";

interface Props {
  readonly steps: Steps;
  readonly overview: Overview;
  readonly player: Player;
  /** The position in words. */
  readonly text: string;
}

/** The whole match as a line: where it stands, who led, where turns begin, and where there were battles and gains. */
export function Track({ steps, overview, player: { at, act }, text }: Props) {
  const { last, turns, battles } = steps;
  const { gains, lead } = overview;
  return (
    <div className={styles.track}>
      <div className={styles.over} aria-hidden="true">
        {lead === null ? null : <Chart last={last} points={lead.points} endBegins={overview.endBegins} />}
        {gains.map(({ n, picture }, index) => (
          <span key={index} className={styles.gain} style={{ left: `${(100 * n) / Math.max(1, last)}%` }}>
            <PictureDrawing picture={picture} />
          </span>
        ))}
      </div>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={last}
        value={at}
        aria-label={i18n._("Position in the match")}
        aria-valuetext={text}
        onChange={({ target }) => act({ type: "go", to: target.valueAsNumber })}
      />
      <svg
        className={styles.marks}
        viewBox={`0 0 ${Math.max(1, last)} 12`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.turn} d={turns.map(({ first }) => `M${first} 0V6`).join("")} />
        <path className={styles.battle} d={battles.map((n) => `M${n} 0V12`).join("")} />
      </svg>
      <p className={styles.legend} aria-hidden="true">
        {lead === null ? null : (
          <>
            <span className={styles.firstWord}>{i18n._("{who} leads", { who: lead.names[0] })}</span>
            <span className={styles.secondWord}>{lead.names[1]}</span>
          </>
        )}
        {battles.length === 0 ? null : <span className={styles.battleWord}>{i18n._("battle")}</span>}
      </p>
    </div>
  );
}

interface ChartProps {
  /** The number of entries. */
  readonly last: number;
  readonly points: readonly LeadPoint[];
  readonly endBegins: number | null;
}

/** The lead over time: the first side's area above the line, the second's below it; the time of the end is shaded. */
function Chart({ last, points, endBegins }: ChartProps) {
  return (
    <svg
      className={styles.chart}
      viewBox={`0 -1 ${Math.max(1, last)} 2`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {endBegins === null ? null : (
        <rect className={styles.end} x={endBegins} y={-1} width={last - endBegins} height={2} />
      )}
      <path className={styles.first} d={leadArea(points, "first")} />
      <path className={styles.second} d={leadArea(points, "second")} />
      <path className={styles.line} d={`M0 0H${last}`} />
    </svg>
  );
}
