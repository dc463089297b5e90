import { useEffect, useEffectEvent } from "react";
import { Drawing } from "../../../art/drawing.tsx";
import { Button } from "../../../design/parts/button.tsx";
import { Dialog } from "../../../design/parts/dialog.tsx";
import { i18n } from "../../../texts/index.ts";
import type { FlowerWarScene } from "../scene.ts";
import { readerFor } from "../texts.ts";
import styles from "./battle.module.css";
import type { BattleResult as Result } from "./battle-words.ts";

/** ms that the result stands while the viewer has to decide something, and while they do not. */
const SHOWN = { deciding: 1500, otherwise: 5000 };

interface Props {
  readonly scene: FlowerWarScene;
  readonly result: Result;
  readonly onClose: () => void;
}

/** How a battle of the viewer ended. It goes by itself, so that it holds up no decision. */
export function BattleResult({ scene, result, onClose }: Props) {
  const deciding = scene.awaiting.some(({ seat }) => seat === scene.seat);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), deciding ? SHOWN.deciding : SHOWN.otherwise);
    return () => clearTimeout(timer);
  }, [deciding]);
  const { battle, winner, paid } = result;
  return (
    <Dialog title={resultTitle(scene, result)} onClose={onClose}>
      <div className={styles.result}>
        {(["attacker", "defender"] as const).map((side) => (
          <span key={side} className={side === winner ? styles.winner : undefined}>
            <Drawing sheet="marks" id={`seat-${battle[side]}`} className={styles.mark} />
            <strong>{battle.totals[side]}</strong>
          </span>
        ))}
      </div>
      <p>
        {winner === null
          ? i18n._("Nobody pays.")
          : i18n._("The stake: {paid, plural, one {# skull} other {# skulls}}.", { paid })}
      </p>
      <Button tone="gold" onClick={onClose}>
        {i18n._("Go on")}
      </Button>
    </Dialog>
  );
}

function resultTitle(scene: FlowerWarScene, { battle, winner }: Result): string {
  if (winner === null) return i18n._("The battle is over");
  if (battle[winner] === scene.seat) return i18n._("You win the battle");
  return i18n._("{who} wins the battle", {
    who: readerFor(scene.seat, scene.people).nameOf(battle[winner]),
  });
}
