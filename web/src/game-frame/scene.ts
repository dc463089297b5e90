import type {
  AwaitedDecision,
  ConnectionStatus,
  GameMap,
  GameName,
  MatchClock,
  SeatClock,
  SeatInfo,
} from "@flower-war/client-sdk";
import type { Cue } from "./motion/motions.ts";

/**
 * Everything that a game's table is drawn from at one moment: a live match, a replay, a lesson and a state of the gallery
 * all give one. It is a value; a new moment is a new scene.
 */
export interface Scene<G extends GameName = GameName> {
  readonly game: G;
  /** The state as it is: what can be done now follows from it. */
  readonly view: GameMap[G]["view"];
  /** What is drawn, which lags behind while things move; left out: `view`. */
  readonly picture?: ScenePicture<GameMap[G]["view"]>;
  /** What each seat saw itself, in a replay with open hands; left out: hands stay hidden. */
  readonly openHands?: ReadonlyMap<GameMap[G]["seat"], GameMap[G]["view"]>;
  /** The viewer's seat; `null`: they watch. */
  readonly seat: GameMap[G]["seat"] | null;
  /** All seats in turn order, with their players. */
  readonly people: readonly SeatInfo<G>[];
  readonly awaiting: readonly AwaitedDecision<G>[];
  /** Every command that the viewer's seat may send now; the only source of buttons and targets. */
  readonly legal: readonly GameMap[G]["command"][];
  /** `null`: the match has no clocks. */
  readonly clock: MatchClock<GameMap[G]["seat"]> | null;
  /** `null`: nothing can be lost, for nothing is live. */
  readonly connection: ConnectionStatus | null;
  /** The seat's temple as the table needs it; `null`: the seat has none. */
  readonly temple: SceneTemple | null;
}

/** A scene of any game, as the frame needs it. */
export interface TableScene extends Pick<Scene, "connection"> {
  readonly game: string;
  readonly view: unknown;
  readonly picture?: ScenePicture<unknown>;
  readonly seat: string | null;
  readonly people: readonly Pick<SeatInfo, "seat" | "name" | "kind" | "connected">[];
  readonly awaiting: readonly { readonly seat: string }[];
  readonly legal: readonly { readonly type: string }[];
  readonly clock: { readonly seats: ReadonlyMap<string, SeatClock> } | null;
}

/** A seat of a scene's game. */
export type SeatOf<S extends TableScene> = S["awaiting"][number]["seat"];

/** Who looks at a scene, and the people in it. */
export type ViewerOf<S extends TableScene> = Pick<S, "seat" | "people">;

/** A command of a scene's game. */
export type CommandOf<S extends TableScene> = S["legal"][number];

/** Returns the scene for a viewer who only looks: nothing is legal. */
export function withoutCommands<S extends Pick<TableScene, "legal">>(scene: S): S {
  return { ...scene, legal: [] };
}

interface Played extends Pick<TableScene, "connection" | "legal" | "seat"> {
  readonly clock: { readonly seats: ReadonlyMap<string, { readonly away: boolean }> } | null;
}

/** Returns the scene for a player: nothing is legal while they are disconnected, or while the server plays their seat. */
export function withSendableCommands<S extends Played>(scene: S): S {
  return isLost(scene) || isPlayedByServer(scene) ? withoutCommands(scene) : scene;
}

/** Whether the viewer's connection is lost. */
export function isLost({ connection }: Pick<TableScene, "connection">): boolean {
  return connection !== null && connection !== "connected";
}

/** Whether the viewer was away for so long that the server plays their seat. */
export function isPlayedByServer({ seat, clock }: Pick<Played, "seat" | "clock">): boolean {
  return seat !== null && clock?.seats.get(seat)?.away === true;
}

interface ScenePicture<View> {
  /** In the middle of an entry: the board and what lies around it. */
  readonly view: View;
  /** After the last entry that was shown to its end: what windows show. */
  readonly reached: View;
  /** Whether everything that is known is shown. */
  readonly isLatest: boolean;
  /** The newest moment of the viewer; another value for each. `null` or none: none yet. */
  readonly cue?: Cue | null;
  /** Whether all is shown that the viewer's decision follows from. */
  readonly isAsked: boolean;
}

export interface SceneTemple {
  readonly id: string;
  readonly online: boolean;
  /** Beads to take out, below 0, or 0. */
  readonly debt: { readonly huitzilopochtli: number; readonly tlaloc: number };
}

/** What a table can ask of the component that gives the scene. */
export interface SceneActions<G extends GameName = GameName> {
  /**
   * Sends a command. Resolves when it is played and rejects with a `Refusal`; `null` while the viewer cannot act at all
   * (watching, replay).
   */
  readonly play: ((command: GameMap[G]["command"]) => Promise<void>) | null;
  /** The server's time now, ms since 1970. */
  readonly serverTime: () => number;
}

/** Returns the scene as it is drawn now, in the middle of what moves. Nothing can be done with it. */
export function drawnScene<S extends Drawn>(scene: S): S {
  return scene.picture === undefined ? scene : { ...scene, view: scene.picture.view };
}

/** Whether the table does not show all yet that is known. */
export function isBehind({ picture }: Pick<Drawn, "picture">): boolean {
  return picture?.isLatest === false;
}

/** Whether the table still shows what leads to the next decision. */
export function isUntold({ picture }: Pick<Drawn, "picture">): boolean {
  return picture !== undefined && !picture.isLatest && !picture.isAsked;
}

/** Returns the view after what was shown to its end. */
export function reachedView<View>({ view, picture }: Drawn<View>): View {
  return picture?.reached ?? view;
}

interface Drawn<View = unknown> {
  readonly view: View;
  readonly picture?: ScenePicture<View>;
}
