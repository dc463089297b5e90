import { useEffect, useState } from "react";
import { Drawing } from "../../art/drawing.tsx";
import { usePreferences } from "../../base/preferences.ts";
import { playSound } from "../../base/sounds.ts";
import { i18n } from "../../texts/index.ts";
import { usePace } from "../motion/conditions.ts";
import type { Cue, CueKind } from "../motion/motions.ts";
import styles from "./cues.module.css";
import { soundOf } from "./sound-of.ts";

/** ms that a moment stays in sight. */
const SHOWN = 1800;

/** ms that it is said whether sounds are on. */
const SAID = 6000;

/** The ways in which moments look. */
const TONES: { readonly [K in CueKind]: "gold" | "red" | "dark" | "glow" } = {
  victory: "gold",
  defeat: "dark",
  end: "gold",
  "no-winner": "dark",
  "battle-won": "gold",
  "battle-lost": "red",
  "battle-even": "gold",
  "sign-gained": "gold",
  "sign-lost": "red",
  apocalypse: "dark",
  offering: "glow",
};

/** Returns a moment in a few words; empty: it is only a light. */
export function cueWords(kind: CueKind): string {
  switch (kind) {
    case "victory":
      return i18n._("You have won");
    case "defeat":
      return i18n._("You have lost");
    case "end":
      return i18n._("The match is over");
    case "no-winner":
      return i18n._("No seat has won");
    case "battle-won":
      return i18n._("You win the battle");
    case "battle-lost":
      return i18n._("You lose the battle");
    case "battle-even":
      return i18n._("No seat wins the battle");
    case "sign-gained":
      return i18n._("A sign is yours");
    case "sign-lost":
      return i18n._("A sign is taken from you");
    case "apocalypse":
      return i18n._("The 13 days begin");
    case "offering":
      return "";
  }
}

/** Returns how a battle ended for the viewer, in figures: "2 to 5: you lose 1 skull". */
export function battleWords(kind: CueKind, { own, other, paid }: NonNullable<Cue["battle"]>): string {
  const score = i18n._("{own} to {other}", { own, other });
  if (paid === 0) return score;
  const skulls =
    kind === "battle-lost"
      ? i18n._("you lose {paid, plural, one {# skull} other {# skulls}}", { paid })
      : i18n._("you get {paid, plural, one {# skull} other {# skulls}}", { paid });
  return `${score}: ${skulls}`;
}

/**
 * The viewer's moments over the board, each for a while, with its sound. They take no focus and no clicks, and screen readers hear of them
 * from the log.
 * @param cue the newest moment; one from before the first drawing is over
 */
export function Cues({ cue }: { readonly cue: Cue | null }) {
  const [{ known, shown }, setCue] = useState<{ known: Cue | null; shown: Cue | null }>({
    known: cue,
    shown: null,
  });
  if (cue !== known) setCue({ known: cue, shown: document.hidden ? null : cue });
  useEffect(() => {
    if (shown === null) return undefined;
    playSound(soundOf(shown.kind));
    const timer = setTimeout(() => setCue({ known: shown, shown: null }), SHOWN);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <>
      {shown === null ? null : <CueBanner cue={shown} />}
      <SoundNote />
    </>
  );
}

/** A moment as it stands over the board. */
export function CueBanner({ cue: { kind, pictures, battle } }: { readonly cue: Cue }) {
  const isMoving = usePace() > 0;
  const words = cueWords(kind);
  return (
    <div
      className={`${styles.cue} ${styles[TONES[kind]]} ${isMoving ? styles.moving : ""}`}
      data-cue={kind}
      aria-hidden="true"
    >
      {pictures.length === 0 ? null : (
        <p className={styles.pictures}>
          {pictures.map(({ sheet, id }) => (
            <Drawing key={id} sheet={sheet} id={id} />
          ))}
        </p>
      )}
      {words === "" ? null : <strong>{words}</strong>}
      {battle === null ? null : <span>{battleWords(kind, battle)}</span>}
    </div>
  );
}

/** Says for a while that the viewer has switched sounds on or off, with the key or in the menu. */
function SoundNote() {
  const { sound } = usePreferences();
  const [{ known, isSaid }, setNote] = useState({ known: sound, isSaid: false });
  if (sound !== known) setNote({ known: sound, isSaid: true });
  useEffect(() => {
    if (!isSaid) return undefined;
    const timer = setTimeout(() => setNote({ known, isSaid: false }), SAID);
    return () => clearTimeout(timer);
  }, [known, isSaid]);
  return (
    <p role="status" className={styles.sound} data-sounds>
      {!isSaid ? null : known ? i18n._("Sounds are on") : i18n._("Sounds are off")}
    </p>
  );
}
