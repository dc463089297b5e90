import { reachOf } from "../board/reach.ts";
import type { FlowerWarScene } from "../scene.ts";

/**
 * The space that the panel shows while none is selected: of those within the viewer's reach one whose disc is near,
 * else the space where they stand, else the active seat's.
 */
export function spaceToShow({ view, legal }: FlowerWarScene): number {
  const { table, seat } = view;
  const near = [...reachOf(view, legal).keys()].find((number) => table.spaces[number - 1]?.rack === 1);
  const own = table.tribes[seat ?? table.turn.seat]?.space;
  return near ?? own ?? 1;
}
