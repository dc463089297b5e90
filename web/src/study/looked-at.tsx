import type { GameName } from "@flower-war/client-sdk";
import { type ReactNode, useMemo, useState } from "react";
import { Unseen } from "../design/parts/panel.tsx";
import type { GameUi } from "../game-frame/game-ui.tsx";
import type { LogTurn } from "../game-frame/log/turns.ts";
import type { ShownLine } from "../record/line.ts";
import { stepsOf } from "../record/steps.ts";
import { Dock } from "../replay/dock.tsx";
import { useOverview } from "../replay/overview.ts";
import { usePlayerAt } from "../replay/player.ts";
import { describeEntry } from "../replay/replay-log.tsx";
import { useReplayPicture } from "../replay/replay-picture.ts";
import { OWN_GAMES } from "../session/own-games.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { i18n } from "../texts/index.ts";
import { WatchLayout } from "../watch/watch-layout.tsx";
import { Marking } from "./marking.ts";
import { Marks } from "./marks.tsx";
import { TEXTS } from "./refusals.ts";
import { mayChange, type StudyStore } from "./study-store.ts";
import styles from "./study-view.module.css";
import { Tools } from "./tools.tsx";
import { isAt, type Whereabouts } from "./use-whereabouts.ts";
import { WhatIfEdge } from "./what-if-sign.tsx";
import { notedOn, numberOf, whatIfWords } from "./words.ts";

interface Props<G extends GameName> {
  readonly study: StudyStore;
  readonly shown: ShownLine<G>;
  readonly where: Whereabouts;
  readonly ui: GameUi<G>;
  readonly turns: readonly LogTurn[];
  readonly doing: "looking" | "marking" | "estimating";
  readonly onDo: (what: "looking" | "marking" | "estimating" | "playing") => void;
  readonly bar: ReactNode;
  readonly strip: ReactNode;
  readonly side: ReactNode;
}

/** The board of a study to look at, with its marks, and the dock to walk through the line. */
export function LookedAt<G extends GameName>(props: Props<G>) {
  const { study, shown, where, ui, turns, doing, onDo, bar, strip, side } = props;
  const { at } = where;
  const { replay: line, people } = shown;
  const { content } = study;
  const isBranch = at.line !== "";
  const steps = useMemo(() => stepsOf(line.entries, line.game), [line]);
  const overview = useOverview(line, steps);
  const player = usePlayerAt(steps, at.n, (n) => where.go({ line: at.line, n }));
  const [isOpen, setIsOpen] = useState(false);
  const begun = useBegun(line, at.n);
  const scene = useReplayPicture(shown, ui, player, begun, isOpen);
  const marks = content.marks.filter((mark) => isAt(mark.at, at));
  const marking = useMarking(study, at);
  const words = at.n === 0 ? i18n._("The beginning") : describeEntry(turns, at.n);
  const spoken = isBranch ? `${whatIfWords()}. ${words}` : words;
  const moves = mayChange(study);
  const isOver = line.awaiting(at.n).length === 0;
  return (
    <WatchLayout
      roomy
      bar={bar}
      players={<ui.Players scene={scene} />}
      board={
        <>
          <ui.Board scene={scene} />
          <Marks
            marks={marks}
            viewer={study.viewer}
            onPress={doing === "marking" && moves ? marking.press : null}
          />
          {isBranch ? <WhatIfEdge /> : null}
        </>
      }
      notes={<ui.Notes scene={scene} />}
      side={
        <>
          {/* While it plays, every step would be spoken over the one before. */}
          <Unseen>
            <span role="status" aria-live={player.playing ? "off" : "polite"}>
              {spoken}
            </span>
          </Unseen>
          <div className={styles.tools}>
            <Tools
              hasBranches={!OWN_GAMES.has(line.game)}
              isMarking={doing === "marking"}
              onMark={moves ? () => onDo(doing === "marking" ? "looking" : "marking") : null}
              onPlay={moves && !isOver ? () => onDo("playing") : null}
              onEstimate={() => onDo("estimating")}
              isOpen={ui.opensHands ? isOpen : null}
              onOpen={() => setIsOpen(!isOpen)}
            />
            <RefusalNote error={marking.error} texts={TEXTS} />
          </div>
          {side}
        </>
      }
      foot={
        <Dock
          steps={steps}
          overview={overview}
          player={player}
          people={people}
          turns={turns}
          shown={spoken}
          above={strip}
          branch={isBranch ? i18n._("What if {number}", { number: numberOf(at.line) }) : undefined}
          noted={notedOn(at.line, content)}
        />
      }
    />
  );
}

/** Returns the position at which a line was first drawn. One that has grown is another: what is played then moves. */
function useBegun(line: object, n: number): number {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- positions after the first one are gone to
  return useMemo(() => n, [line]);
}

/** Sets the viewer's marks on the shown position's places, or removes them. */
function useMarking(study: StudyStore, at: Whereabouts["at"]) {
  const [marking] = useState(() => new Marking(study));
  return { press: (place: string) => void marking.press(place, at), error: marking.error.use() };
}
