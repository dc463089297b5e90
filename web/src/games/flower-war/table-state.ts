import {
  type Card,
  type Command,
  type God,
  type HeldCard,
  type RefusalCode,
  REFUSALS,
  refusalWords,
  type Seat,
  type View,
} from "@flower-war/client-sdk/flower-war";
import { useCallback, useState } from "react";
import { i18n } from "../../texts/index.ts";
import { seatsOn } from "./board/space-words.ts";
import { aimedCommands, commandFor, onlyPick, type Pick, type Targets, targetsOf } from "./board/targets.ts";
import type { FlowerWarScene } from "./scene.ts";
import { readerFor, say, texts } from "./texts.ts";

/** What is asked once more before it is done. */
export type Question = "trade" | "discard";

/** What the viewer has pointed at and opened. Nothing of it is known to the server. */
interface Pointing {
  /** The space that the space panel shows; `null`: the one that matters most. */
  readonly space: number | null;
  readonly pick: Pick;
  /** The id of the card of the hand whose actions are shown. */
  readonly card: string | null;
  /** The card that is being read: a held one by its id, any other by its kind. */
  readonly reading: { readonly card: Card; readonly id: string | null } | null;
  readonly question: Question | null;
}

const NOTHING: Pointing = { space: null, pick: {}, card: null, reading: null, question: null };

/** The table as one viewer handles it. */
export interface Handling extends Pointing {
  readonly held: HeldCard | null;
  readonly targets: Targets;
  /** The command that was aimed at what was picked; `null`: something is still to be chosen. */
  readonly aimed: Command | null;
  /** Whether a command is on its way. */
  readonly busy: boolean;
  /** Why the last command was refused, as a sentence; `null`: it was not. */
  readonly refusal: string | null;
  readonly point: (changes: Partial<Pointing>) => void;
  readonly pickSpace: (space: number) => void;
  readonly pickSeat: (seat: Seat) => void;
  readonly pickGod: (god: God) => void;
  readonly chooseCard: (id: string) => void;
  /** Sends a command. Nothing happens while another one is on its way. */
  readonly send: (command: Command) => void;
}

/** Holds what the viewer points at. Picks and the chosen card are forgotten when another decision is awaited. */
export function useHandling(
  scene: FlowerWarScene,
  play: ((command: Command) => Promise<void>) | null,
): Handling {
  const { view, legal } = scene;
  const key = decisionKey(view);
  const [pointing, setPointing] = useState({ ...NOTHING, key });
  const [sending, setSending] = useState({ busy: false, refusal: null as string | null });
  if (pointing.key !== key) {
    setPointing({ ...pointing, key, pick: {}, card: null, question: null });
  }
  const held = view.hand.find(({ id }) => id === pointing.card) ?? null;
  const aimedAt = aimedCommands(legal, held?.id ?? null);
  const targets = targetsOf(view.table, aimedAt);
  const pick = { ...onlyPick(targets), ...pointing.pick };
  const point = useCallback(
    (changes: Partial<Pointing>) => setPointing((before) => ({ ...before, ...changes })),
    [],
  );
  const send = (command: Command) => {
    if (play === null || sending.busy) return;
    setSending({ busy: true, refusal: null });
    point({ question: null, reading: null });
    play(command).then(
      () => setSending({ busy: false, refusal: null }),
      (error: unknown) => setSending({ busy: false, refusal: describeError(error, command, scene) }),
    );
  };
  const aim = (changes: Pick) => point({ pick: { ...pick, ...changes } });
  return {
    ...pointing,
    ...sending,
    pick,
    held,
    targets,
    aimed: commandFor(view.table, aimedAt, pick),
    point,
    send,
    pickSpace: (space) => {
      const seat = seatsOn(view.table, space).find((each) => targets.seats.has(each));
      point({
        space,
        pick: {
          ...pick,
          ...(targets.spaces.has(space) && { space }),
          ...(seat !== undefined && { seat }),
        },
      });
    },
    pickSeat: (seat) => aim({ seat }),
    pickGod: (god) => aim({ god }),
    chooseCard: (id) => {
      const card = view.hand.find((each) => each.id === id)?.card;
      if (card === undefined) return;
      if (pointing.card === id || !canUse(legal, id)) point({ reading: { card, id } });
      else point({ card: id, pick: {} });
    },
  };
}

/** Whether anything can be done with a card of the hand now. */
export function canUse(legal: readonly Command[], id: string): boolean {
  return legal.some((command) => "card" in command && command.card === id);
}

/** Differs whenever another decision is awaited, or the same one again after something happened. */
function decisionKey({ table: { turn, awaiting, battle }, hand }: View): string {
  return [
    turn.number,
    awaiting?.seat,
    awaiting?.decision,
    turn.landings,
    battle?.played.length,
    hand.length,
  ].join();
}

/** Why a command was refused. */
function describeError(error: unknown, command: Command, scene: FlowerWarScene): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  const known = REFUSALS.find((each): each is RefusalCode => each === code);
  if (known === undefined) return i18n._("That did not work. Try again.");
  return say(
    refusalWords(known, texts(), readerFor(scene.seat, scene.people), { command, view: scene.view }),
  );
}
