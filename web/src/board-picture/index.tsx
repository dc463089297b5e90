import type { GameName } from "@flower-war/client-sdk";
import { type ComponentProps, Suspense } from "react";
import { lazyPart } from "../texts/lazy-part.tsx";
import { Drawing } from "../art/drawing.tsx";
import styles from "./index.module.css";

const BoardPicture = lazyPart(async () => (await import("./board-picture.tsx")).BoardPicture);

/** A thing of each game whose board is not drawn here. */
const THINGS: { readonly [G in GameName]?: string } = { "space-aztecs": "saucer", tieqchieq: "coin-up" };

interface Props extends ComponentProps<typeof BoardPicture> {
  readonly game: string;
}

/** What a game looks like, as decoration. It is loaded after the page that it decorates. */
export function GamePicture({ game, ...board }: Props) {
  const thing = Object.hasOwn(THINGS, game) ? THINGS[game as GameName] : undefined;
  if (thing !== undefined) return <Drawing sheet="sisters" id={thing} className={styles.thing} />;
  return (
    <Suspense fallback={null}>
      <BoardPicture {...board} />
    </Suspense>
  );
}
