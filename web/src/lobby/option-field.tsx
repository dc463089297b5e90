import { integersOf, type OptionRange, type OptionValue } from "@flower-war/client-sdk";
import { useId } from "react";
import type { OptionWords } from "../games/face.ts";

interface Props {
  readonly option: OptionRange;
  readonly words: OptionWords;
  /** What is chosen, as the form holds it. */
  readonly value: OptionValue;
  /** Why the server refused the value; `null`: it did not. */
  readonly fault: string | null;
  readonly onChange: (value: OptionValue) => void;
}

/** One host option: a check box for yes or no, a number within its range, or one of a list. */
export function OptionField({ option, words, value, fault, onChange }: Props) {
  const id = useId();
  const range = integersOf(option.values);
  if (typeof option.default === "boolean") {
    return (
      <label className="check">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
        {words.label}
      </label>
    );
  }
  const described = { id, "aria-invalid": fault !== null, "aria-describedby": `${id}note` };
  return (
    <div className="field">
      <label htmlFor={id}>{words.label}</label>
      {range === null ? (
        <select
          {...described}
          value={option.values.indexOf(value)}
          onChange={(event) => onChange(option.values[Number(event.target.value)] ?? option.default)}
        >
          {option.values.map((each, index) => (
            <option key={String(each)} value={index}>
              {words.value?.(each) ?? String(each)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...described}
          type="number"
          required
          {...range}
          value={Number.isNaN(value) ? "" : String(value)}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
      )}
      <small id={`${id}note`} className={fault === null ? "faint" : "fault"}>
        {fault ?? (range === null ? null : `${range.min} to ${range.max}`)}
      </small>
    </div>
  );
}
