import type { GameName } from "@flower-war/client-sdk";
import { useEffect, useEffectEvent } from "react";
import { Segments } from "../design/parts/segments.tsx";
import { CATALOG } from "../games/catalog.ts";
import { describeMinutes, PRESETS, readPresets } from "../presets/presets.ts";
import { host } from "../session/host.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import styles from "./length-field.module.css";

interface Props {
  readonly game: GameName;
  /** The name of the preset that is played. */
  readonly preset: string;
  readonly onChange: (preset: string) => void;
}

/** The choice of a preset for Play now, with the minutes of each; the minutes alone if a game has one preset. */
export function LengthField({ game, preset, onChange }: Props) {
  const { answer } = useAnswer("presets", () => host.listGames());
  const all = answer === null ? PRESETS : readPresets(answer);
  const presets = all.filter((each) => each.game === game);
  const isOffered = answer === null || presets.some(({ id }) => id === preset);
  const chooseFirst = useEffectEvent(() => onChange(presets[0]?.id ?? game));
  useEffect(() => {
    // The stored preset may be of another version of the server.
    if (!isOffered) chooseFirst();
  }, [isOffered]);
  const seats = CATALOG[game].seats.default;
  const [only, ...others] = presets;
  if (only === undefined) return null;
  if (others.length === 0) return <p className={styles.only}>{describeMinutes(only, seats)}</p>;
  return (
    <Segments
      label={i18n._("Length")}
      value={preset}
      options={presets.map((each) => ({
        value: each.id,
        label: (
          <>
            {each.title()} <small className={styles.minutes}>{describeMinutes(each, seats)}</small>
          </>
        ),
      }))}
      onChange={onChange}
    />
  );
}
