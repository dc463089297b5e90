import { type Command, REFUSALS, refusalWords, type View } from "@flower-war/client-sdk/tieqchieq";
import { useState } from "react";
import { digitKeys, focusFirst, type Keys } from "../../base/use-keys.ts";
import type { PartProps } from "../../game-frame/game-parts.ts";
import { type Play, type Sending, useSending } from "../../game-frame/sending.ts";
import { i18n } from "../../texts/index.ts";
import { actKey, type Choice, choicesOf } from "./acts.ts";
import { choiceAt } from "./cells.ts";
import { readerFor, say, texts, type TieqchieqScene } from "./texts.ts";

/** The button that plays the chosen act; keys that choose one lead the focus there. */
export const CONFIRM_ID = "tieqchieq-confirm";

/** The table as one viewer handles it. Nothing of it is known to the server. */
export interface Handling extends Sending<Command> {
  /** The viewer's acts while they choose one. */
  readonly choices: readonly Choice[];
  /** The act that is about to be played; `null`: none is chosen yet. */
  readonly chosen: Choice | null;
  /** The cell that the side explains; `null`: the one that matters most. */
  readonly cell: string | null;
  readonly choose: (choice: Choice) => void;
  readonly pointAt: (cell: string) => void;
  /** Plays the chosen act, if there is one. */
  readonly confirm: () => void;
}

/** Holds what the viewer points at. It is forgotten when another decision is awaited. */
export function useHandling(scene: TieqchieqScene, play: Play<Command>): Handling {
  const { view, legal, seat } = scene;
  const key = decisionKey(view);
  const [pointing, setPointing] = useState({ key, act: null as string | null, cell: null as string | null });
  const sending = useSending({
    play,
    refusals: REFUSALS,
    describeRefusal: (code) => say(refusalWords(code, texts(), readerFor(scene), scene)),
  });
  if (pointing.key !== key) setPointing({ key, act: null, cell: null });
  const choices = choicesOf(view, legal);
  const open = choices.filter(({ number }) => number !== null);
  const only = open.length === 1 ? (open[0] ?? null) : null;
  const chosen = open.find(({ act }) => actKey(act) === pointing.act) ?? only;
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
      if (chosen !== null) sending.send(chosen.act);
    },
  };
}

/** Differs whenever another decision is awaited. */
function decisionKey({ table: { phase, turn, tosses, plusAt } }: View): string {
  return [phase, turn, tosses, plusAt].join();
}

/** What takes Enter for itself. */
const PRESSABLE = "a, button, summary, [role='gridcell'], [role='button']";

/** Returns the keys of the table. Each works exactly while its command is legal. */
export function keysOf({ legal }: TieqchieqScene, handling: Handling): Keys {
  const plus = legal.some(({ type }) => type === "plus");
  const answer = (step: boolean) => (plus ? () => handling.send({ type: "plus", step }) : undefined);
  const numbered = handling.choices.filter(({ number }) => number !== null);
  return {
    t: legal.some(({ type }) => type === "toss") ? () => handling.send({ type: "toss" }) : undefined,
    y: answer(true),
    n: answer(false),
    enter: handling.chosen === null || isOnPressable() ? undefined : handling.confirm,
    home: () => focusFirst("[data-cell][tabindex='0']"),
    ...digitKeys(numbered, (choice) => {
      handling.choose(choice);
      focusFirst(`#${CONFIRM_ID}`);
    }),
  };
}

const isOnPressable = (): boolean => document.activeElement?.closest(PRESSABLE) != null;

/** Returns the same keys, and what each does, in words. */
export function describeKeys() {
  return [
    ["T", i18n._("Toss the coins")],
    ["1–6", i18n._("Choose an act")],
    ["Enter", i18n._("Play the chosen act")],
    ["Y, N", i18n._("Go one square on, stay")],
    ["← → ↑ ↓", i18n._("Walk over the board")],
    ["Home", i18n._("Your own token")],
  ] as const;
}

/** What parts of the table get, and what those get that are also shown without a table. */
export type TablePart = PartProps<TieqchieqScene, Handling>;
export type LookedAtPart = PartProps<TieqchieqScene, Handling | null>;
