import type { SpaceAztecsScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import { useSmallBoard } from "../../../game-frame/table/use-narrow.ts";
import { Dial } from "./dial.tsx";

/** The sundial to look at: for results, replays and the door. */
export function DialAlone({ scene: { view, seat, people } }: { readonly scene: SpaceAztecsScene }) {
  return <Dial table={view.table} reader={readerFor(seat, people)} small={useSmallBoard()} />;
}
