import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from "react";
import { useLocation } from "wouter";
import { paths } from "../base/routes.ts";
import { useTitle } from "../base/use-page.ts";
import { openLesson, rememberedName, rememberProgress } from "../session/memory.ts";
import { usePace } from "../game-frame/motion/conditions.ts";
import { i18n } from "../texts/index.ts";
import { Darkness } from "./darkness.tsx";
import { sceneOf } from "./lesson-scene.ts";
import {
  END,
  frameAt,
  idOf,
  isPartnerPlaying,
  type LessonAction,
  type LessonState,
  reduceLesson,
} from "./lesson-state.ts";
import { LessonTop } from "./lesson-top.tsx";
import styles from "./lesson.module.css";
import { Stage } from "./stage.tsx";
import { SpeechBox, StepBox } from "./step-box.tsx";
import { STEPS } from "./steps/index.ts";
import { Summary } from "./summary.tsx";
import { useSpotlight } from "./spotlight.ts";
import { eventSentences } from "@flower-war/client-sdk/flower-war";
import { type FlowerWarScene, readerFor, say, texts } from "../games/flower-war/texts.ts";
import { commandOf, type Frame, isSame, type ScriptCommand } from "./script.ts";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { useKeys } from "../base/use-keys.ts";
import type { Step } from "./steps/step.ts";

/** How long a moment of the partner's turn is shown, ms. */
const MOMENT = 1500;

/** The lesson: the board in the dark, what is highlighted, and the partner who speaks. @param begin where the learner comes in */
export function Lesson({ begin }: { readonly begin: LessonState }) {
  const [state, act] = useReducer(reduceLesson, begin);
  const [asking, setAsking] = useState(false);
  const [name] = useState(rememberedName);
  const [, goTo] = useLocation();
  const room = useRef<HTMLDivElement>(null);
  useProgress(state);
  usePartner(state, () => act({ type: "tick" }));

  const scene = useMemo(() => sceneOf(frameAt(state.frame), name), [state.frame, name]);
  const playing = isPartnerPlaying(state);
  const step = STEPS[playing ? state.step - 1 : state.step];
  const shown = playing ? null : (step ?? null);
  const spotlight = useSpotlight(room, shown, scene.view.table);
  const hole = shown === null ? null : (spotlight?.hole ?? null);
  useLessonKeys(scene, shown, act, () => setAsking(true));
  const title = step?.chapter() ?? i18n._("You know the game");
  useTitle(`${title} - Flower War`);

  const skip = () => {
    rememberProgress({ step: idOf(state), skipped: true });
    goTo(paths.lobby);
  };
  return (
    <div
      className={styles.page}
      onPointerDown={({ target }) => {
        if (target instanceof Element && target.closest("header, [role='dialog'], dialog") === null) {
          act({ type: "miss" });
        }
      }}
    >
      <LessonTop title={title} step={state.step} steps={END} onSkip={state.step === END ? null : skip} />
      <Stage
        scene={scene}
        beside={shown?.beside ?? "players"}
        chosen={shown?.chosen ?? null}
        camera={spotlight?.camera ?? null}
        room={room}
      />
      <Darkness hole={hole} missed={state.missed} />
      <main className={styles.main}>
        {playing ? (
          <PartnerBox frame={frameAt(state.frame)} scene={scene} />
        ) : shown === null ? (
          <Summary name={name} onAgain={() => act({ type: "begin" })} />
        ) : (
          <StepBox
            key={shown.id}
            step={shown}
            hole={hole}
            missed={state.missed > 0}
            onTouch={() => act({ type: "touch" })}
            onMiss={() => act({ type: "miss" })}
            onBack={state.step === 0 ? null : () => act({ type: "back" })}
          />
        )}
      </main>
      {asking ? <SkipDialog onSkip={skip} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

/** Remembers how far the learner is, so that a reload goes on there. */
function useProgress(state: LessonState): void {
  const step = idOf(state);
  useEffect(openLesson, []);
  useEffect(() => rememberProgress({ step, skipped: false }), [step]);
}

/** Lets the partner play on, moment by moment; at once, if the viewer wants nothing to move. */
function usePartner(state: LessonState, tick: () => void): void {
  const pace = usePace();
  const playing = isPartnerPlaying(state);
  const onTime = useEffectEvent(tick);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setInterval(() => onTime(), pace === 0 ? 0 : MOMENT / pace);
    return () => clearInterval(timer);
  }, [playing, pace]);
}

interface Props {
  readonly frame: Frame;
  readonly scene: FlowerWarScene;
}

/** What happens at a moment in which the learner has nothing to do, in the words of the match's log. */
function PartnerBox({ frame, scene }: Props) {
  const reader = readerFor(scene);
  const { options } = scene.view.table;
  const sentences = frame.events.flatMap((event) => eventSentences(event, texts(), reader, options).map(say));
  return (
    <SpeechBox>
      <p role="status">{sentences.join(" ")}</p>
    </SpeechBox>
  );
}

interface SkipDialogProps {
  readonly onSkip: () => void;
  readonly onClose: () => void;
}

/** Asks before the lesson is left by a key. */
function SkipDialog({ onSkip, onClose }: SkipDialogProps) {
  return (
    <Dialog title={i18n._("Skip the lesson?")} onClose={onClose}>
      <p>{i18n._("You come to the lobby. The lesson waits where you are now, and you can go on there.")}</p>
      <Button tone="go" onClick={onSkip}>
        {i18n._("Skip it")}
      </Button>
      <Button onClick={onClose}>{i18n._("Go on")}</Button>
    </Dialog>
  );
}

/** The keys that carry out a command at the table. */
const KEYS: { readonly [key: string]: ScriptCommand } = {
  r: { type: "roll" },
  t: { type: "sacrifice", god: "tlaloc" },
  h: { type: "sacrifice", god: "huitzilopochtli" },
  e: { type: "end-turn" },
  p: { type: "pass" },
};

/**
 * The keys of the table, for who knows them: each does what the step asks, or brings a kind word if it is legal but not asked.
 * Escape asks whether to skip.
 * @param step `null`: the learner has nothing to do
 */
function useLessonKeys(
  { view, legal }: FlowerWarScene,
  step: Step | null,
  act: (action: LessonAction) => void,
  onEscape: () => void,
): void {
  const isLegal = (command: ScriptCommand) => legal.some((each) => isSame(each, commandOf(command, view)));
  const commands = Object.entries(KEYS).filter(([, command]) => step !== null && isLegal(command));
  useKeys({
    escape: onEscape,
    ...Object.fromEntries(commands.map(([key, command]) => [key, () => act({ type: "command", command })])),
  });
}
