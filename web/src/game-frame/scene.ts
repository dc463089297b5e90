import type {
  AwaitedDecision,
  ConnectionStatus,
  GameMap,
  GameName,
  MatchClock,
  SeatInfo,
} from "@flower-war/client-sdk";

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

/** Returns the scene for a viewer who only looks: nothing is legal. */
export function withoutCommands<S extends Pick<Scene, "legal">>(scene: S): S {
  return { ...scene, legal: [] };
}

interface Playing<S> extends Pick<Scene, "connection" | "legal"> {
  readonly seat: S | null;
  readonly clock: { readonly seats: ReadonlyMap<S, { readonly away: boolean }> } | null;
}

/** Returns the scene for a player: nothing is legal while they are disconnected, or while the server plays their seat. */
export function withSendableCommands<S, P extends Playing<S>>(scene: P & Playing<S>): P {
  const { seat, clock, connection } = scene;
  const connected = connection === null || connection === "connected";
  const away = seat !== null && clock?.seats.get(seat)?.away === true;
  return connected && !away ? scene : withoutCommands(scene);
}

export interface ScenePicture<View> {
  /** In the middle of an entry: the board and what lies around it. */
  readonly view: View;
  /** After the last entry that was shown to its end: what windows show. */
  readonly reached: View;
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
export function isBehind({ view, picture }: Drawn): boolean {
  return picture !== undefined && picture.view !== view;
}

/** Returns the view after what was shown to its end. */
export function reachedView<View>({ view, picture }: Drawn<View>): View {
  return picture?.reached ?? view;
}

interface Drawn<View = unknown> {
  readonly view: View;
  readonly picture?: ScenePicture<View>;
}
