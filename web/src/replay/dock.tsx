import type { ReactNode } from "react";
import { Button } from "../design/parts/button.tsx";
import { Medal } from "../design/parts/medal.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { type Named, titleOfTurn } from "../game-frame/log/turn-lines.tsx";
import type { LogTurn } from "../game-frame/log/turns.ts";
import { i18n } from "../texts/index.ts";
import styles from "./dock.module.css";
import { type Player, type Speed, SPEEDS } from "./player.ts";
import { nextBattle, type Steps, turnAt } from "../record/steps.ts";
import { leadArea, type LeadPoint, type Overview } from "./overview.ts";
import { Icon } from "../design/parts/icon.tsx";
import { PictureDrawing } from "../game-frame/picture-drawing.tsx";

interface Props {
  readonly steps: Steps;
  readonly overview: Overview;
  readonly player: Player;
  readonly people: Named;
  readonly turns: readonly LogTurn[];
  /** The shown entry in words. */
  readonly shown: string;
  /** What stands above all: which line this is, and who sees it. Default: nothing. */
  readonly above?: ReactNode;
  /** Of a branch, its name; left out: this is the match. */
  readonly branch?: string | undefined;
  /** Positions about which there are notes. Default: none. */
  readonly noted?: readonly number[];
}

const SPEED_NAMES: { readonly [speed: number]: string } = { 0.5: "½×", 1: "1×", 2: "2×", 8: "8×" };

/** The lower edge of a replay: which turn and step, the buttons, the line, and the speed. */
export function Dock(props: Props) {
  const { steps, overview, player, shown, above, branch, noted = [] } = props;
  const { at, speed, act } = player;
  const turn = turnAt(steps, at);
  const title = branch ?? titleAt(props);
  const battle = nextBattle(steps, at);
  return (
    <footer className={styles.dock} aria-label={i18n._("Replay")}>
      {above === undefined ? null : <div className={styles.above}>{above}</div>}
      <div className={styles.where}>
        <h2>{title}</h2>
        <p>
          {branch !== undefined
            ? i18n._("step {step} of {steps}", { step: at, steps: steps.last })
            : turn === null
              ? null
              : describeStep(steps, turn.first, turn.last, at)}
        </p>
        <Transport player={player} last={steps.last} />
      </div>
      <Track
        steps={steps}
        overview={overview}
        player={player}
        noted={noted}
        label={branch === undefined ? i18n._("Position in the match") : i18n._("Position in this what if")}
        text={[`${title}.`, shown, describeLead(overview, at)].join(" ")}
      />
      <div className={styles.ways}>
        <Segments<Speed>
          label={i18n._("Speed")}
          options={SPEEDS.map((value) => ({ value, label: SPEED_NAMES[value] }))}
          value={speed}
          onChange={(chosen) => act({ type: "speed", speed: chosen })}
        />
        {steps.battles.length === 0 ? null : (
          <Button shortcut="B" aria-disabled={battle === null} onClick={() => act({ type: "battle" })}>
            {i18n._("Next battle")}
          </Button>
        )}
      </div>
    </footer>
  );
}

/** The turn that is shown, as the log names it. */
function titleAt({ steps, player, people, turns }: Props): string {
  const turn = turnAt(steps, player.at);
  const logged = turns.find(({ number }) => number === turn?.number);
  return logged === undefined ? i18n._("The beginning") : titleOfTurn(logged, null, people);
}

/** The leader at a position, for people who do not see the chart; empty: no seat. */
function describeLead({ lead }: Overview, at: number): string {
  const difference = lead?.points.findLast(({ n }) => n <= at)?.difference ?? 0;
  const who = lead?.names[difference > 0 ? 0 : 1];
  if (who === undefined || difference === 0) return "";
  return i18n._("{who} leads by {n}.", { who, n: Math.abs(difference) });
}

function describeStep({ turns }: Steps, first: number, last: number, at: number): string {
  const values = {
    turns: turns.at(-1)?.number ?? 0,
    step: Math.max(0, at - first + 1),
    steps: last - first + 1,
  };
  return i18n._("of {turns}, step {step} of {steps}", values);
}

/** Buttons to the beginning, back, on, and to the end, and play. */
function Transport({ player: { act, playing, at }, last }: { player: Player; last: number }) {
  const buttons = [
    ["first", "Home", i18n._("To the beginning"), { type: "start" }, false],
    ["back", "ArrowLeft", i18n._("A step back"), { type: "step", by: -1 }, at === 0],
    [
      playing ? "pause" : "play",
      "Space",
      playing ? i18n._("Pause") : i18n._("Play"),
      { type: "toggle" },
      false,
    ],
    ["forward", "ArrowRight", i18n._("A step on"), { type: "step", by: 1 }, at === last],
    ["last", "End", i18n._("To the end"), { type: "end" }, false],
  ] as const;
  return (
    <div className={styles.transport} role="group" aria-label={i18n._("Steps")}>
      {buttons.map(([icon, key, label, action, isDisabled]) => (
        <Button
          key={key}
          {...(key === "Space" && { tone: "gold", className: styles.play })}
          aria-label={label}
          aria-keyshortcuts={key}
          aria-disabled={isDisabled}
          onClick={() => act(action)}
        >
          <Icon id={icon} />
        </Button>
      ))}
    </div>
  );
}

interface TrackProps {
  readonly steps: Steps;
  readonly overview: Overview;
  readonly player: Player;
  readonly noted: readonly number[];
  /** What its positions are those of. */
  readonly label: string;
  /** The position in words. */
  readonly text: string;
}

/** The whole match as a line: where it stands, who led, where turns begin, and where there were battles and gains. */
function Track({ steps, overview, player: { at, act }, noted, label, text }: TrackProps) {
  const { last, turns, battles } = steps;
  const { gains, lead } = overview;
  return (
    <div className={styles.track}>
      <div className={styles.over} aria-hidden="true">
        {lead === null ? null : <Chart last={last} points={lead.points} endBegins={overview.endBegins} />}
        {gains.map(({ n, picture }, index) => (
          <Medal key={index} className={styles.gain} style={{ left: `${(100 * n) / Math.max(1, last)}%` }}>
            <PictureDrawing picture={picture} />
          </Medal>
        ))}
      </div>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={last}
        value={at}
        aria-label={label}
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
        {noted.length === 0 ? null : (
          <path className={styles.noted} d={noted.map((n) => `M${n} 0V12`).join("")} />
        )}
      </svg>
      <p className={styles.legend} aria-hidden="true">
        {lead === null ? null : (
          <>
            <span className={styles.firstWord}>{i18n._("{who} leads", { who: lead.names[0] })}</span>
            <span className={styles.secondWord}>{lead.names[1]}</span>
          </>
        )}
        {battles.length === 0 ? null : <span className={styles.battleWord}>{i18n._("battle")}</span>}
        {noted.length === 0 ? null : <span className={styles.notedWord}>{i18n._("notes")}</span>}
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
