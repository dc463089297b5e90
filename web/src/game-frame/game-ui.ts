import type { GameMap, GameName } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import type { GameMotion } from "./motion/motions.ts";
import type { Scene, SceneActions } from "./scene.ts";
import type { Consequences } from "./table/concession.tsx";

/** What a game's table gets besides its scene: parts that are the same for every game. */
export interface TableProps<G extends GameName = GameName> extends SceneActions<G> {
  readonly scene: Scene<G>;
  /** Buttons of the match: code, rules, menu. */
  readonly menu: ReactNode;
  /** The log and what else stands beside the board below the selected thing. */
  readonly log: ReactNode;
}

/** All that the page knows of one game. Loaded when it is needed, with the game's texts in the page's language. */
export interface GameUi<G extends GameName = GameName> {
  /** The whole table: players, board, hand, what can be done now. */
  readonly Table: (props: TableProps<G>) => ReactNode;
  /** The board alone, small, for results, replays and the door. */
  readonly Board: (props: { readonly scene: Scene<G> }) => ReactNode;
  /** What moves on the table at each event. */
  readonly motion: GameMotion<GameMap[G]["view"], GameMap[G]["event"]>;
  /** The players and what they have, to look at beside a board. */
  readonly Players: (props: { readonly scene: Scene<G> }) => ReactNode;
  /** What stands in the corners around a board. */
  readonly Notes: (props: { readonly scene: Scene<G> }) => ReactNode;
  /** An event of the log in words; `null`: it gets no line in the log. `view`: any view of the match, for its options. */
  readonly describeEvent: (
    event: GameMap[G]["event"],
    viewer: GameMap[G]["seat"] | null,
    people: Scene<G>["people"],
    view?: GameMap[G]["view"],
  ) => string | null;
  /** One sentence that says who won, and how. */
  readonly describeOutcome: (
    outcome: GameMap[G]["outcome"],
    viewer: Pick<Scene<G>, "seat" | "people">,
  ) => string;
  /** What follows if the viewer concedes; `null`: they have nothing to concede. */
  readonly consequencesOf: (scene: Scene<G>) => Consequences | null;
  /** A refusal code of the game in words; `undefined`: it is none of the game's. */
  readonly describeRefusal: (code: string) => string | undefined;
}
