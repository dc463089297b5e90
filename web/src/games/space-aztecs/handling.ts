import {
  type Card,
  type Command,
  REFUSALS,
  refusalWords,
  type Seat,
  type View,
} from "@flower-war/client-sdk/space-aztecs";
import { useState } from "react";
import { digitKeys, focusFirst, type Keys } from "../../base/use-keys.ts";
import type { PartProps } from "../../game-frame/game-parts.ts";
import { type Play, type Sending, useSending } from "../../game-frame/sending.ts";
import { i18n } from "../../texts/index.ts";
import { placeOf, type Victim, victims } from "./cities.ts";
import { readerFor, say, type SpaceAztecsScene, texts } from "./texts.ts";

/** What the viewer has picked for a command. */
export interface Pick {
  /** The number of the selected place; `null`: the one that the viewer holds. */
  readonly place: number | null;
  /** The card of the pile that the viewer would choose. */
  readonly card: Card | null;
  /** The Aztecs that the viewer's Saucer would take, by seat. */
  readonly targets: { readonly [seat: string]: Card };
}

/** What the viewer has pointed at and opened. Nothing of it is known to the server. */
interface Pointing extends Pick {
  /** The card that is being read. */
  readonly reading: Card | null;
}

const NOTHING: Pointing = { place: null, card: null, targets: {}, reading: null };

/** The table as one viewer handles it. */
export interface Handling extends Pointing, Sending<Command> {
  /** The places whose piles can be taken now. */
  readonly places: ReadonlySet<number>;
  /** The seats from which the viewer's Saucer can take one of several Aztecs, now. */
  readonly victims: readonly Victim[];
  /** The legal command that fits what was pointed at; `null`: something is still to be chosen. */
  readonly aimed: Command | null;
  readonly point: (changes: Partial<Pointing>) => void;
  readonly pickTarget: (seat: Seat, card: Card) => void;
  /** Chooses a card of the pile; a chosen one, and one that cannot be chosen now, is read. */
  readonly chooseCard: (card: Card) => void;
}

/** What parts of the table get, and what those get that are also shown without a table. */
export type TablePart = PartProps<SpaceAztecsScene, Handling>;
export type LookedAtPart = PartProps<SpaceAztecsScene, Handling | null>;

/** Holds what the viewer points at. It is forgotten when another decision is awaited, but for the selected place. */
export function useHandling(scene: SpaceAztecsScene, play: Play<Command>): Handling {
  const { view, legal } = scene;
  const key = decisionKey(view);
  const [pointing, setPointing] = useState({ ...NOTHING, key });
  const point = (changes: Partial<Pointing>) => setPointing((before) => ({ ...before, ...changes }));
  const sending = useSending({
    play,
    refusals: REFUSALS,
    describeRefusal: (code, command: Command) =>
      say(refusalWords(code, texts(), readerFor(scene), { command, view })),
    onSend: () => point({ reading: null }),
  });
  if (pointing.key !== key) setPointing({ ...pointing, key, card: null, targets: {} });
  return {
    ...pointing,
    ...sending,
    places: new Set(legal.flatMap((command) => (command.type === "take" ? [command.place] : []))),
    victims: choicesIn(view, legal),
    aimed: aimedCommand(legal, pointing),
    point,
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

/** The seats from which one of several Aztecs is to be chosen, if that is the viewer's decision now. */
export function choicesIn({ table, seat }: View, legal: readonly Command[]): readonly Victim[] {
  const { turnedUp } = table;
  if (seat === null || turnedUp === null || !legal.some(({ type }) => type === "abduct")) return [];
  return victims(table, seat, turnedUp.card).filter(({ aztecs }) => aztecs.length > 1);
}

/** The legal command that fits what was pointed at; `null`: there is none, or something is still to be chosen. */
export function aimedCommand(legal: readonly Command[], { place, card, targets }: Pick): Command | null {
  const fits = (command: Command): boolean => {
    switch (command.type) {
      case "take":
        return command.place === place;
      case "choose":
        return command.card === card;
      case "abduct":
        return Object.entries(command.targets).every(([seat, aztec]) => targets[seat] === aztec);
      case "shelter":
      case "concede":
        return false;
    }
  };
  return legal.find(fits) ?? null;
}

/** Returns the keys of the table. Each works exactly while its command is legal. */
export function keysOf({ view }: SpaceAztecsScene, handling: Handling): Keys {
  const { aimed, card, point } = handling;
  return {
    enter: aimed === null || isOnControl() ? undefined : () => handling.send(aimed),
    escape: card === null ? undefined : () => point({ card: null }),
    home: () => {
      point({ place: placeOf(view.table, view.seat) });
      focusFirst("[data-place][tabindex='0']");
    },
    ...digitKeys(view.pile, handling.chooseCard),
  };
}

/** Whether the focus is on something that Enter presses. */
function isOnControl(): boolean {
  const focused = document.activeElement;
  if (
    focused === null ||
    focused.matches("[data-card][aria-pressed='true'], [data-place][aria-pressed='true']")
  ) {
    return false;
  }
  return focused.matches("a, button, summary, [role='button']");
}

/** Returns the same keys, and what each does, in words. */
export function describeKeys() {
  return [
    ["1–9", i18n._("Choose a card, and read a chosen one")],
    ["Enter", i18n._("Confirm")],
    ["← → ↑ ↓", i18n._("Walk round the sundial")],
    ["Home", i18n._("Your own place")],
    ["H", i18n._("Pause the called times")],
    [i18n._("Space"), i18n._("Continue the called times")],
  ] as const;
}
