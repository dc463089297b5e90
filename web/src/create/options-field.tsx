import { integersOf, type OptionRange, type OptionValue, Refusal } from "@flower-war/client-sdk";
import { Panel } from "../design/parts/panel.tsx";
import { describeValue, type OptionText, useGameTexts } from "../games/load-game.ts";
import { i18n } from "../texts/index.ts";
import styles from "./fields.module.css";
import { type MatchSettings, optionsOf } from "./match-settings.ts";
import { useId } from "react";
import { Field } from "../design/parts/field.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Segments } from "../design/parts/segments.tsx";

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

interface OptionFieldProps {
  /** In words; `undefined`: it has none. */
  readonly text: OptionText | undefined;
  readonly name: string;
  readonly option: OptionRange;
  readonly value: OptionValue;
  /** Why the server refused the value; `null`: it did not. */
  readonly fault: string | null;
  readonly onChange: (value: OptionValue) => void;
}

/** One host option: its value in words, and behind it the ways to change it. */
function OptionField(props: OptionFieldProps) {
  const { text, name, value, fault } = props;
  const label = text?.label ?? name;
  return (
    <details
      className={styles.option}
      open={fault === null ? undefined : true}
      onInvalidCapture={(event) => {
        event.currentTarget.open = true;
      }}
    >
      <summary>
        <span>{label}</span>
        <span>{describeValue(text, value)}</span>
        <Icon id="gear" />
      </summary>
      <div>
        <p>{text?.about}</p>
        <Choice {...props} label={label} />
        {fault === null ? null : <p className={styles.fault}>{fault}</p>}
      </div>
    </details>
  );
}

function Choice({
  text,
  option,
  value,
  fault,
  label,
  onChange,
}: OptionFieldProps & { readonly label: string }) {
  const id = useId();
  const range = integersOf(option.values);
  if (range === null) {
    return (
      <Segments
        label={label}
        options={option.values.map((each) => ({ value: each, label: describeValue(text, each) }))}
        value={value}
        onChange={onChange}
      />
    );
  }
  return (
    <>
      <Field
        label={label}
        type="number"
        required
        {...range}
        aria-invalid={fault !== null}
        aria-describedby={id}
        value={Number.isNaN(value) ? "" : String(value)}
        onChange={(typed) => onChange(typed === "" ? Number.NaN : Number(typed))}
      />
      <small id={id}>{i18n._("{min} to {max}", range)}</small>
    </>
  );
}
