import type { FlowerWarScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import { useSmallBoard } from "../../../game-frame/table/use-narrow.ts";
import { Board } from "./board.tsx";

/** The board to look at: for results, replays and the door. */
export function BoardAlone({ scene: { view, seat, people } }: { readonly scene: FlowerWarScene }) {
  return <Board table={view.table} reader={readerFor(seat, people)} small={useSmallBoard()} />;
}
