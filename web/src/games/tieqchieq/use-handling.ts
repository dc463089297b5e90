import {
  type Command,
  type RefusalCode,
  REFUSALS,
  refusalWords,
  type View,
} from "@flower-war/client-sdk/tieqchieq";
import { useState } from "react";
import { i18n } from "../../texts/index.ts";
import { actKey, type Choice, choicesOf } from "./acts/acts.ts";
import { choiceAt } from "./board/marks.ts";
import type { TieqchieqScene } from "./scene.ts";
import { readerFor, say, texts } from "./texts.ts";

/** The table as one viewer handles it. Nothing of it is known to the server. */
export interface Handling {
  /** The viewer's acts while they choose one. */
  readonly choices: readonly Choice[];
  /** The act that is about to be played; `null`: none is chosen yet. */
  readonly chosen: Choice | null;
  /** The cell that the side explains; `null`: the one that matters most. */
  readonly cell: string | null;
  /** Whether a command is on its way. */
  readonly busy: boolean;
  /** Why the last command was refused, as a sentence; `null`: it was not. */
  readonly refusal: string | null;
  readonly choose: (choice: Choice) => void;
  readonly pointAt: (cell: string) => void;
  /** Plays the chosen act, if there is one. */
  readonly confirm: () => void;
  /** Sends a command. Nothing happens while another one is on its way. */
  readonly send: (command: Command) => void;
}

/** Holds what the viewer points at. It is forgotten when another decision is awaited. */
export function useHandling(
  scene: TieqchieqScene,
  play: ((command: Command) => Promise<void>) | null,
): Handling {
  const { view, legal, seat } = scene;
  const key = decisionKey(view);
  const [pointing, setPointing] = useState({ key, act: null as string | null, cell: null as string | null });
  const [sending, setSending] = useState({ busy: false, refusal: null as string | null });
  if (pointing.key !== key) setPointing({ key, act: null, cell: null });
  const choices = choicesOf(view, legal);
  const open = choices.filter(({ number }) => number !== null);
  const only = open.length === 1 ? (open[0] ?? null) : null;
  const chosen = open.find(({ act }) => actKey(act) === pointing.act) ?? only;
  const send = (command: Command) => {
    if (play === null || sending.busy) return;
    setSending({ busy: true, refusal: null });
    play(command).then(
      () => setSending({ busy: false, refusal: null }),
      (error: unknown) => setSending({ busy: false, refusal: describeError(error, scene) }),
    );
  };
  return {
    ...sending,
    choices,
    chosen,
    cell: pointing.cell,
    choose: ({ act, number, way }) => {
      if (number !== null) setPointing({ key, act: actKey(act), cell: way?.to ?? null });
      else setPointing({ ...pointing, key, cell: act.type === "move" ? act.from : null });
    },
    pointAt: (cell) => {
      const choice = seat === null ? null : choiceAt(cell, choices, seat, chosen);
      setPointing({ key, act: choice === null ? pointing.act : actKey(choice.act), cell });
    },
    confirm: () => {
      if (chosen !== null) send(chosen.act);
    },
    send,
  };
}

/** Differs whenever another decision is awaited. */
function decisionKey({ table: { phase, turn, tosses, plusAt } }: View): string {
  return [phase, turn, tosses, plusAt].join();
}

/** Returns why a command was refused. */
function describeError(error: unknown, { seat, people, view }: TieqchieqScene): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  const known = REFUSALS.find((each): each is RefusalCode => each === code);
  if (known === undefined) return i18n._("That did not work. Try again.");
  return say(refusalWords(known, texts(), readerFor(seat, people), { view }));
}
