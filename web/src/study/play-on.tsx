import { type GameMap, type GameName, Refusal } from "@flower-war/client-sdk";
import type { ReplayLine } from "@flower-war/client-sdk/replay";
import type { StudyPosition } from "@flower-war/client-sdk/study";
import { type CSSProperties, type ReactNode, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Segments } from "../design/parts/segments.tsx";
import type { GameUi } from "../game-frame/game-ui.tsx";
import { nameOf } from "../game-frame/log/turn-lines.tsx";
import type { ShownLine } from "../record/line.ts";
import { sceneAt } from "../record/scene-at.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./play-on.module.css";
import { TEXTS } from "./refusals.ts";
import { WhatIfSign } from "./what-if-sign.tsx";
import { whatIfWords } from "./words.ts";

interface Props<G extends GameName> {
  readonly ui: GameUi<G>;
  readonly shown: ShownLine<G>;
  readonly legal: ReplayLine<G>["legal"];
  /** The position after which is played on, and the line that it belongs to. */
  readonly at: StudyPosition;
  readonly onPlay: (seat: GameMap[G]["seat"], command: GameMap[G]["command"]) => Promise<void>;
  readonly onDone: () => void;
  /** Takes the last step back; `null`: there is none. */
  readonly onBack: (() => void) | null;
  readonly log: ReactNode;
}

/** The game's own table, on which the viewer plays on for the seats that are awaited. Every part of it says that this is not the match. */
export function PlayOn<G extends GameName>({ ui, shown, legal, at, onPlay, onDone, onBack, log }: Props<G>) {
  const { line, n } = at;
  const looked = sceneAt(shown, n);
  const awaited = [...new Set(looked.awaiting.map(({ seat }) => seat))];
  const [chosen, setChosen] = useState<string | null>(null);
  const seat = awaited.find((each) => each === chosen) ?? awaited[0] ?? null;
  /** What a study refuses; tables have words for what the rules refuse. */
  const [refused, setRefused] = useState<unknown>(null);
  const play: typeof onPlay = async (by, command) => {
    setRefused(null);
    try {
      await onPlay(by, command);
    } catch (error) {
      if (error instanceof Refusal && error.code in TEXTS) setRefused(error);
      throw error;
    }
  };
  const scene = {
    ...looked,
    view: shown.replay.view(n, seat),
    seat,
    legal: seat === null ? [] : legal(n, seat),
  };
  return (
    // A window of the game says it too.
    <div className={styles.whatIf} style={{ "--what-if": JSON.stringify(whatIfWords()) } as CSSProperties}>
      <ui.Table
        // What one pointed at belongs to one seat and one position of one line.
        key={`${line} ${n} ${seat}`}
        scene={scene}
        play={seat === null ? null : (command) => play(seat, command)}
        serverTime={() => 0}
        menu={
          <div className={styles.menu}>
            <WhatIfSign />
            <RefusalNote error={refused} texts={TEXTS} />
            {awaited.length === 1 ? (
              <span className={styles.who}>
                {i18n._("You play {who}", { who: nameOf(seat ?? "", shown.people) })}
              </span>
            ) : null}
            {awaited.length < 2 ? null : (
              <Segments<string>
                label={i18n._("Play for")}
                options={awaited.map((value) => ({ value, label: nameOf(value, shown.people) }))}
                value={seat ?? ""}
                onChange={setChosen}
              />
            )}
            <Button aria-disabled={onBack === null} onClick={() => onBack?.()}>
              {i18n._("A step back")}
            </Button>
            <Button tone="gold" onClick={onDone}>
              {i18n._("Done")}
            </Button>
          </div>
        }
        log={log}
      />
    </div>
  );
}
