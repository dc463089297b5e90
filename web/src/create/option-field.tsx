import { integersOf, type OptionRange, type OptionValue } from "@flower-war/client-sdk";
import { useId } from "react";
import { Field } from "../design/parts/field.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { type OptionText, describeValue } from "../games/load-game.ts";
import { i18n } from "../texts/index.ts";
import styles from "./fields.module.css";

interface Props {
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
export function OptionField(props: Props) {
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

function Choice({ text, option, value, fault, label, onChange }: Props & { readonly label: string }) {
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
