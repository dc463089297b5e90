import type { Picture } from "../game-frame/story.ts";
import { PictureDrawing } from "../game-frame/picture-drawing.tsx";
import { i18n } from "../texts/index.ts";
import { Chart } from "./chart.tsx";
import type { LeadPoint } from "./lead.ts";
import type { Steps } from "../record/steps.ts";
import styles from "./track.module.css";
import type { Player } from "./use-player.ts";

/** What a match looks like from afar. */
export interface Overview {
  /** What was gained in which entry. */
  readonly gains: readonly { readonly n: number; readonly picture: Picture }[];
  /** The entry from which the end was near; `null`: there is none. */
  readonly endBegins: number | null;
  /** `null`: there are no two sides to compare. */
  readonly lead: { readonly points: readonly LeadPoint[]; readonly names: readonly [string, string] } | null;
}

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
