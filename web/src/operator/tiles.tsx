import type { OperatorOverview } from "@flower-war/client-sdk/admin";
import type { ReactNode } from "react";
import { i18n } from "../texts/index.ts";
import styles from "./operator.module.css";
import type { Sample } from "./use-operator.ts";
import { describeFault } from "./words.ts";

/** A server's event loop has one processor: from this part of it on it is too much. */
const HIGH_LOAD = 0.8;

interface Props {
  readonly overview: OperatorOverview;
  /** What was found until now, the last look included. */
  readonly samples: readonly Sample[];
  /** How many wait. */
  readonly reports: number;
}

/** The servers at a glance. */
export function Tiles({ overview, samples, reports }: Props) {
  const { people, present, bots, matches, servers, temples, here } = overview;
  const { playing, gathering, over } = matches;
  const online = temples.filter((temple) => temple.online).length;
  const troubles = temples.flatMap(describeTrouble);
  const span = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
  const { load = null, refused = null } = samples.at(-1) ?? {};
  return (
    <section className={styles.tiles} aria-label={i18n._("Servers at a glance")}>
      <Tile
        title={i18n._("People")}
        figure={String(people)}
        more={i18n._("{present} are there, {bots, plural, one {# bot} other {# bots}}", { present, bots })}
      >
        <Curve values={samples.map((sample) => sample.people)} span={span} describe={String} />
      </Tile>
      <Tile
        title={i18n._("Matches")}
        figure={String(playing + gathering + over)}
        more={i18n._("{playing} playing, {gathering} gathering, {over} over", { playing, gathering, over })}
      >
        <Curve values={samples.map((sample) => sample.matches)} span={span} describe={String} />
      </Tile>
      <Tile
        title={i18n._("Load")}
        figure={load === null ? "–" : percent(load)}
        more={i18n._("of a processor, this server")}
        warns={load !== null && load >= HIGH_LOAD}
      >
        <Curve values={samples.map((sample) => sample.load)} span={span} describe={percent} />
      </Tile>
      <Tile
        title={i18n._("Refused commands")}
        figure={refused === null ? "–" : percent(refused)}
        more={i18n._("{accepted} played here, {refused} refused", {
          accepted: here.accepted,
          refused: here.refused,
        })}
      >
        <Curve values={samples.map((sample) => sample.refused)} span={span} describe={percent} />
      </Tile>
      <Tile
        title={i18n._("Reports")}
        figure={String(reports)}
        more={reports === 0 ? i18n._("none waits") : i18n._("wait for you")}
        warns={reports > 0}
      />
      <Tile
        title={i18n._("Servers")}
        figure={String(servers.length)}
        more={servers.map((server) => `${server.id} ${server.matches}`).join(", ")}
      />
      <Tile
        title={i18n._("Temples")}
        figure={i18n._("{online} of {all}", { online, all: temples.length })}
        more={
          temples.length === 0 ? i18n._("none is enrolled") : troubles.join(", ") || i18n._("all are well")
        }
        warns={troubles.length > 0}
      />
    </section>
  );
}

interface TileProps {
  readonly title: string;
  readonly figure: string;
  readonly more: string;
  readonly warns?: boolean;
  readonly children?: ReactNode;
}

function Tile({ title, figure, more, warns = false, children }: TileProps) {
  return (
    <section className={`${styles.tile} ${warns ? styles.warns : ""}`}>
      <h2>{title}</h2>
      <div>
        <p className={styles.figure}>{figure}</p>
        {children}
      </div>
      <p>{more}</p>
    </section>
  );
}

const percent = (part: number): string =>
  i18n.number(part, { style: "percent", maximumFractionDigits: part < 0.1 ? 1 : 0 });

/** Says what is wrong with a temple; nothing if nothing is. */
function describeTrouble({ templeId, online, health }: OperatorOverview["temples"][number]): string[] {
  const faults = online ? (health?.faults ?? []).map(describeFault) : [i18n._("offline")];
  return faults.length === 0
    ? []
    : [i18n._("{temple}: {troubles}", { temple: templeId, troubles: faults.join(", ") })];
}

const WIDTH = 100;
const HEIGHT = 30;

interface CurveProps {
  /** The oldest first; `null`: not known. */
  readonly values: readonly (number | null)[];
  /** ms from the first to the last. */
  readonly span: number;
  /** Returns a value in words. */
  readonly describe: (value: number) => string;
}

/** How a figure has changed while the page was open. */
function Curve({ values, span, describe }: CurveProps) {
  const known = values.flatMap((value, i) => (value === null ? [] : [{ value, i }]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const most = Math.max(...known.map(({ value }) => value));
  const x = (i: number) => (i / (values.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - (most === 0 ? 0 : (value / most) * (HEIGHT - 4)) - 2;
  const line = known.map(({ value, i }) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return (
    <svg
      className={styles.curve}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={i18n._("from {first} to {last} in {minutes, plural, one {# minute} other {# minutes}}", {
        first: describe(first.value),
        last: describe(last.value),
        minutes: Math.max(1, Math.round(span / 60_000)),
      })}
    >
      <polygon points={`${x(first.i)},${HEIGHT} ${line} ${x(last.i)},${HEIGHT}`} />
      <polyline points={line} />
    </svg>
  );
}
