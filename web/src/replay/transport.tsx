import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./transport.module.css";
import type { Player } from "./use-player.ts";

/** Buttons to the beginning, back, on, and to the end, and play. */
export function Transport({ player: { act, playing, at }, last }: { player: Player; last: number }) {
  return (
    <div className={styles.transport} role="group" aria-label={i18n._("Steps")}>
      <Button
        aria-label={i18n._("To the beginning")}
        aria-keyshortcuts="Home"
        onClick={() => act({ type: "start" })}
      >
        <Icon id="first" />
      </Button>
      <Button
        aria-label={i18n._("A step back")}
        aria-keyshortcuts="ArrowLeft"
        aria-disabled={at === 0}
        onClick={() => act({ type: "step", by: -1 })}
      >
        <Icon id="back" />
      </Button>
      <Button
        tone="gold"
        className={styles.play}
        aria-label={playing ? i18n._("Pause") : i18n._("Play")}
        aria-keyshortcuts="Space"
        onClick={() => act({ type: "toggle" })}
      >
        <Icon id={playing ? "pause" : "play"} />
      </Button>
      <Button
        aria-label={i18n._("A step on")}
        aria-keyshortcuts="ArrowRight"
        aria-disabled={at === last}
        onClick={() => act({ type: "step", by: 1 })}
      >
        <Icon id="forward" />
      </Button>
      <Button aria-label={i18n._("To the end")} aria-keyshortcuts="End" onClick={() => act({ type: "end" })}>
        <Icon id="last" />
      </Button>
    </div>
  );
}
