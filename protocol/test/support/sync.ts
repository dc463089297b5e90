import type { Game, GameTypes, games, Viewer } from "@flower-war/rules";
import * as flowerWar from "../../src/games/flower-war/index.ts";
import * as spaceAztecs from "../../src/games/space-aztecs/index.ts";
import * as tieqchieq from "../../src/games/tieqchieq/index.ts";
import { type HandState, type MatchState, type SyncedMatch, writeQueue } from "../../src/index.ts";

/** Writer and reader of one game's synced state. */
export interface Sync {
  newState(): MatchState;
  write(view: GameTypes["view"], state: MatchState, before: GameTypes["view"] | null): void;
  packHand(view: GameTypes["view"]): readonly string[];
  read(state: SyncedMatch, seat: string | null): GameTypes["view"] | null;
}

type Module = Pick<typeof tieqchieq, "writeTable" | "readView"> & { packHand?: unknown };

function syncOf(newState: () => MatchState, module: Module, packHand: Sync["packHand"]): Sync {
  const { writeTable, readView } = module;
  return {
    newState,
    write: (view, state, before) =>
      writeTable(
        Reflect.get(state, "table"),
        Reflect.get(view, "table"),
        before && Reflect.get(before, "table"),
      ),
    packHand,
    read: (state, seat) => readView(state as never, seat as never),
  };
}

const flowerWarSync = syncOf(
  () => new flowerWar.FlowerWarState(),
  flowerWar as unknown as Module,
  (view) => flowerWar.packHand(Reflect.get(view, "hand")),
);
/** Of every game. */
export const SYNC: { readonly [name in keyof typeof games]: Sync } = {
  "flower-war": flowerWarSync,
  mexica: flowerWarSync,
  "space-aztecs": syncOf(
    () => new spaceAztecs.SpaceAztecsState(),
    spaceAztecs as unknown as Module,
    (view) => spaceAztecs.packHand(view as never),
  ),
  tieqchieq: syncOf(
    () => new tieqchieq.TieqchieqState(),
    tieqchieq,
    () => [],
  ),
};

/**
 * Writes a state of the rules into a synced one, as the server does.
 * @param before what the synced one shows; `null`: nothing yet
 */
export function show(
  game: Game<GameTypes>,
  sync: Sync,
  synced: MatchState,
  state: GameTypes["state"],
  before: GameTypes["state"] | null,
): void {
  const seen = (viewer: Viewer<GameTypes>) => game.view(state, viewer);
  synced.status = game.outcome(state) === null ? "playing" : "over";
  sync.write(seen("public"), synced, before && game.view(before, "public"));
  synced.hands.forEach((hand: HandState, seat: string) => {
    writeQueue(hand.cards ?? ([] as never), sync.packHand(seen(seat)));
  });
}
