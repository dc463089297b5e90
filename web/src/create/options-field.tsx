import { Refusal } from "@flower-war/client-sdk";
import { Panel } from "../design/parts/panel.tsx";
import { useGameTexts } from "../games/load-game.ts";
import { i18n } from "../texts/index.ts";
import styles from "./fields.module.css";
import { OptionField } from "./option-field.tsx";
import { optionsOf, type MatchSettings } from "./match-settings.ts";

interface Props {
  readonly settings: MatchSettings;
  /** What became of the last request; a refused option says so itself. */
  readonly error: unknown;
  readonly onChange: (changes: Partial<MatchSettings>) => void;
}

/** Every host option of a game as the game defines it. */
export function OptionsField({ settings, error, onChange }: Props) {
  const texts = useGameTexts(settings.game);
  const fault = error instanceof Refusal && error.code === "bad-option" ? error : null;
  return (
    <Panel title={i18n._("The rules in words")} className={styles.panel}>
      <div>
        {optionsOf(settings).map(({ name, option, value }) => (
          <OptionField
            key={`${settings.game}/${name}`}
            text={texts.options[name]}
            name={name}
            option={option}
            value={value}
            fault={fault?.field === name ? fault.message : null}
            onChange={(chosen) => onChange({ options: { ...settings.options, [name]: chosen } })}
          />
        ))}
      </div>
    </Panel>
  );
}
