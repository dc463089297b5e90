import {
  type Card,
  type Command,
  REFUSALS,
  refusalWords,
  type Seat,
  type View,
} from "@flower-war/client-sdk/space-aztecs";
import { useState } from "react";
import { i18n } from "../../texts/index.ts";
import { aimedCommand, choicesIn, type Pick } from "./aim.ts";
import type { Victim } from "./played.ts";
import type { SpaceAztecsScene } from "./scene.ts";
import { readerFor, say, texts } from "./texts.ts";

/** What the viewer has pointed at and opened. Nothing of it is known to the server. */
interface Pointing extends Pick {
  /** The card that is being read. */
  readonly reading: Card | null;
  readonly help: boolean;
}

const NOTHING: Pointing = { place: null, card: null, targets: {}, reading: null, help: false };

/** The table as one viewer handles it. */
export interface Handling extends Pointing {
  /** The places whose piles can be taken now. */
  readonly places: ReadonlySet<number>;
  /** The seats from which the viewer's Saucer can take one of several Aztecs, now. */
  readonly victims: readonly Victim[];
  /** The legal command that fits what was pointed at; `null`: something is still to be chosen. */
  readonly aimed: Command | null;
  /** Whether a command is on its way. */
  readonly busy: boolean;
  /** Why the last command was refused, as a sentence; `null`: it was not. */
  readonly refusal: string | null;
  readonly point: (changes: Partial<Pointing>) => void;
  readonly pickTarget: (seat: Seat, card: Card) => void;
  /** Chooses a card of the pile; a chosen one, and one that cannot be chosen now, is read. */
  readonly chooseCard: (card: Card) => void;
  /** Sends a command. Nothing happens while another one is on its way. */
  readonly send: (command: Command) => void;
}

/** Holds what the viewer points at. It is forgotten when another decision is awaited, but for the selected place. */
export function useHandling(
  scene: SpaceAztecsScene,
  play: ((command: Command) => Promise<void>) | null,
): Handling {
  const { view, legal } = scene;
  const key = decisionKey(view);
  const [pointing, setPointing] = useState({ ...NOTHING, key });
  const [sending, setSending] = useState({ busy: false, refusal: null as string | null });
  if (pointing.key !== key) setPointing({ ...pointing, key, card: null, targets: {} });
  const point = (changes: Partial<Pointing>) => setPointing((before) => ({ ...before, ...changes }));
  const send = (command: Command) => {
    if (play === null || sending.busy) return;
    setSending({ busy: true, refusal: null });
    point({ reading: null });
    play(command).then(
      () => setSending({ busy: false, refusal: null }),
      (error: unknown) => setSending({ busy: false, refusal: describeError(error, command, scene) }),
    );
  };
  return {
    ...pointing,
    ...sending,
    places: new Set(legal.flatMap((command) => (command.type === "take" ? [command.place] : []))),
    victims: choicesIn(view, legal),
    aimed: aimedCommand(legal, pointing),
    point,
    send,
    pickTarget: (seat, card) => point({ targets: { ...pointing.targets, [seat]: card } }),
    chooseCard: (card) => {
      const can = legal.some((command) => command.type === "choose" && command.card === card);
      point(can && pointing.card !== card ? { card } : { reading: card });
    },
  };
}

/** Differs whenever another decision is awaited. */
function decisionKey({ table: { round, phase, turnedUp }, chosen, pile }: View): string {
  return [round, phase, turnedUp?.card, chosen, pile.length].join();
}

/** Why a command was refused. */
function describeError(error: unknown, command: Command, scene: SpaceAztecsScene): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  const known = REFUSALS.find((each) => each === code);
  if (known === undefined) return i18n._("That did not work. Try again.");
  const reader = readerFor(scene.seat, scene.people);
  return say(refusalWords(known, texts(), reader, { command, view: scene.view }));
}
