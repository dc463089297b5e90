import {
  type Card,
  type Command,
  type God,
  type HeldCard,
  REFUSALS,
  refusalWords,
  type Seat,
  type Table,
  type View,
} from "@flower-war/client-sdk/flower-war";
import { useCallback, useState } from "react";
import { digitKeys, focusFirst, type Keys } from "../../base/use-keys.ts";
import type { PartProps } from "../../game-frame/game-parts.ts";
import { reachedView } from "../../game-frame/scene.ts";
import { type Play, type Sending, useSending } from "../../game-frame/sending.ts";
import { i18n } from "../../texts/index.ts";
import { aimedCommands, commandFor, onlyPick, type Pick, type Targets, targetsOf } from "./board/targets.ts";
import { seatsOn } from "./board/words.ts";
import { playsInBattle } from "./lone-acts.ts";
import { type News, newsBetween } from "./news.ts";
import { type FlowerWarScene, readerFor, say, texts } from "./texts.ts";

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
export interface Handling extends Pointing, Sending<Command> {
  readonly windows: Windows;
  /** Whether the viewer passes in battles by themselves, until they can play a card. */
  readonly passes: boolean;
  readonly setPasses: (passes: boolean) => void;
  readonly held: HeldCard | null;
  readonly targets: Targets;
  /** The command that was aimed at what was picked; `null`: something is still to be chosen. */
  readonly aimed: Command | null;
  readonly point: (changes: Partial<Pointing>) => void;
  readonly pickSpace: (space: number) => void;
  readonly pickSeat: (seat: Seat) => void;
  readonly pickGod: (god: God) => void;
  readonly chooseCard: (id: string) => void;
}

/** What parts of the table get, and what those get that are also shown without a table. */
export type TablePart = PartProps<FlowerWarScene, Handling>;
export type LookedAtPart = PartProps<FlowerWarScene, Handling | null>;

/** Holds what the viewer points at. Picks and the chosen card are forgotten when another decision is awaited. */
export function useHandling(scene: FlowerWarScene, play: Play<Command>): Handling {
  const { view, legal } = scene;
  const key = decisionKey(view);
  const [pointing, setPointing] = useState({ ...NOTHING, key });
  const windows = useWindows(reachedView(scene));
  const [passes, setPasses] = useState(false);
  if (passes && legal.some(playsInBattle)) setPasses(false);
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
  const sending = useSending({
    play,
    refusals: REFUSALS,
    describeRefusal: (code, command: Command) =>
      say(refusalWords(code, texts(), readerFor(scene), { command, view })),
    onSend: () => point({ question: null, reading: null }),
  });
  const aim = (changes: Pick) => point({ pick: { ...pick, ...changes } });
  return {
    ...pointing,
    ...sending,
    windows,
    passes,
    setPasses,
    pick,
    held,
    targets,
    aimed: commandFor(view.table, aimedAt, pick),
    point,
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

interface Shown {
  /** Whether a battle of the viewer is looked at; they may put it away to see the board. */
  readonly battle: boolean;
  /** What windows have still to show, the next one first. */
  readonly news: readonly News[];
}

export interface Windows extends Shown {
  readonly show: (changes: Partial<Shown>) => void;
}

/** Whether the viewer's answer is due in a battle. */
const answersBattle = ({ awaiting }: Table, seat: Seat | null): boolean =>
  awaiting?.seat === seat && (awaiting?.decision === "battle" || awaiting?.decision === "pay");

/** Says which windows lie over the table. A battle of the viewer opens its window whenever it changes, and when their answer is due. */
function useWindows({ table, seat }: View): Windows {
  const [shown, setShown] = useState<Shown & { readonly before: Table }>({
    battle: true,
    news: [],
    before: table,
  });
  if (shown.before !== table) {
    const { before } = shown;
    const changed =
      before.battle?.played.length !== table.battle?.played.length ||
      (answersBattle(table, seat) && !answersBattle(before, seat));
    setShown({
      ...shown,
      before: table,
      battle: shown.battle || changed,
      news: table.outcome === null ? [...shown.news, ...newsBetween(before, table, seat)] : [],
    });
  }
  return { ...shown, show: (changes) => setShown((now) => ({ ...now, ...changes })) };
}

/** Returns the keys of the table. Each works exactly while its command is legal. */
export function keysOf({ legal, view }: FlowerWarScene, handling: Handling): Keys {
  const sends = (wanted: (command: Command) => boolean) => {
    const command = legal.find(wanted);
    return command === undefined ? undefined : () => handling.send(command);
  };
  const trade = legal.some(({ type }) => type === "trade");
  return {
    r: sends(({ type }) => type === "roll"),
    t: sends((command) => command.type === "sacrifice" && command.god === "tlaloc"),
    h: sends((command) => command.type === "sacrifice" && command.god === "huitzilopochtli"),
    o: trade ? () => handling.point({ question: "trade" }) : undefined,
    e: sends(({ type }) => type === "end-turn"),
    p: sends(({ type }) => type === "pass"),
    escape: handling.card === null ? undefined : () => handling.point({ card: null, pick: {} }),
    home: () => focusFirst("[data-space][tabindex='0']"),
    ...digitKeys(view.hand, ({ id }) => handling.chooseCard(id)),
  };
}

/** Returns the same keys, and what each does, in words. */
export function describeKeys() {
  return [
    ["R", i18n._("Roll the die")],
    ["T, H", i18n._("Offer to Tlaloc, to Huitzilopochtli")],
    ["O", i18n._("Trade with Tonantzin")],
    ["1–9", i18n._("Choose a card")],
    ["P", i18n._("Pass")],
    ["E", i18n._("End the turn")],
    ["← → ↑ ↓", i18n._("Walk round the ring")],
    ["Home", i18n._("Your own space")],
  ] as const;
}
