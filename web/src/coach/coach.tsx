import { useEffect, useEffectEvent, useState } from "react";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Emphasis } from "../design/parts/emphasis.tsx";
import { Medal } from "../design/parts/medal.tsx";
import { isBehind } from "../game-frame/scene.ts";
import { ownBattle } from "../games/flower-war/battle-words.ts";
import type { FlowerWarScene } from "../games/flower-war/texts.ts";
import { endTips, rememberTip, seenTips } from "../session/memory.ts";
import { i18n } from "../texts/index.ts";
import styles from "./coach.module.css";
import { type Tip, tipFor } from "./tips.ts";

/**
 * Teaches a newcomer at their own table: a tip beside the board when something comes up for the first time. It takes no focus and holds up no
 * decision; a decision that is made puts it away, and one press ends all.
 */
export function Coach({ scene }: { readonly scene: FlowerWarScene }) {
  const [seen, setSeen] = useState(seenTips);
  const [fought, setFought] = useState(false);
  const isFighting = ownBattle(scene.view) !== null;
  if (isFighting && !fought) setFought(true);
  const tip = seen === null || isBehind(scene) ? null : tipFor(scene, seen, fought);
  const putAway = useEffectEvent((id: string) => {
    rememberTip(id);
    setSeen(seenTips());
  });
  const id = tip?.id;
  useEffect(() => (id === undefined ? undefined : () => putAway(id)), [id]);
  return (
    <div role="status" className={styles.place} data-coach>
      {tip === null ? null : (
        <TipCard
          tip={tip}
          onClose={() => putAway(tip.id)}
          onEnd={() => {
            endTips();
            setSeen(null);
          }}
        />
      )}
    </div>
  );
}

interface TipCardProps {
  readonly tip: Tip;
  readonly onClose: () => void;
  /** The viewer wants no more tips. */
  readonly onEnd: () => void;
}

/** A tip, to read and put away. */
export function TipCard({ tip, onClose, onEnd }: TipCardProps) {
  return (
    <div className={styles.card} data-tip-of-coach={tip.id}>
      <Medal className={styles.face}>
        <Drawing sheet="signs" id="ocelotl" />
      </Medal>
      <div className={styles.words}>
        {tip.say().map((paragraph) => (
          <p key={paragraph}>
            <Emphasis text={paragraph} />
          </p>
        ))}
      </div>
      <div className={styles.ways}>
        <Button tone="gold" onClick={onClose}>
          {i18n._("Got it")}
        </Button>
        <Button onClick={onEnd}>{i18n._("No more tips")}</Button>
      </div>
    </div>
  );
}
