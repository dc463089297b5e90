import type { GameName } from "@flower-war/client-sdk";
import { useId } from "react";
import { Drawing } from "../art/drawing.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { CATALOG } from "../games/catalog.ts";
import { i18n } from "../texts/index.ts";
import { OWN_GAMES } from "../session/own-games.ts";
import {
  describeMinutes,
  FAMILY_NAMES,
  familyOf,
  isPreset,
  type Preset,
  presetsOf,
} from "../presets/presets.ts";
import styles from "./presets-field.module.css";
import { change, type MatchSettings } from "./match-settings.ts";

interface Props {
  readonly presets: readonly Preset[];
  readonly settings: MatchSettings;
  readonly onChange: (changes: Partial<MatchSettings>) => void;
}

/** The game, or the games that share a row of presets: the first preset of another one is chosen with it. */
export function GameChoice({ presets, settings, onChange }: Props) {
  const choose = (game: GameName) => {
    const [first] = presetsOf(game, presets);
    if (first !== undefined) onChange({ game: first.game, options: first.options });
  };
  return (
    <Segments
      label={i18n._("Game")}
      look="pills"
      options={FAMILY_NAMES.map((value) => ({ value, label: CATALOG[value].title }))}
      value={familyOf(settings.game)}
      onChange={choose}
    />
  );
}

/** The presets of a game, each with a sentence and how long it takes with so many seats. */
export function PresetsField({ presets, settings, onChange }: Props) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={i18n._("How to play")} className={styles.presets}>
      {presetsOf(settings.game, presets).map((preset) => (
        <label key={`${preset.game}/${preset.id}`} className={styles.preset}>
          <input
            type="radio"
            name={name}
            checked={isPreset(preset, settings.game, settings.options)}
            onChange={() => onChange({ game: preset.game, options: preset.options })}
          />
          <Picture preset={preset} />
          <span className={styles.words}>
            <strong>{preset.title()}</strong>
            <Minutes preset={preset} seats={seatsOf(preset, settings)} />
            <span>{preset.about()}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

function Minutes({ preset, seats }: { readonly preset: Preset; readonly seats: number }) {
  const duration = describeMinutes(preset, seats);
  if (duration === null) return null;
  return (
    <span className={styles.minutes}>
      <Icon id="clock" />
      {duration}
    </span>
  );
}

/** The seats that a match of a preset would have. */
const seatsOf = ({ game }: Preset, settings: MatchSettings): number => change(settings, { game }).seats;

function Picture({ preset: { skulls, game } }: { readonly preset: Preset }) {
  if (skulls === null) {
    return (
      <span className={`${styles.picture} ${styles.dice}`}>
        {game === "mexica" ? (
          <>
            <Drawing sheet="marks" id="die-2" />
            <Drawing sheet="marks" id="die-6" />
          </>
        ) : OWN_GAMES.has(game) ? (
          <Drawing sheet="marks" id="die-5" />
        ) : (
          <Drawing sheet="sisters" id={game === "tieqchieq" ? "coin-up" : "saucer"} />
        )}
      </span>
    );
  }
  return (
    <span className={`${styles.picture} ${skulls > 6 ? styles.day : styles.dusk}`}>
      <span className={styles.rack}>
        {Array.from({ length: skulls }, (_, i) => (
          <Drawing key={i} sheet="marks" id="skull" />
        ))}
      </span>
    </span>
  );
}
