import { type ReactNode, useEffect, useEffectEvent } from "react";
import { Button } from "../../../design/parts/button.tsx";
import { i18n } from "../../../texts/index.ts";
import { useKeys } from "../../../base/use-keys.ts";
import type { FlowerWarScene } from "../scene.ts";
import { ApocalypseNews } from "./apocalypse-news.tsx";
import { DiscNews } from "./disc-news.tsx";
import type { News } from "./news.ts";
import styles from "./news.module.css";

/** ms after which a window closes by itself: enough to read it. */
const SHOWN: { readonly [T in News["type"]]: number } = { disc: 9000, apocalypse: 20_000 };

interface Props {
  readonly scene: FlowerWarScene;
  /** The next to show; `null`: there is no news. */
  readonly news: News | null;
  readonly onClose: () => void;
}

/**
 * A window over the board with news. It is no dialog: it takes no focus and leaves the action free, so that it holds up no
 * decision. Its button, Escape and time close it. A screen reader hears it once.
 */
export function NewsWindow({ scene, news, onClose }: Props) {
  return (
    <div role="status" className={styles.place}>
      {news === null ? null : (
        <Shown key={keyOf(news)} news={news} onClose={onClose}>
          {news.type === "disc" ? (
            <DiscNews scene={scene} news={news} />
          ) : (
            <ApocalypseNews scene={scene} news={news} />
          )}
        </Shown>
      )}
    </div>
  );
}

const keyOf = (news: News): string => (news.type === "disc" ? news.disc : news.type);

interface ShownProps {
  readonly news: News;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Shown({ news, onClose, children }: ShownProps) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), SHOWN[news.type]);
    return () => clearTimeout(timer);
  }, [news.type]);
  useKeys({ escape: onClose });
  const tone = news.type === "disc" ? "disc" : (news.apocalypse.ruling ?? "even");
  return (
    <div className={`${styles.window} ${styles[tone]}`}>
      {children}
      <Button tone="gold" className={styles.close} shortcut="Escape" onClick={onClose}>
        {i18n._("Go on")}
      </Button>
    </div>
  );
}
