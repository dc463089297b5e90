import type { GameName } from "@flower-war/client-sdk";
import type { ReplayEntry } from "@flower-war/client-sdk/replay";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import type { GameUi } from "../game-frame/game-ui.ts";
import { type Named, nameOf, TurnLines, titleOfTurn } from "../game-frame/log/turn-lines.tsx";
import { groupByTurn, type LogLine, type LogTurn } from "../game-frame/log/turns.ts";
import type { ShownLine } from "../record/line.ts";
import type { LoggedEvent } from "../session/match-history.ts";
import { i18n } from "../texts/index.ts";
import styles from "./replay-log.module.css";

interface Props {
  readonly turns: readonly LogTurn[];
  /** The entry that is shown. */
  readonly at: number;
  readonly people: Named;
  /** Default: what happened. */
  readonly title?: ReactNode;
}

/** Turns that are in the document before the shown one and after it, and that are added at a time. */
const AROUND = 20;

/** The log of a replay: what is shown now is lit and in sight, what comes later is faint. Of turns far from it, some are shown when asked for. */
export function ReplayLog({ turns, at, people, title }: Props) {
  const scroll = useRef<HTMLDivElement>(null);
  const [before, setBefore] = useState(AROUND);
  const [after, setAfter] = useState(AROUND);
  const shown = Math.max(
    0,
    turns.findLastIndex(({ lines: [first] }) => (first?.n ?? 0) <= at),
  );
  const first = Math.max(0, shown - before);
  const end = shown + after + 1;
  useEffect(() => {
    const area = scroll.current;
    if (area === null) return;
    // Not every entry has a line: then the last one before it is in sight.
    const lines = [...area.querySelectorAll<HTMLElement>("[data-n]")];
    const line = lines.findLast(({ dataset }) => Number(dataset["n"]) <= at);
    if (line === undefined) {
      area.scrollTop = 0;
      return;
    }
    const [inside, around] = [line.getBoundingClientRect(), area.getBoundingClientRect()];
    // A third of the area shows what comes next.
    area.scrollTop += inside.bottom - around.top - (around.height * 2) / 3;
  }, [at]);
  return (
    <Panel title={title ?? i18n._("What happened")} className={styles.panel}>
      {/* Scrolled by keyboard, so it takes the focus. */}
      <div ref={scroll} className={styles.scroll} tabIndex={0} role="group" aria-label={i18n._("Log")}>
        {first > 0 ? (
          <Button onClick={() => setBefore(before + AROUND)}>{i18n._("Show earlier turns")}</Button>
        ) : null}
        {turns.slice(first, end).map((turn) => (
          <TurnLines
            key={turn.key}
            turn={turn}
            title={titleOfTurn(turn, null, people)}
            at={positionIn(turn, at)}
          />
        ))}
        {end < turns.length ? (
          <Button onClick={() => setAfter(after + AROUND)}>{i18n._("Show later turns")}</Button>
        ) : null}
      </div>
    </Panel>
  );
}

/** Where a turn stands to the shown entry; the same for all entries before and after it, so that it is not drawn again. */
function positionIn({ lines }: LogTurn, at: number): number {
  const [first, last] = [lines[0]?.n ?? 0, lines.at(-1)?.n ?? 0];
  if (at < first) return 0;
  return at > last ? Number.POSITIVE_INFINITY : at;
}

/** Returns the log of a whole replay, by turns. @param fromBeginning whether its turns can be counted: not in a branch. Default: yes */
export function useReplayLog<G extends GameName>(
  { replay, people }: ShownLine<G>,
  ui: GameUi<G>,
  fromBeginning = true,
): readonly LogTurn[] {
  return useMemo(() => {
    const { game, entries } = replay;
    const view = replay.view(0, null);
    const events = entries.flatMap(({ n, seat, events: each }) =>
      each.map((event, i): LoggedEvent<G> => ({ key: `${n}/${i}`, n, seat, at: 0, event })),
    );
    const turns = groupByTurn<G>({
      game,
      events,
      fromBeginning,
      describe: (event, followed) => ui.describeEvent(event, null, people, view, followed),
    });
    return withHints(turns, entries, people);
  }, [replay, people, ui, fromBeginning]);
}

/** Returns the log with a line for each hint, before what was played after it. What begins the next turn alone has no line of its own. */
export function withHints(
  turns: readonly LogTurn[],
  entries: readonly Pick<ReplayEntry, "n" | "seat" | "hint">[],
  people: Named,
): readonly LogTurn[] {
  const hints = entries.filter(({ hint }) => hint);
  if (hints.length === 0) return turns;
  const changed = turns.map((turn) => ({ ...turn, lines: [...turn.lines] }));
  for (const { n, seat } of hints) {
    const turn = changed.findLast(({ lines: [first] }) => first !== undefined && first.n <= n) ?? changed[0];
    const next = turn?.lines.findIndex((line) => line.n >= n) ?? -1;
    const words = i18n._("{name} asked a bot what it would do.", { name: nameOf(seat, people) });
    const line: LogLine = { key: `${n}/hint`, n, seat, about: [seat], at: 0, words };
    turn?.lines.splice(next === -1 ? turn.lines.length : next, 0, line);
  }
  return changed;
}

/** Returns an entry in words. */
export function describeEntry(turns: readonly LogTurn[], n: number): string {
  return turns
    .flatMap(({ lines }) => lines.filter((line) => line.n === n).map(({ words }) => words))
    .join(" ");
}
