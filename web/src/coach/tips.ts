import { ownBattle } from "../games/flower-war/battle-words.ts";
import { reachOf } from "../games/flower-war/board/signs.ts";
import type { FlowerWarScene } from "../games/flower-war/texts.ts";
import { i18n } from "../texts/index.ts";
import { TEACHING } from "./teaching.ts";

/** What a newcomer is told at their own table, once, when it comes up. */
export interface Tip {
  /** Stays the same from one version to the next: the browser remembers it. */
  readonly id: string;
  /** Whether it comes up. @param fought whether the viewer has been in a battle since the page was loaded */
  readonly isDue: (scene: FlowerWarScene, fought: boolean) => boolean;
  readonly say: () => readonly string[];
}

const decides = ({ view: { table, seat } }: FlowerWarScene, ...decisions: readonly string[]): boolean =>
  table.awaiting?.seat === seat && decisions.includes(table.awaiting?.decision ?? "");

/** Whether the world's end is counted this way while the viewer begins their turn or offers. */
function counts(scene: FlowerWarScene, countdown: "keeper" | "turns"): boolean {
  const { apocalypse, options } = scene.view.table;
  const isCounted = apocalypse.state !== "none" && options.countdown === countdown;
  return isCounted && decides(scene, "roll", "sacrifice");
}

/** The tips, the most urgent first. */
export const TIPS: readonly Tip[] = [
  {
    id: "turn",
    isDue: (scene) => decides(scene, "roll"),
    say: () => [TEACHING.goal(), TEACHING.turn()],
  },
  {
    id: "offering",
    isDue: ({ legal }) => legal.some(({ type }) => type === "sacrifice"),
    say: () => [TEACHING.offering()],
  },
  {
    id: "card",
    isDue: (scene) =>
      decides(scene, "sacrifice", "cards") && scene.legal.some(({ type }) => type === "play-card"),
    say: () => [TEACHING.card(), i18n._("The lit ones in your hand can be played now.")],
  },
  {
    id: "battle",
    isDue: ({ view }, fought) => fought && ownBattle(view) === null,
    say: () => [TEACHING.fight(), TEACHING.stake()],
  },
  {
    id: "disc",
    isDue: (scene) =>
      decides(scene, "roll") &&
      [...reachOf(scene.view, scene.legal).keys()].some(
        (space) => scene.view.table.spaces[space - 1]?.rack === 1,
      ),
    say: () => [i18n._("One last skull lies on a rack that you can reach."), TEACHING.disc()],
  },
  {
    id: "apocalypse",
    isDue: (scene) => counts(scene, "keeper"),
    say: () => [TEACHING.apocalypse(), TEACHING.wait()],
  },
  {
    id: "apocalypse-by-turns",
    isDue: (scene) => counts(scene, "turns"),
    say: () => [TEACHING.apocalypseByTurns(), TEACHING.wait()],
  },
];

/** Returns the tip that comes up; `null`: none does that was not seen. */
export function tipFor(scene: FlowerWarScene, seen: readonly string[], fought: boolean): Tip | null {
  if (scene.seat === null || scene.view.table.outcome !== null || ownBattle(scene.view) !== null) return null;
  return TIPS.find(({ id, isDue }) => !seen.includes(id) && isDue(scene, fought)) ?? null;
}
