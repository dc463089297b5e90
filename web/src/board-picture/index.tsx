import type { GameName } from "@flower-war/client-sdk";
import { type ComponentProps, Suspense } from "react";
import { Drawing } from "../art/drawing.tsx";
import { OWN_GAMES } from "../session/own-games.ts";
import { lazyPart } from "../texts/lazy-part.tsx";
import styles from "./index.module.css";

const BoardPicture = lazyPart(async () => (await import("./board-picture.tsx")).BoardPicture);

/** A thing of each game whose board is not drawn here. */
const THINGS: { readonly [G in GameName]?: string } = { "space-aztecs": "saucer", tieqchieq: "coin-up" };

/** Whether the picture of a game is its board. */
export const hasBoard = (game: string): boolean => !Object.hasOwn(THINGS, game) && !OWN_GAMES.has(game);

type Props = Omit<ComponentProps<typeof BoardPicture>, "game"> & { readonly game: string };

/** What a game looks like, as decoration. It is loaded after the page that it decorates. */
export function GamePicture({ game, ...board }: Props) {
  if (OWN_GAMES.has(game)) return <Drawing sheet="marks" id="die-5" className={styles.die} />;
  if (!hasBoard(game))
    return <Drawing sheet="sisters" id={THINGS[game as GameName] ?? ""} className={styles.thing} />;
  return (
    <Suspense fallback={null}>
      <BoardPicture game={game as GameName} {...board} />
    </Suspense>
  );
}
