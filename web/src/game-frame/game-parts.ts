import type { Reader, Sentence } from "@flower-war/client-sdk/texts";
import type { ReactNode } from "react";
import type { Keys } from "../base/use-keys.ts";
import type { LoneActs } from "./action/lone-act.ts";
import type { GameTexts } from "./game-texts.ts";
import type { GameMotion } from "./motion/motions.ts";
import type { CommandOf, SeatOf, TableScene, ViewerOf } from "./scene.ts";
import type { Play, Sending } from "./sending.ts";
import type { Picture } from "./story.ts";

/** What a part of the table gets. */
export interface PartProps<S extends TableScene, H> {
  /** The scene as it is: what can be done now follows from it. */
  readonly scene: S;
  /** The scene as it is drawn now, in the middle of what moves. */
  readonly drawn: S;
  /** What the viewer has pointed at and opened, and how they send commands. */
  readonly handling: H;
  readonly serverTime: () => number;
}

/** What the action panel shows of a game. */
export interface ActionParts<S extends TableScene, H> {
  /** Returns how the match ended; `null`: it goes on. */
  readonly describeEnd: (scene: S) => MatchEnd | null;
  /** Whether the viewer has conceded, and the match goes on. */
  readonly isOut: (scene: S) => boolean;
  /** Returns what the match waits for, as a sentence to the viewer. */
  readonly describeAwaited: (scene: S) => string;
  /** What watchers do not see, as a sentence; `null`: they see everything. */
  readonly hidden: () => string | null;
  readonly icons: {
    readonly seat: (seat: SeatOf<S>) => ReactNode;
    readonly watching: ReactNode;
    /** While the server plays the viewer's seat. */
    readonly played: ReactNode;
    /** After the viewer conceded. */
    readonly out: ReactNode;
  };
  /** The viewer's decision, in an `ActionFrame`. Its buttons are legal commands and nothing else. */
  readonly Decision: (props: PartProps<S, H>) => ReactNode;
  /** What stands below the words while the match waits for others. */
  readonly Waiting?: (props: PartProps<S, H>) => ReactNode;
}

/** How a match ended. */
interface MatchEnd {
  readonly icon: ReactNode;
  readonly title: string;
  readonly words: string;
}

/** What the action panel needs of a game. */
export interface ActingGame<S extends TableScene, H> {
  readonly texts: Pick<GameTexts<unknown, SeatOf<S>>, "loadTexts" | "sayAll" | "sayList"> & {
    readonly readerFor: (viewer: ViewerOf<S>) => Reader<SeatOf<S>>;
  };
  readonly action: ActionParts<S, H>;
}

/**
 * All that a game gives the page. The frame makes the table, the log, results and replays of it: see `createGameUi`.
 *
 * - `S`: the scene of the game
 * - `H`: the table as one viewer handles it, which the server does not know
 */
export interface GameParts<S extends TableScene, H extends Sending<CommandOf<S>>, Event, Outcome>
  extends ActingGame<S, H>,
    LoneActs<S, H> {
  readonly name: (scene: S) => string;
  readonly emblem: Picture;
  /** The class of the table; it may set `--players-width` and `--action-width`. */
  readonly className?: string | undefined;
  /** What moves on the table at each event. */
  readonly motion: GameMotion<S["view"], Event>;
  /**
   * Returns an event of the log in words; none: it gets no line. `view`: any view of the match, for its options. `followed`: whether
   * another event of the same command came after it.
   */
  readonly describeEvent: (
    event: Event,
    reader: Reader<SeatOf<S>>,
    view?: S["view"],
    followed?: boolean,
  ) => readonly Sentence[];
  /** Returns who won and how. */
  readonly describeOutcome: (outcome: Outcome, reader: Reader<SeatOf<S>>) => readonly Sentence[];
  /** Returns the seats that have not conceded, in turn order, as far as the page can know. */
  readonly seatsInPlay: (scene: S) => readonly SeatOf<S>[];
  /** Returns what becomes of what the viewer has if they concede, as sentences; `null`: they have nothing to concede. */
  readonly describeConcession: (scene: S) => readonly string[] | null;
  readonly useHandling: (scene: S, play: Play<CommandOf<S>>) => H;
  /** The keys of the table. Each works exactly while its command is legal. */
  readonly keysOf: (scene: S, handling: H) => Keys;
  /** The same keys and what each does, in words. */
  readonly describeKeys: () => readonly (readonly [key: string, does: string])[];
  /** Whether `Players` shows what seats hold where `openHands` of a scene has it. Default: no. */
  readonly opensHands?: boolean;
  /** Who plays and what they have. Without `handling` it is only looked at: in replays. */
  readonly Players: (props: PartProps<S, H | null>) => ReactNode;
  /** The board. Without `handling` it is only looked at: in results, in replays and at the door. */
  readonly Board: (props: PartProps<S, H | null>) => ReactNode;
  /** What stands in the corners around the board. */
  readonly Notes: (props: { readonly scene: S }) => ReactNode;
  /** The selected thing in words, beside the board. */
  readonly Side: (props: PartProps<S, H>) => ReactNode;
  /** Returns what the viewer holds; `null`: nothing. Not called once they have conceded. */
  readonly hand: (props: PartProps<S, H>) => ReactNode;
  /** Windows over the table. */
  readonly Windows?: (props: PartProps<S, H>) => ReactNode;
}
